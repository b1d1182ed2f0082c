import type { z } from 'zod';
import { AuctionState, AuctionsState } from './auctions.ts';
import type * as auctions from './calls/auctions.ts';
import type * as contests from './calls/contests.ts';
import type * as heists from './calls/heists.ts';
import { ContestState, ContestsState } from './contests.ts';
import { HeistState, HeistsState } from './heists.ts';
import type { SubjectKindName, SubjectPlural, SubjectRoom } from './live-subjects.ts';

/** Schema of the state of the rooms of each kind of live subjects: of one subject, and of their list. */
export const subjectRoomStates = {
  auction: AuctionState,
  auctions: AuctionsState,
  tap: ContestState,
  card: ContestState,
  math: ContestState,
  contests: ContestsState,
  heist: HeistState,
  heists: HeistsState,
} as const satisfies Readonly<Record<SubjectRoom | SubjectPlural, z.ZodType>>;

interface Modules {
  auction: typeof auctions;
  contest: typeof contests;
  heist: typeof heists;
}

/** The tables of the players' calls of each kind, as types. */
export type SubjectCallTables = {
  [Kind in SubjectKindName]: Modules[Kind][keyof Modules[Kind]];
}[SubjectKindName];
