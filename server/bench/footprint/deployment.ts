import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom, auctionsRoom } from '@copup/shared/room-names.ts';
import { Child } from '@copup/testkit/child.ts';
import { Redis } from 'ioredis';
import { insertAuction, join } from '../../test/bidding.ts';
import { type BenchDatabase, createManyUsers, openBenchDatabase } from '../bench-database.ts';
import type { ServerCalls } from '../server.child.ts';
import type { DriverCalls } from '../sockets/driver.child.ts';
import type { BidCalls, Bidder, BidReport } from './bids.child.ts';

/** A realm of a load test: without limits per address, since all sockets connect from one. */
const REALM = 1;
const COINS = 1_000_000;
const AT_ONCE = 32;
/** Maximum number of refused bids for each accepted one. */
const MAX_REFUSED = 0.02;

interface Node {
  server: Child<ServerCalls>;
  driver: Child<DriverCalls>;
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
  readonly prefix = `bench-${randomBytes(4).toString('hex')}`;
  readonly #nodes: Node[] = [];
  #bids: Child<BidCalls> | undefined;

  private constructor(bench: BenchDatabase, redis: Redis) {
    this.bench = bench;
    this.redis = redis;
  }

  static async start(servers: number): Promise<Deployment> {
    const { REDIS_URL } = process.env;
    if (!REDIS_URL) throw new Error('REDIS_URL is not set; npm run bench starts a Redis of its own.');
    const deployment = new Deployment(await openBenchDatabase(), new Redis(REDIS_URL));
    try {
      // The first user of a realm creates the realm.
      await createManyUsers(deployment.bench, 1, { realm: REALM });
      deployment.#bids = await Child.start(new URL('bids.child.ts', import.meta.url));
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
    const server = await Child.start<ServerCalls>(new URL('../server.child.ts', import.meta.url), env);
    const driver = await Child.start<DriverCalls>(new URL('../sockets/driver.child.ts', import.meta.url));
    this.#nodes.push({ server, driver, port: await server.call('port') });
  }

  insertAuctions(count: number): Promise<number[]> {
    return Promise.all(Array.from({ length: count }, () => insertAuction(this.bench.db, { realm: REALM })));
  }

  /** Creates users with coins who may bid on the auction, with their sessions. */
  async createBidders(auctionId: number, count: number): Promise<Bidder[]> {
    const users = await createManyUsers(this.bench, count, { realm: REALM, coins: COINS });
    await join(this.bench.db, auctionId, users);
    const tokens = await this.#createTokens(users.map(({ id }) => id));
    return tokens.map((token) => ({ token, auctionId }));
  }

  /** Creates users who only watch. */
  async createWatchers(count: number): Promise<string[]> {
    const users = await createManyUsers(this.bench, count, { realm: REALM });
    return this.#createTokens(users.map(({ id }) => id));
  }

  #createTokens(userIds: readonly string[]): Promise<string[]> {
    return this.#at(0).server.call('createTokens', userIds);
  }

  /** Opens sockets on one server that join the list's room, their own user's, and the auction's when one is given. */
  async open(serverAt: number, tokens: readonly string[], auctionId?: number): Promise<void> {
    const node = this.#at(serverAt);
    const rooms = [...(auctionId === undefined ? [] : [auctionRoom(auctionId)]), auctionsRoom(REALM)];
    await node.driver.call('open', {
      port: node.port,
      hello: { kind: 'join', rooms, isPersonal: true },
      tokens,
      atOnce: Math.min(AT_ONCE, tokens.length),
    });
  }

  async dropSockets(): Promise<void> {
    for (const { driver } of this.#nodes) await driver.call('drop');
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
    if (!this.#bids) throw new Error('the deployment was not started');
    const report = await this.#bids.call('bid', { ports, bidders, perSecond, durationMs });
    const refused = Object.values(report.refused).reduce((sum, count) => sum + count, 0);
    if (!isCold && refused > MAX_REFUSED * report.accepted)
      throw new Error(`bids were refused: ${JSON.stringify(report.refused)}`);
    return report;
  }

  async residentBytes(serverAt: number): Promise<number> {
    return (await this.#at(serverAt).server.call('readUsage', { collects: true })).rssBytes;
  }

  /** Runs the action and returns what all processes used from its start until shortly after its end. */
  async measure<Result>(action: () => Promise<Result>): Promise<[Used, Result]> {
    const startedAtMs = performance.now();
    const before = await this.#read();
    const result = await action();
    // Waits for frames, reads and notices that the last requests caused.
    await pause(300);
    const after = await this.#read();
    const spent = (name: keyof typeof after) => Number(after[name]) - Number(before[name]);
    const used: Used = {
      seconds: (performance.now() - startedAtMs) / 1_000,
      nodeUs: after.nodeUs.map((us, at) => us - (before.nodeUs[at] ?? 0)),
      postgresUs: spent('postgresUs'),
      redisUs: spent('redisUs'),
      redisBytesOut: spent('redisBytesOut'),
      walBytes: spent('walBytes'),
      frames: spent('frames'),
      receivedBytes: spent('receivedBytes'),
    };
    return [used, result];
  }

  async #read(): Promise<Omit<Used, 'seconds'>> {
    const usages = await Promise.all(
      this.#nodes.map(({ server }) => server.call('readUsage', { collects: false })),
    );
    const counts = await Promise.all(
      this.#nodes.map(({ driver }) => driver.call('count', { isFresh: false })),
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
      this.#bids?.end(),
      ...this.#nodes.flatMap(({ server, driver }) => [server.end(), driver.end()]),
    ]);
    this.redis.disconnect();
    await this.bench.drop();
  }
}
