import { consoleLists } from './room-names.ts';

/** The operators' lists that can be downloaded as CSV: all of them. */
export const exportedLists = [
  ...consoleLists,
  'auctions',
  'contests',
  'heists',
  'bets',
  'affiliate-referrers',
] as const;
