import { idOf, type WorldSql } from './world-shape.ts';

/** SQL expression of the id of user number `u`. */
export const userId = idOf('user', 'u');
export const eachUser = ({ users }: WorldSql): string => `generate_series(0, ${users - 1}) AS u`;
