import type { LoadTest } from '@copup/shared/admin.ts';
import { AdminPayout } from '@copup/shared/payouts.ts';
import { setPin, testPin } from '@copup/testkit/wallet-player.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPayoutWorld, type PayoutWorld } from '../../../test/payout-world.ts';
import { auditLedger } from '../../audit.ts';

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld({ env: { LOAD_TESTS: 'allow' } });
});
afterAll(async () => {
  expect((await auditLedger(world.app.deps.db)).errors).toEqual([]);
  await world.app.close();
});

it('O5 payouts of a load test are decided apart from real ones, never paid, and rejected at its end', async () => {
  const operator = await world.operator();
  const { id: realm, users }: LoadTest = (
    await operator.post('/admin/load-tests', { users: 2, bid_points: 20_000 })
  ).body;
  const ids: number[] = [];
  for (const user of users) {
    await setPin(world.app.url, user);
    const player = world.app.client.withToken(user.token);
    const { body } = await world.request(player, 15_000, { pin: testPin });
    ids.push(body.payout.id);
  }
  const listed = async (query: string) =>
    (await operator.get(`/admin/payouts?${query}`)).body.map((row: unknown) => AdminPayout.parse(row).id);
  expect(await listed('')).toEqual([]);
  expect(await listed(`realm=${realm}`)).toEqual([...ids].reverse());

  // Above the threshold of O3a, from which load tests are exempt.
  const [first = 0, second = 0] = ids;
  expect((await world.decide(operator, first, 'approve')).body).toMatchObject({ status: 'approved' });
  const paid = await world.decide(operator, first, 'pay', { bank_reference: 'GTB-1' });
  expect([paid.status, paid.body.code]).toEqual([403, 'FORBIDDEN']);
  const reason = { reason: 'over' };
  expect((await world.decide(operator, first, 'return', reason)).body).toMatchObject({ status: 'returned' });

  expect((await operator.delete(`/admin/load-tests/${realm}`)).status).toBeLessThan(300);
  expect(await world.statusOf(second)).toBe('rejected');
  expect(await world.query('SELECT sum(held)::int AS held FROM wallets WHERE realm = $1', [realm])).toEqual([
    { held: 0 },
  ]);
});
