import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom, auctionsRoom } from '@copup/shared/room-names.ts';
import { createUsers } from '@copup/testkit/builders.ts';
import { Redis } from 'ioredis';
import { insertAuction, join } from '../../test/bidding.ts';
import { type BenchDatabase, openBenchDatabase } from '../bench-database.ts';
import { Child } from '../sockets/child.ts';
import type { DriverOrder, DriverReport } from '../sockets/messages.ts';
import type { Bidder, BidOrder, BidReport, ServerOrder, ServerReport } from './messages.ts';

/** A realm of a load test: without limits per address, since all sockets connect from one. */
const REALM = 1;
const COINS = 1_000_000;
const CHUNK = 500;
const AT_ONCE = 32;
/** Maximum number of refused bids for each accepted one. */
const MAX_REFUSED = 0.02;

interface Node {
  server: Child<ServerOrder, ServerReport>;
  driver: Child<DriverOrder, DriverReport>;
  port: number;
}

/** Resources used in a span of time. CPU in microseconds; `nodeUs` has one value for each server. */
export interface Used {
  seconds: number;
  nodeUs: number[];
  postgresUs: number;
  redisUs: number;
  redisBytesOut: number;
  walBytes: number;
  /** Frames and bytes that sockets received. */
  frames: number;
  receivedBytes: number;
}

/** Servers as in production, each in its own process, with one PostgreSQL, one Redis, and the client processes. */
export class Deployment {
  readonly bench: BenchDatabase;
  readonly redis: Redis;
  readonly prefix: string;
  readonly #nodes: Node[] = [];
  readonly #bids = new Child<BidOrder, BidReport>(new URL('bids.child.ts', import.meta.url));

  private constructor(bench: BenchDatabase, redis: Redis, prefix: string) {
    this.bench = bench;
    this.redis = redis;
    this.prefix = prefix;
  }

  static async start(servers: number): Promise<Deployment> {
    const { REDIS_URL } = process.env;
    if (!REDIS_URL) throw new Error('REDIS_URL is not set; npm run bench starts a Redis of its own.');
    const prefix = `bench-${randomBytes(4).toString('hex')}`;
    const deployment = new Deployment(await openBenchDatabase(), new Redis(REDIS_URL), prefix);
    try {
      // The first user of a realm creates the realm.
      await createUsers(deployment.bench.db, 1, { realm: REALM });
      for (let at = 0; at < servers; at += 1) await deployment.#startServer();
      return deployment;
    } catch (error) {
      await deployment.close();
      throw error;
    }
  }

  get ports(): number[] {
    return this.#nodes.map(({ port }) => port);
  }

