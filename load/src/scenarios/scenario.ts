import type { Random } from '@copup/testkit/random.ts';

/** What every scenario can be asked for. */
export interface Sizes {
  clients: number;
  rooms: number;
  /** Bids a second over all rooms. */
  rate: number;
  rampMs: number;
  durationMs: number;
  seed: number;
}

export interface AuctionPlan {
  name: string;
  entryFee: number;
  /** Since the measurement's begin; open until the clean-up without. */
  endsAtMs?: number;
}

/** A room before its auction has an id: `auction:#0`, `auction:#0@card`, `auctions` or `user`. */
export type PlannedRoom = string;

export interface SocketPlan {
  /** Place in the realm's list of players, as everywhere below. */
  user: number;
  rooms: PlannedRoom[];
  /** Since the first socket. */
  opensAtMs: number;
}

/** Times are milliseconds since the measurement's begin, when the step is meant to happen, whatever came before. */
export type Step = { atMs: number } & (
  | { do: 'bid'; user: number; auction: number }
  /** The line breaks and the client comes back at once. */
  | { do: 'drop'; socket: number }
  /** The client goes to another page. */
  | { do: 'watch'; socket: number; rooms: PlannedRoom[] }
  | { do: 'read'; user: number; page: 'list' | 'profile' | number }
);

/** Everything a run does, decided before it begins by the sizes and the seed alone. */
export interface Plan {
  users: number;
  /** Given to each player. */
  coins: number;
  auctions: AuctionPlan[];
  /** Who pays the entry of which auction before the begin. */
  entries: { user: number; auction: number }[];
  sockets: SocketPlan[];
  /** In order of time. */
  steps: Step[];
}

export interface Scenario {
  summary: string;
  /** Without a rate: one bid a second for each client. */
  defaults: { clients: number; rooms: number; rate?: number; durationMs: number };
  /** Throws BadOptions for sizes that do not go together. */
  plan(sizes: Sizes, random: Random): Plan;
}
