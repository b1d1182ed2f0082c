import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { insertAuctions } from '../../../test/many-auctions.ts';
import { type ExecutedQuery, recordQueries } from '../../../test/query-cost.ts';
import { encodeHeads, findRoot, publishRoots } from './chain-roots.ts';

let world: AuctionWorld;
// Days are published in their order.
beforeEach(async () => {
  world = await openAuctionWorld({ genericPlans: true });
});
afterEach(() => world?.close());

const all = { after: 0, limit: 10_000 };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

it('A7 encodes a head as id, seq and last hash', () => {
  const heads = [
    { auction_id: 1001, seq: 0, chain_head: 'aa'.repeat(32) },
    { auction_id: 1002, seq: 7, chain_head: 'bb'.repeat(32) },
  ];
  expect(encodeHeads(heads).toString('hex')).toBe(
    `${'000003e900000000'}${'aa'.repeat(32)}${'000003ea00000007'}${'bb'.repeat(32)}`,
  );
});

it('A7 each finished day gets one root, which is never changed; load tests are left out', async () => {
  await world.user({ realm: 4 });
  const settle = async (at: string, realm = 0) => {
    const { id } = await world.create({ realm });
    await world.query(`UPDATE auctions SET status = 'unsold', settled_at = $2 WHERE id = $1`, [id, at]);
    return id;
  };
  const [late, early] = [await settle('2025-03-01T23:59:59.999Z'), await settle('2025-03-01T00:00:00Z')];
  await settle('2025-03-01T12:00:00Z', 4);
  const next = await settle('2025-03-02T00:00:00Z');
  await settle(new Date().toISOString());
  await Promise.all([publishRoots(world.deps), publishRoots(world.server().deps)]);
  const root = await findRoot(world.db, '2025-03-01', all);
  expect(root?.heads.map((head) => head.auction_id)).toEqual([late, early]);
  expect(root?.root).toBe(sha256(encodeHeads(root?.heads ?? [])));
  expect((await findRoot(world.db, '2025-03-02', all))?.heads.map((head) => head.auction_id)).toEqual([next]);
  expect(await findRoot(world.db, new Date().toISOString().slice(0, 10), all)).toBeUndefined();
  await settle('2025-03-02T05:00:00Z');
  await publishRoots(world.deps);
  expect((await findRoot(world.db, '2025-03-02', all))?.heads).toHaveLength(1);
  await expect(world.asOwner(`UPDATE chain_root_heads SET seq = 9`)).rejects.toThrow('append-only');
});

it('A7 a day with many auctions is published and returned in pages, which hash to its root', async () => {
  await insertAuctions(world, { over: 7_001 });
  await world.query(
    `UPDATE auctions SET settled_at = '2025-04-01T00:00:00Z'::timestamptz + id % 86000 * interval '1 second'
     WHERE settled_at > '2025-04-01'`,
  );
  await world.asOwner('VACUUM ANALYZE auctions');
  const queries = recordQueries(world.db);
  const other = world.server().deps;
  const others = recordQueries(other.db);
  // Either server may publish the day.
  let done: ExecutedQuery[] = [];
  const byOther = await others.during(async () => {
    done = await queries.during(() => Promise.all([publishRoots(world.deps), publishRoots(other)]));
  });
  done.push(...byOther);
  const pages = done.filter(({ text }) => text.includes('INSERT INTO chain_root_heads'));
  expect(Math.max(...pages.map(({ rows }) => rows))).toBe(5_000);
  const hash = createHash('sha256');
  let seen = 0;
  let root: string | undefined;
  for (let after: number | null = 0; after !== null; ) {
    const page = await findRoot(world.db, '2025-04-01', { after, limit: 5_000 });
    hash.update(encodeHeads(page?.heads ?? []));
    seen += page?.heads.length ?? 0;
    root = page?.root;
    after = page?.next ?? null;
  }
  const [{ n = 0 } = {}] = await world.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM auctions WHERE realm = 0 AND settled_at BETWEEN '2025-04-01' AND '2025-04-02'`,
  );
  expect([seen, root]).toEqual([n, hash.digest('hex')]);
  expect(n).toBeGreaterThan(7_000);
  // Reads the same number of pages for the first and the last page of heads.
  const reads = await queries.during(async () => {
    await findRoot(world.db, '2025-04-01', { after: 0, limit: 100 });
    await findRoot(world.db, '2025-04-01', { after: 7_000, limit: 100 });
  });
  expect(Math.max(...reads.map(({ buffers }) => buffers))).toBeLessThan(20);
  expect((await queries.during(() => publishRoots(world.deps))).every(({ buffers }) => buffers < 20)).toBe(
    true,
  );
});
