import type { Random } from '@copup/testkit/random.ts';

/** The sizes that every scenario accepts. */
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
  /** After the start of the measurement; without it the auction stays open until the clean-up. */
  endsAtMs?: number;
}

/** A room before its auction has an id: `auction:#0`, `auction:#0@card`, `auctions` or `user`. */
export type PlannedRoom = string;

export interface SocketPlan {
  /** Index in the realm's list of players, as in all fields below. */
  user: number;
  rooms: PlannedRoom[];
  /** After the first socket. */
  opensAtMs: number;
}

/** A step of the plan. `atMs` is its planned time, in milliseconds after the start of the measurement. */
export type Step = { atMs: number } & (
  | { do: 'bid'; user: number; auction: number }
  /** The connection drops and the client reconnects at once. */
  | { do: 'drop'; socket: number }
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
  sockets: SocketPlan[];
  /** Ordered by time. */
  steps: Step[];
}

export interface Scenario {
  summary: string;
  /** The default rate is one bid a second for each client. */
  defaults: { clients: number; rooms: number; rate?: number; durationMs: number };
  /** Throws BadOptions for sizes that contradict each other. */
  plan(sizes: Sizes, random: Random): Plan;
}