  async #startServer(): Promise<void> {
    const env = { BENCH_DATABASE_URL: this.bench.url, BENCH_PREFIX: this.prefix };
    const server = new Child<ServerOrder, ServerReport>(new URL('server.child.ts', import.meta.url), env);
    const driver = new Child<DriverOrder, DriverReport>(
      new URL('../sockets/driver.child.ts', import.meta.url),
    );
    const node = { server, driver, port: 0 };
    this.#nodes.push(node);
    node.port = (await server.request(undefined, 'ready')).port;
  }

  insertAuctions(count: number): Promise<number[]> {
    return Promise.all(Array.from({ length: count }, () => insertAuction(this.bench.db, { realm: REALM })));
  }

  /** Creates users with coins who may bid on the auction, with their sessions. */
  async createBidders(auctionId: number, count: number): Promise<Bidder[]> {
    const users = await createUsers(this.bench.db, count, { realm: REALM, coins: COINS });
    await join(this.bench.db, auctionId, users);
    const tokens = await this.#createTokens(users.map(({ id }) => id));
    return tokens.map((token) => ({ token, auctionId }));
  }

  /** Creates users who only watch. */
  async createWatchers(count: number): Promise<string[]> {
    const tokens: string[] = [];
    for (let from = 0; from < count; from += CHUNK) {
      const users = await createUsers(this.bench.db, Math.min(CHUNK, count - from), { realm: REALM });
      tokens.push(...(await this.#createTokens(users.map(({ id }) => id))));
    }
    return tokens;
  }

  async #createTokens(userIds: readonly string[]): Promise<string[]> {
    const [first] = this.#nodes;
    if (!first) throw new Error('no server was started');
    return (await first.server.request({ kind: 'createSessions', userIds }, 'tokens')).tokens;
  }

  /** Opens sockets on one server that join the list's room, their own user's, and the auction's when one is given. */
  async open(serverAt: number, tokens: readonly string[], auctionId?: number): Promise<void> {
    const node = this.#at(serverAt);
    const rooms = [...(auctionId === undefined ? [] : [auctionRoom(auctionId)]), auctionsRoom(REALM)];
    const { error } = await node.driver.request(
      {
        kind: 'open',
        port: node.port,
        hello: { kind: 'join', rooms, isPersonal: true },
        tokens,
        atOnce: Math.min(AT_ONCE, tokens.length),
      },
      'opened',
    );
    if (error !== undefined) throw new Error(error);
  }

  async dropSockets(): Promise<void> {
    for (const { driver } of this.#nodes) await driver.request({ kind: 'drop' }, 'dropped');
  }

  /**
   * Throws when too many bids are refused: the costs would be those of refusals. Servers that are not warmed up may
   * refuse.
   */
  async bid(
    ports: readonly number[],
    bidders: readonly Bidder[],
    perSecond: number,
    durationMs: number,
    isCold = false,
  ): Promise<BidReport> {
    const report = await this.#bids.request({ kind: 'bid', ports, bidders, perSecond, durationMs }, 'bids');
    const refused = Object.values(report.refused).reduce((sum, count) => sum + count, 0);
    if (!isCold && refused > MAX_REFUSED * report.accepted)
      throw new Error(`bids were refused: ${JSON.stringify(report.refused)}`);
    return report;
  }

  async residentBytes(serverAt: number): Promise<number> {
    return (await this.#at(serverAt).server.request({ kind: 'readUsage', collects: true }, 'usage')).rssBytes;
  }

  /** Runs the action and returns what all processes used from its start until shortly after its end. */
  async measure<Result>(action: () => Promise<Result>): Promise<[Used, Result]> {
    const startedAtMs = performance.now();
    const before = await this.#read();
    const result = await action();
    // Waits for frames, reads and notices that the last requests caused.
    await pause(300);
    const after = await this.#read();
    const used: Used = {
      seconds: (performance.now() - startedAtMs) / 1_000,
      nodeUs: after.nodeUs.map((us, at) => us - (before.nodeUs[at] ?? 0)),
      postgresUs: after.postgresUs - before.postgresUs,
      redisUs: after.redisUs - before.redisUs,
      redisBytesOut: after.redisBytesOut - before.redisBytesOut,
      walBytes: after.walBytes - before.walBytes,
      frames: after.frames - before.frames,
      receivedBytes: after.receivedBytes - before.receivedBytes,
    };
    return [used, result];
  }

  async #read(): Promise<Omit<Used, 'seconds'>> {
    const usages = await Promise.all(
      this.#nodes.map(({ server }) => server.request({ kind: 'readUsage', collects: false }, 'usage')),
    );
    const counts = await Promise.all(
      this.#nodes.map(({ driver }) => driver.request({ kind: 'count', isFresh: false }, 'counted')),
    );
    const info = await this.redis.info();
    const field = (name: string) =>
      Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? Number.NaN);
    const { rows } = await this.bench.db.pool.query<{ bytes: number }>(
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes",
    );
    return {
      nodeUs: usages.map(({ cpuUs }) => cpuUs),
      postgresUs: this.bench.cpuUs(),
      redisUs: (field('used_cpu_sys') + field('used_cpu_user')) * 1e6,
      redisBytesOut: field('total_net_output_bytes'),
      walBytes: rows[0]?.bytes ?? Number.NaN,
      frames: counts.reduce((sum, { frames }) => sum + frames, 0),
      receivedBytes: counts.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0),
    };
  }

  #at(serverAt: number): Node {
    const node = this.#nodes[serverAt];
    if (!node) throw new Error(`there is no server ${serverAt}`);
    return node;
  }

  async close(): Promise<void> {
    await Promise.all([
      this.#bids.end(),
      ...this.#nodes.flatMap(({ server, driver }) => [server.end(), driver.end()]),
    ]);
    this.redis.disconnect();
    await this.bench.drop();
  }
}
