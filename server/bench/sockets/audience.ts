import { randomBytes } from 'node:crypto';
import { auctionRoom, auctionsRoom } from '@copup/shared/room-names.ts';
import { createUsers } from '@copup/testkit/builders.ts';
import Fastify from 'fastify';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { buildDeps } from '../../src/deps.ts';
import { tokens as registerTokens } from '../../src/plugins/tokens.ts';
import { insertAuction } from '../../test/bidding.ts';
import { type BenchDatabase, openBenchDatabase } from '../bench-database.ts';
import { benchConfig } from '../bench-server.ts';

/** A load test's realm: no limits per address, since all sockets come from one. */
const REALM = 1;
const CHUNK = 1_000;

/** An auction, and people who are signed in and want to watch it. */
export interface Audience {
  room: string;
  /** Another auction, for servers that must not hear of the first. */
  otherRoom: string;
  /** What the product's pages join beside an auction, their own user's room apart. */
  besideRooms: readonly string[];
  tokens: readonly string[];
  drop(): Promise<void>;
}

export async function gatherAudience(count: number): Promise<Audience> {
  const bench: BenchDatabase = await openBenchDatabase();
  process.env.BENCH_DATABASE_URL = bench.url;
  process.env.BENCH_PREFIX = `bench-${randomBytes(4).toString('hex')}`;
  try {
    // The most that an operator may allow; the yardsticks have no pace at all.
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
    const otherRoom = auctionRoom(await insertAuction(bench.db, { realm: REALM }));
    await deps.rooms.close();
    await deps.close();
    return { room, otherRoom, besideRooms: [auctionsRoom(REALM)], tokens, drop: () => bench.drop() };
  } catch (error) {
    await bench.drop();
    throw error;
  }
}
