import type { LoadTest } from '@copup/shared/admin.ts';
import type { Verdict } from '@copup/testkit/checker/checker.ts';
import type { Database } from '@copup/testkit/database.ts';
import type { HistoryEvent, Recorder } from '@copup/testkit/history.ts';
import type { OwnRedis } from '@copup/testkit/own-redis.ts';
import type { Operator, Player } from '@copup/testkit/players.ts';
import type { ServerProcess } from '@copup/testkit/processes.ts';
import type { Random } from '@copup/testkit/random.ts';
import type { TcpProxy } from '@copup/testkit/tcp-proxy.ts';
import type { LeanSocket } from './lean-socket.ts';
import type { OwnPostgres } from './own-postgres.ts';
import type { Watcher } from './watchers.ts';

/** What a drill asks for beside two servers, three auctions, players who bid and watchers. */
export interface Scene<Of extends PlayWorld = World> {
  /** Eight unless said otherwise. The first eight have a watcher each. */
  players?: number;
  /** Users with coins who do nothing by themselves: what a fault does with them is not in anybody's way. */
  spares?: number;
  /** From the auctions' start to their end. */
  auctionMs?: number;
  /** Between two bids of one player. */
  bidPauseMs?: number;
  /** More auctions that end with the others; nobody bids there by itself. */
  extraAuctions?: number;
  isRedisAway?: boolean;
  /** Nothing can be closed while the fault lasts, so that I9 counts from its end. */
  isCloseBlocked?: boolean;
  /** Each server reaches PostgreSQL through a proxy of its own. */
  isBehindProxy?: boolean;
  /** For both servers. */
  env?: Record<string, string>;
  /** Before PostgreSQL makes its files in this folder. Returns how to undo it. */
  preparePostgres?(folder: string): Promise<() => Promise<void>>;
  /** Done once bidding is in full swing; the world is whole again, or as it will stay, when it resolves. */
  fault?(world: Of): Promise<void>;
  /** What else must be true of what happened, each fault of it a sentence. */
  judge?(outcome: Outcome): string[];
}

/** What a fault may use while the players bid, whether the drill or `npm start` runs the servers. */
export interface PlayWorld {
  random: Random;
  servers: readonly { url: string }[];
  /** Of the drill's own, past every proxy. */
  db: Database;
  admin: Operator;
  recorder: Recorder;
  realm: number;
  /** The three auctions, and the extra ones after them. */
  auctions: readonly number[];
  players: readonly Player[];
  spares: readonly Player[];
  spareUsers: LoadTest['users'];
  watchers: Watcher[];
  /** More who watch, as many as a fault brings; judged and closed with the watchers. */
  crowd: LeanSocket[];
  /** Done when the judging is over. */
  atEnd(close: () => Promise<unknown>): void;
  /** Says in the live view what is broken from now on. */
  tell(what: string): void;
  /** Counts against the drill. */
  blame(fault: string): void;
  /** When the auctions end, by the driver's clock, unless late bids move it. */
  endMs: number;
  /** Resolves once this many more bids were acknowledged, or the auctions are at their end. */
  moreBids(count: number): Promise<void>;
  /** Resolves when the auctions' end is this near, or past; negative for a time after it. */
  untilEndIs(ms: number): Promise<void>;
}

/** Two servers on a PostgreSQL and a Redis, each of which a fault may stop or replace. */
export interface World extends PlayWorld {
  servers: ServerProcess[];
  /** The way to PostgreSQL of each server, in their order; empty unless the scene asked for it. */
  proxies: TcpProxy[];
  postgres: OwnPostgres;
  redis: OwnRedis;
  /** Starts a server that ended again, under its name, on its port. */
  startAgain(server: ServerProcess): Promise<void>;
}

export interface Outcome {
  verdicts: Verdict[];
  /** What fault and scene found beside the verdicts. */
  blames: string[];
  history: HistoryEvent[];
  /** Of the first three auctions, as a watcher saw them last. */
  statuses: string[];
  watchers: Watcher[];
  servers: ServerProcess[];
  /** When the fault began and was over, by the driver's clock; equal without one. */
  faultFromMs: number;
  faultToMs: number;
  /** Exit codes of the servers that were still running, after SIGTERM. */
  exitCodes: number[];
  folder: string;
}
