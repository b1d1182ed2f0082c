import { idOf, type WorldSql } from './world-shape.ts';

/** SQL over the number of a user, `u`. */
export const userId = idOf('user', 'u');
export const eachUser = ({ users }: WorldSql): string => `generate_series(0, ${users - 1}) AS u`;
