import { randomBytes } from 'node:crypto';
import { auctionRoom, auctionsRoom } from '@copup/shared/room-names.ts';
import { createUsers } from '@copup/testkit/builders.ts';
import Fastify from 'fastify';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { buildDeps } from '../../src/deps.ts';
import { tokens as registerTokens } from '../../src/plugins/auth.ts';
import { insertAuction } from '../../test/bidding.ts';
import { type BenchDatabase, openBenchDatabase } from '../bench-database.ts';
import { benchConfig } from '../bench-server.ts';

/** A realm of a load test: without limits per address, since all sockets connect from one. */
const REALM = 1;
const CHUNK = 1_000;

/** An auction, and signed-in users who watch it. */
export interface Audience {
  room: string;
  /** The rooms that the product's pages join in addition to an auction, without their own user's room. */
  besideRooms: readonly string[];
  tokens: readonly string[];
  drop(): Promise<void>;
}

export async function createAudience(count: number): Promise<Audience> {
  const bench: BenchDatabase = await openBenchDatabase();
  process.env.BENCH_DATABASE_URL = bench.url;
  process.env.BENCH_PREFIX = `bench-${randomBytes(4).toString('hex')}`;
  try {
    // The highest rate that an operator may set; the yardsticks have no throttle.
    await bench.db.pool.query(
      `INSERT INTO settings (key, value) VALUES ('roomUpdatesPerSecond', '20')
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
    const deps = await buildDeps(benchConfig());
    await Fastify().register(registerTokens, deps);
    const tokens: string[] = [];
    for (let from = 0; from < count; from += CHUNK) {
      const users = await createUsers(bench.db, Math.min(CHUNK, count - from), { realm: REALM });
      const ids = users.map(({ id }) => id);
      const sessions = await inTransaction(bench.db, (tx) => deps.sessions.createMany(tx, ids));
      tokens.push(...[...sessions.values()].map(({ token }) => token));
    }
    const room = auctionRoom(await insertAuction(bench.db, { realm: REALM }));
    await deps.rooms.close();
    await deps.close();
    return { room, besideRooms: [auctionsRoom(REALM)], tokens, drop: () => bench.drop() };
  } catch (error) {
    await bench.drop();
    throw error;
  }
}
