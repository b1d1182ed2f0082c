import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { findRoot, hashHeads, publishRoots } from './chain-roots.ts';

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

it('A7 the root is SHA-256 over id, seq and last hash of each auction, in order of id', () => {
  const heads = [
    { auction_id: 1002, seq: 7, chain_head: 'bb'.repeat(32) },
    { auction_id: 1001, seq: 0, chain_head: 'aa'.repeat(32) },
  ];
  const bytes = Buffer.from(
    `${'000003e900000000'}${'aa'.repeat(32)}${'000003ea00000007'}${'bb'.repeat(32)}`,
    'hex',
  );
  expect(hashHeads(heads)).toEqual(createHash('sha256').update(bytes).digest());
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
  const root = await findRoot(world.db, '2025-03-01');
  expect(root?.heads.map((head) => head.auction_id)).toEqual([late, early]);
  expect(root?.root).toBe(hashHeads(root?.heads ?? []).toString('hex'));
  expect((await findRoot(world.db, '2025-03-02'))?.heads.map((head) => head.auction_id)).toEqual([next]);
  expect(await findRoot(world.db, new Date().toISOString().slice(0, 10))).toBeUndefined();
  await settle('2025-03-02T05:00:00Z');
  await publishRoots(world.deps);
  expect((await findRoot(world.db, '2025-03-02'))?.heads).toHaveLength(1);
});
