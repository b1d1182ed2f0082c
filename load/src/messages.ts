import type { LoadTest } from '@copup/shared/admin.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import type { Heard } from './room-socket.ts';
import type { PlannedRoom, SocketPlan, Step } from './scenarios/scenario.ts';

/** What a worker is told: its share of the players, with all that they do. */
export interface Share {
  urls: string[];
  realm: number;
  auctionIds: number[];
  players: { at: number; user: LoadTest['users'][number] }[];
  sockets: (SocketPlan & { at: number })[];
  entries: { user: number; auction: number }[];
  steps: Step[];
}

/** Times are milliseconds since 1970. */
export type ToWorker =
  | { kind: 'prepare'; share: Share }
  | { kind: 'connect'; fromMs: number }
  | { kind: 'run'; fromMs: number }
  | { kind: 'compare'; truth: [room: string, Heard][] };

/**
 * How many of one auction's watchers, who knew its bids up to `afterSeq`, got a frame that shows bid `seq`, by the
 * millisecond of the arrival. It tells them of the bids in between as well.
 */
export interface Arrivals {
  auctionId: number;
  afterSeq: number;
  seq: number;
  /** Pairs of milliseconds since 1970 and how many. */
  at: [atMs: number, count: number][];
}

/** What happened in a worker since its last tick. */
export interface Tick {
  open: number;
  joined: number;
  joins: number;
  messages: number;
  bytes: number;
  joinMs: number[];
  bidMs: number[];
  /** Bids by their end: `accepted`, `unknown` or the code of the refusal. */
  outcomes: Record<string, number>;
  errors: Record<string, number>;
  arrivals: Arrivals[];
  history: HistoryEvent[];
  /** How much later than meant its steps began, at worst. */
  lateMs: number;
  lagMs: number;
  /** Share of one core. */
  cpu: number;
}

export interface Compared {
  compared: number;
  divergent: number;
  examples: string[];
}

export type FromWorker =
  | { kind: 'started' | 'prepared' | 'ran' }
  | { kind: 'tick'; tick: Tick }
  | ({ kind: 'compared' } & Compared);

/** `auction:#0@card` → `auction:1001@card`, `user` → `user:…`, `auctions` → that of the realm. */
export function nameRoom(
  planned: PlannedRoom,
  { auctionIds, realm, userId }: { auctionIds: readonly number[]; realm: number; userId: string },
): string {
  if (planned === 'user') return `user:${userId}`;
  if (planned === 'auctions') return `auctions:${realm}`;
  return planned.replace(/#(\d+)/, (_, at: string) => String(auctionIds[Number(at)]));
}
