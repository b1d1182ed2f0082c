import { randomBytes } from 'node:crypto';
import type { NewAuctionBody } from '@copup/shared/auctions.ts';
import { createUser, type TestUser, type TestUserOptions } from '@copup/testkit/builders.ts';
import { createTestDatabase } from '@copup/testkit/databases.ts';
import { v7 as uuidv7 } from 'uuid';
import { vi } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import type { Deps } from '../src/deps.ts';
import { payEntry } from '../src/features/auctions/pay-entry.ts';
import { createAuction } from '../src/features/auctions/write-auction.ts';
import { createNotices } from '../src/notifications/notices.ts';
import { settingDefinitions } from '../src/settings/definitions.ts';
import { biddingDeps } from './bidding.ts';
import { untilBlocked } from './lock-waits.ts';
import { createExplainingDatabase } from './query-cost.ts';
import { worldFacts } from './world-facts.ts';

export type AuctionWorld = Awaited<ReturnType<typeof openAuctionWorld>>;

/**
 * Opens a database, and the dependencies of auctions' commands. Time passes only when a test moves it. With
 * `genericPlans`, given at all, the database reports its plans (see query-cost.ts).
 */
export async function openAuctionWorld({ genericPlans }: { genericPlans?: boolean } = {}) {
  const testDatabase =
    genericPlans === undefined
      ? await createTestDatabase()
      : await createExplainingDatabase({ genericPlans });
  const databases: Database[] = [];
  const open = () => {
    const opened = openDatabase({ url: testDatabase.url, poolSize: 8 });
    databases.push(opened);
    return opened;
  };
  const db = open();

  /** Another server on the same rows, or one whose connections fail by injected faults. */
  const server = (over: Database = open()) => {
    const bidding = biddingDeps(over);
    const scheduled: [kind: string, id: string, at: Date][] = [];
    const deps = {
      ...bidding.deps,
      db: over,
      newId: () => uuidv7(),
      randomBytes,
      notices: createNotices({ newId: () => uuidv7() }),
      settings: { get: (key: keyof typeof settingDefinitions) => settingDefinitions[key].defaultValue },
      jobs: { scheduleJob: (...job: (typeof scheduled)[number]) => scheduled.push(job) },
      log: { error: vi.fn(), warn: vi.fn() },
    } as unknown as Deps;
    return { deps, bidding, scheduled };
  };
  const own = server(db);

  const { query, balancesOf, audit } = worldFacts(db);

  return {
    db,
    ownerUrl: testDatabase.ownerUrl,
    asOwner: testDatabase.asOwner,
    untilBlocked: () => untilBlocked(db),
    ...own,
    server,
    query,
    user: (options?: TestUserOptions) => createUser(db, options),
    create: (over: Partial<NewAuctionBody> = {}) =>
      createAuction(
        own.deps,
        {
          name: 'Radio',
          category: 'product',
          price: 1_000,
          entry_bid_points: 10,
          end_date: new Date(Date.now() + 3_600_000).toISOString(),
          ...over,
        },
        null,
      ),
    enter: (auctionId: number, user: TestUser, key?: string) =>
      payEntry(own.deps, { id: auctionId, viewer: { userId: user.id, realm: user.realm }, key }),
    bid: own.bidding.bid,
    maximum: own.bidding.maximum,
    /** Sets their end one second into the past. */
    passEnd: (...ids: number[]) =>
      query(
        `UPDATE auctions SET starts_at = least(starts_at, now() - interval '1 hour'), end_date = now() - interval '1 second'
          WHERE id = ANY($1)`,
        [ids],
      ),
    wallet: (user: TestUser) => balancesOf(user.id, 'available', 'held', 'bonus'),
    notices: (user: TestUser) =>
      query<{ kind: string; subject_id: string; details: unknown }>(
        'SELECT kind, subject_id, details FROM notifications WHERE user_id = $1 ORDER BY id',
        [user.id],
      ),
    audit,
    close: async () => {
      await Promise.all(databases.map((each) => each.close()));
      await testDatabase.drop();
    },
  };
}
