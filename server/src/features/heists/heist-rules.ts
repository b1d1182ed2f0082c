import type { HeistRow } from './heists.queries.ts';

/** Why tickets were refunded, as players read it. */
export const NO_CORRECT_ANSWER = 'No answer was correct.';

/** Returns whether too few tickets were sold (H1). */
export const isVoid = ({
  participants,
  minimumUsers,
}: Pick<HeistRow, 'participants' | 'minimumUsers'>): boolean => participants < minimumUsers;
