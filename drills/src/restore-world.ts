import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { auctionCardRoom, auctionRoom, auctionsRoom, userRoom } from '@copup/shared/room-names.ts';
import { type Facts, readFacts } from '@copup/testkit/checker/facts.ts';
import { judgeWatchers } from '@copup/testkit/checker/judge-watchers.ts';
import { type Database, openDatabase } from '@copup/testkit/database.ts';
import { Recorder } from '@copup/testkit/history.ts';
import type { OwnCluster } from '@copup/testkit/own-cluster.ts';
import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { Operator, Player } from '@copup/testkit/players.ts';
import { type ServerProcess, startServer } from '@copup/testkit/processes.ts';
import { baseEnv, operator } from './scenario.ts';
import { Watcher } from './watchers.ts';

const playing = 6;
const coins = 2_000;
const convergeMs = 10_000;
const hourMs = 3_600_000;
const names = ['one', 'two'];

/** Two servers with their own cluster and Redis, players in a load test's realm, and watchers. */
export class RestoreWorld {
  readonly violations: string[] = [];
  readonly watchers: Watcher[] = [];
  servers: ServerProcess[] = [];
  readonly #cluster: OwnCluster;
  readonly #redis: OwnRedis;
  readonly #folder: string;
  #admin: Operator | undefined;
  #realm = 0;
  #players: Player[] = [];
  #users: { id: string; username: string; token: string }[] = [];

  private constructor(cluster: OwnCluster, redis: OwnRedis, folder: string) {
    this.#cluster = cluster;
    this.#redis = redis;
    this.#folder = folder;
  }

  static async start(cluster: OwnCluster, folder: string): Promise<RestoreWorld> {
    const redis = await OwnRedis.create(folder);
    await redis.start();
    const world = new RestoreWorld(cluster, redis, folder);
    try {
      await world.startServers();
      await world.#createPlayers();
    } catch (error) {
      await world.end();
      throw error;
    }
    return world;
  }

  /** Starts the servers, on the same ports as before. */
  async startServers(): Promise<void> {
    const ports = this.servers.map(({ url }) => Number(new URL(url).port));
    this.servers = await Promise.all(
      names.map((name, at) =>
        startServer({
          name,
          databaseUrl: this.#cluster.serverUrl,
          redisUrl: this.#redis.url,
          folder: this.#folder,
          env: { ...baseEnv, DATABASE_OWNER_URL: this.#cluster.url },
          port: ports[at],
        }),
      ),
    );
  }

  async stopServers(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }

  /** Creates an auction and pays the entry fee of all players. */
  async createAuction(name: string): Promise<number> {
    const auction = await this.#admin?.createAuction({
      name,
      category: 'product',
      price: 1_000,
      entry_bid_points: 5,
      end_date: new Date(Date.now() + hourMs).toISOString(),
      realm: this.#realm,
    });
    if (!auction) throw new Error('no operator is signed in');
    for (const player of this.#players) await player.payEntry(auction.id);
    return auction.id;
  }

  /** Sends this many bids per player. */
  async bidOn(auction: number, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1)
      for (const player of this.#players) await player.bid(auction);
  }

  /** Adds this many watchers on both servers, half of them in the auction's card room. */
  watch(auction: number, count = playing): void {
    const urls = this.servers.map(({ url }) => url);
    for (const [at, user] of this.#users.slice(0, count).entries()) {
      const room = at % 4 < 2 ? auctionRoom(auction) : auctionCardRoom(auction);
      const rooms = [room, userRoom(user.id), auctionsRoom(this.#realm)];
      this.watchers.push(
        new Watcher(`${user.username}'s browser`, urls, at % urls.length, user.token, rooms),
      );
    }
  }

  async query<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = openDatabase({ url: this.#cluster.url, poolSize: 3, applicationName: 'copup-drill' });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }

  facts(): Promise<Facts> {
    return this.query(async (db) => {
      const client = await db.pool.connect();
      try {
        return await readFacts(client);
      } finally {
        client.release();
      }
    });
  }

  /** Checks I7: resolves with the facts once every watcher has them; after the time limit it records violations. */
  async converged(when: string): Promise<Facts> {
    const giveUpAtMs = Date.now() + convergeMs;
    for (;;) {
      const facts = await this.facts();
      const found = judgeWatchers(
        facts,
        this.watchers.flatMap(({ records }) => records),
      );
      if (found.length > 0 && Date.now() < giveUpAtMs) {
        await pause(100);
        continue;
      }
      this.violations.push(...found.map((violation) => `I7 ${when}: ${violation}`));
      return facts;
    }
  }

  async end(): Promise<void> {
    for (const watcher of this.watchers) watcher.close();
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.#redis.kill();
  }

  async #createPlayers(): Promise<void> {
    const urls = this.servers.map(({ url }) => url);
    this.#admin = await Operator.signIn(urls[0] ?? '', operator.email, operator.password);
    const { id, users } = await this.#admin.createLoadTest(playing, coins);
    const recorder = new Recorder(join(this.#folder, 'history.jsonl'));
    this.#realm = id;
    this.#users = users;
    this.#players = users.map((user, at) => new Player(user, urls, at % urls.length, recorder));
  }
}
