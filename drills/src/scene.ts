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

/** The parts of a drill beside two servers, three auctions, bidding players and watchers. */
export interface Scene<Of extends PlayWorld = World> {
  /** Number of players, by default eight. The first eight have a watcher each. */
  players?: number;
  /** Number of users with coins who send no commands, so that a fault may use them. */
  spares?: number;
  /** Time from the auctions' start to their end. */
  auctionMs?: number;
  /** Pause between two bids of a player. */
  bidPauseMs?: number;
  /** Number of additional auctions that end with the others; the players do not bid on them. */
  extraAuctions?: number;
  isRedisAway?: boolean;
  /** Whether the fault prevents closes, so that I9 counts from its end. */
  isCloseBlocked?: boolean;
  /** Whether each server connects to PostgreSQL through its own proxy. */
  isBehindProxy?: boolean;
  /** Both servers are those of the previous release, until a fault starts one again. */
  isPreviousRelease?: boolean;
  /** Environment of both servers. */
  env?: Record<string, string>;
  /** Called before PostgreSQL creates its files in this folder. Returns a function that undoes the changes. */
  preparePostgres?(folder: string): Promise<() => Promise<void>>;
  /** Injects the fault while the players bid. When it resolves, the fault is over, or permanent. */
  inject?(world: Of): Promise<void>;
  /** Checks further conditions; returns one sentence per violation. */
  judge?(outcome: Outcome): string[];
}

/** The resources that a fault may use, whether the drill or `npm start` runs the servers. */
export interface PlayWorld {
  random: Random;
  /** True in `npm test`: a shorter variant of the same fault. */
  isShort: boolean;
  servers: readonly { url: string }[];
  /** The drill's own connection, without a proxy. */
  db: Database;
  admin: Operator;
  recorder: Recorder;
  realm: number;
  /** The three auctions, followed by the additional ones. */
  auctions: readonly number[];
  players: readonly Player[];
  spares: readonly Player[];
  spareUsers: LoadTest['users'];
  watchers: Watcher[];
  /** Further watchers that a fault adds; they are checked and closed with the watchers. */
  crowd: Pick<LeanSocket, 'records' | 'close'>[];
  /** Registers a clean-up that runs after the checks. */
  atEnd(close: () => Promise<unknown>): void;
  /** Shows the current fault in the live output. */
  announce(what: string): void;
  /** Records a violation. */
  addViolation(violation: string): void;
  /** Planned end of the auctions, by the driver's clock; late bids may move it. */
  endMs: number;
  /** Resolves once this many more bids were acknowledged, or the auctions have ended. */
  moreBids(count: number): Promise<void>;
  /** Resolves this many milliseconds before the auctions' end; a negative number means after it. */
  untilEndIs(ms: number): Promise<void>;
}

/** Two servers with PostgreSQL and Redis, each of which a fault may stop or replace. */
export interface World<Postgres = OwnPostgres> extends PlayWorld {
  servers: ServerProcess[];
  /** The proxy to PostgreSQL of each server, in the order of the servers; empty without `isBehindProxy`. */
  proxies: TcpProxy[];
  postgres: Postgres;
  redis: OwnRedis;
  /** Starts a stopped server again, in this version, with the same name and port. */
  startAgain(server: ServerProcess): Promise<void>;
}

export interface Outcome {
  verdicts: Verdict[];
  /** Violations recorded by the fault and the scene, beside the verdicts. */
  violations: string[];
  history: HistoryEvent[];
  /** Last statuses of the first three auctions that a watcher received. */
  statuses: string[];
  watchers: Watcher[];
  servers: ServerProcess[];
  /** Start and end of the fault, by the driver's clock; equal without a fault. */
  faultFromMs: number;
  faultToMs: number;
  /** Exit codes, after SIGTERM, of the servers that still ran. */
  exitCodes: number[];
  folder: string;
}
