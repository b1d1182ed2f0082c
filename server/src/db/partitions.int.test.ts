import { readFileSync } from 'node:fs';
import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { biddingDeps, createBidders, insertAuction } from '../../test/bidding.ts';
import { auditLedger } from '../audit.ts';
import { lockNumbers } from './advisory-locks.ts';
import { createPartitions } from './create-partitions.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const SCRIPT = readFileSync(new URL('../../../deploy/partitions.sql', import.meta.url), 'utf8');

let test: TestDatabase;
let owner: Database;
let server: Database;
let users: TestUser[];
beforeAll(async () => {
  test = await createTestDatabase();
  owner = openDatabase({ url: test.ownerUrl, poolSize: 2 });
  server = openDatabase({ url: test.url, poolSize: 4 });
  users = await createUsers(server, 2, { coins: 100 });
  await createPartitions(server);
  await test.asOwner(SCRIPT);
  await migrate(test);
  const auctionId = await insertAuction(server);
  const [bidder] = await createBidders(server, auctionId, 1);
  await biddingDeps(server).bid(auctionId, bidder as TestUser, { key: 'bid' });
});
afterAll(async () => {
  await server.close();
  await owner.close();
  await test.drop();
});

const [giver, taker] = [() => users[0] as TestUser, () => users[1] as TestUser];
const listPartitions = async () => {
  const { rows } = await owner.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
};

describe('deploy/partitions.sql', () => {
  it('takes the lock that the registry names', () => {
    expect(SCRIPT).toContain(`pg_try_advisory_xact_lock(${lockNumbers.partitions})`);
  });

  it('keeps rows, rules and refusals', async () => {
    const transfer = move(available(giver()), available(taker()), 1, { key: 'once' });
    await post(server, transfer);
    await expect(post(server, { ...transfer, id: uuidv7() })).rejects.toThrow('transfers_once');
    await expect(post(server, move(available(giver()), available(taker()), 1_000))).rejects.toMatchObject({
      code: 'NOT_ENOUGH_COINS',
    });
    const { rows } = await owner.pool.query('SELECT count(*)::integer AS count FROM bids_first');
    expect(rows).toEqual([{ count: 1 }]);
    expect(await auditLedger(owner, { mode: 'full' })).toMatchObject({ ok: true, errors: [] });
  });

  it('creates partitions at least two months ahead, once, also when several servers do so', async () => {
    const before = await listPartitions();
    expect(before.filter((name) => name.startsWith('postings_20'))).toHaveLength(3);
    await test.asOwner(`DROP TABLE ${before.filter((name) => !name.endsWith('_first')).join(', ')}`);
    await Promise.all(Array.from({ length: 4 }, () => createPartitions(server)));
    expect(await listPartitions()).toEqual(before);
  });

  it('keeps history append-only in every partition, for every statement and role', async () => {
    for (const partition of await listPartitions()) {
      await expect(server.pool.query(`SELECT FROM ${partition}`)).rejects.toThrow('permission denied');
      await expect(owner.pool.query(`TRUNCATE ${partition}`)).rejects.toThrow('append-only');
    }
    for (const table of ['bids', 'transfers', 'postings']) {
      await expect(owner.pool.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only');
      await expect(owner.pool.query(`DELETE FROM ${table}_first`)).rejects.toThrow('append-only');
      await expect(server.pool.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
    }
    const { rows } = await owner.pool.query(
      `SELECT relname FROM pg_class WHERE relispartition AND relkind = 'r' AND NOT reloptions::text ~ 'insert_threshold=1000000'`,
    );
    expect(rows).toEqual([]);
  });
});
