import type { NewAuctionBody } from '@copup/shared/auctions.ts';
import type { ContestKind } from '@copup/shared/contests.ts';
import type { HeistCategory, WinnerRule } from '@copup/shared/heists.ts';
import type { Random } from '@copup/testkit/random.ts';
import type { RecordedTrace } from '../replay/read-trace.ts';

/** The sizes that every scenario accepts. */
export interface Sizes {
  clients: number;
  rooms: number;
  /** Bids, or plays in contests, a second over all rooms. */
  rate: number;
  rampMs: number;
  durationMs: number;
  seed: number;
  /** Spots of each heist; by default half of its players. */
  capacity?: number | undefined;
  /** What `replay` repeats. */
  trace?: RecordedTrace | undefined;
}

export interface AuctionPlan {
  name: string;
  entryFee: number;
  /** By how much a bid raises the price; without it, as the server's setting says. */
  increment?: number;
  /** Further terms, as those of an auction that is rehearsed. */
  terms?: Partial<NewAuctionBody>;
  /** After the start of the measurement; without it the auction stays open until the clean-up. */
  endsAtMs?: number;
}

export interface ContestPlan {
  kind: ContestKind;
  title: string;
  entryFee: number;
  prize: number;
  minimumUsers: number;
  /** After the start of the measurement. */
  endsAtMs: number;
}

export interface HeistPlan {
  name: string;
  ticketPrice: number;
  prize: number;
  category: HeistCategory;
  winnerRule: WinnerRule;
  capacity: number;
  minimumUsers: number;
  /** After the start of the measurement, as the end. */
  startsAtMs: number;
  endsAtMs: number;
}

/**
 * A room before its subject has an id: `auction:#0`, `auction:#0@card`, `auctions`, `contest:#0`, `contests`, `heist:#0`,
 * `heists`, `bets` or `user`.
 */
export type PlannedRoom = string;

export interface SocketPlan {
  /** Index in the realm's list of players, as in all fields below. */
  user: number;
  rooms: PlannedRoom[];
  /** After the first socket. */
  opensAtMs: number;
  /** A step opens it, during the measurement. */
  isLate?: true;
}

export type Play =
  | { do: 'tap'; count: number }
  | { do: 'pick'; position: number }
  /** Answers the open question, or requests it when none is known. */
  | { do: 'answer'; isRight: boolean };
/** A play of one player in one contest. It waits for the reply to the player's play before. */
export type PlayStep = { user: number; contest: number } & Play;

/** A movement of coins out of a player's wallet. */
export type WalletStep =
  | { do: 'send'; user: number; to: number; amount: number }
  | { do: 'payout'; user: number; amount: number };

/** A match of the bets. */
export interface FixturePlan {
  /** After the start of the measurement. An operator enters the result after it. */
  kickoffAtMs: number;
  result: 'team_a' | 'team_b' | 'draw';
}

export interface TaskPlan {
  title: string;
  /** Task coins. */
  reward: number;
}

/** What one player does in bets, tasks and on the wheel, and the limit that the player sets. */
export type PastimeStep = { user: number } & (
  | { do: 'create-bet'; fixture: number; stake: number }
  /** Joins one of the listed bets of other players. */
  | { do: 'join-bet'; nth: number }
  | { do: 'upload'; task: number }
  | { do: 'convert' }
  | { do: 'spin' }
  | { do: 'limit'; coins: number }
);

/** What one player does in one heist. */
export type HeistStep = { user: number; heist: number } & (
  | { do: 'ticket' }
  | { do: 'submit'; text: string }
  /** Reads a page or, without a ticket, tries to watch the vault. */
  | { do: 'look'; page: 'heist' | 'participants' | 'lists' | 'result' | 'vault' }
);

/** A step of the plan. `atMs` is its planned time, in milliseconds after the start of the measurement. */
export type Step = { atMs: number } & (
  | { do: 'bid'; user: number; auction: number }
  | PlayStep
  | WalletStep
  | HeistStep
  | PastimeStep
  /** The connection drops and the client reconnects at once. */
  | { do: 'drop'; socket: number }
  /** A late socket opens. */
  | { do: 'open'; socket: number; isReconnect: boolean }
  /** The socket closes for good. */
  | { do: 'close'; socket: number }
  /** The client goes to another page. */
  | { do: 'watch'; socket: number; rooms: PlannedRoom[] }
  | { do: 'read'; user: number; page: 'list' | 'profile' | number }
);

/** The complete plan of a run; the sizes and the seed alone determine it. */
export interface Plan {
  users: number;
  /** Coins that each player receives. */
  coins: number;
  auctions: AuctionPlan[];
  /** The entry fees that are paid before the start. */
  entries: { user: number; auction: number }[];
  contests: ContestPlan[];
  /** The contests that are joined before the start. */
  joins: { user: number; contest: number }[];
  /** Their tickets are sold during the measurement. */
  heists?: HeistPlan[];
  /** Matches that players bet on. */
  fixtures?: FixturePlan[];
  tasks?: TaskPlan[];
  /** Players who set a PIN before the start, to send coins and request payouts, which an operator decides meanwhile. */
  walletUsers?: number[];
  sockets: SocketPlan[];
  /** Ordered by time. */
  steps: Step[];
}

/** What the sizes of a scenario must fulfil, as `--help` and the refusal say it; the refusal may add a number. */
export type Need = [text: string, isMet: (sizes: Sizes) => boolean, here?: (sizes: Sizes) => string];

export interface Scenario {
  summary: string;
  needs?: readonly Need[];
  /** The default rate is one command a second for each client. */
  defaults: { clients: number; rooms: number; rate?: number; durationMs: number };
  /** Plans sizes that fulfil the needs. */
  plan(sizes: Sizes, random: Random): Plan;
}
