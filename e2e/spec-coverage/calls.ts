import type { Call } from './call.ts';
import { accountCalls } from './calls-of-accounts.ts';
import { auctionCalls } from './calls-of-auctions.ts';
import { gameCalls } from './calls-of-games.ts';
import { heistCalls } from './calls-of-heists.ts';
import { taskCalls } from './calls-of-tasks.ts';

/** Every specified call with its specified fields; the product may have more fields. */
export const calls: readonly Call[] = [
  ...accountCalls,
  ...auctionCalls,
  ...gameCalls,
  ...taskCalls,
  ...heistCalls,
];
