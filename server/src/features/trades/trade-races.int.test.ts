import { startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiClient, ApiReply } from '@copup/testkit/client.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPicture, TradeWorld } from '../../../test/trade-world.ts';
import { auditLedger } from '../../audit.ts';
import { expireOverdue, expireTrade } from './end-reservations.ts';

/** Two servers on one database. */
let database: TestDatabase;
let apps: [TestApp, TestApp];
let world: TradeWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { database, overrides: { limitRules: noLimits } };
  apps = [await startApp(options), await startApp(options)];
  world = new TradeWorld(apps[0], await apps[0].signIn({ role: 1 }));
});
afterAll(async () => {
  expect((await auditLedger(apps[0].deps.db)).errors).toEqual([]);
  for (const app of apps) await app.close();
  await database.drop();
});

/** The same account on the other server. */
const onOther = (client: ApiClient) => apps[1].client.withToken(client.token);
const operator = () => apps[0].signIn({ role: 1 });
let references = 0;
const approve = (by: ApiClient, id: number) =>
  by.post(`/admin/trades/${id}/approve`, { bank_reference: `RACE-${++references}` });
const reject = (by: ApiClient, id: number) => by.post(`/admin/trades/${id}/reject`, { reason: 'No payment' });
const statusOf = async (id: number) =>
  (await world.query<{ status: string }>('SELECT status FROM trades WHERE id = $1', [id]))[0]?.status;

describe('W4 trades on two servers', () => {
  it('two operators decide at once, and no expiry does: one decision, one effect', async () => {
    const [one, other] = [await operator(), await operator()];
    const traderId = await world.trader({}, 1_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('approve', 'reject', 'expire'), { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        async (actions, isOver) => {
          const player = await apps[0].signIn();
          const before = (await world.coinsOf(traderId)).stock;
          const { body } = await world.buy(player, traderId, { coinAmount: 10 });
          const id = body.trade.id as number;
          if (isOver) await world.endReservation(id);
          const replies = await Promise.all(
            actions.map((action, nth): Promise<ApiReply | undefined> => {
              const by = nth % 2 === 0 ? one : onOther(other);
              if (action === 'approve') return approve(by, id);
              if (action === 'reject') return reject(by, id);
              return expireTrade(apps[nth % 2 === 0 ? 0 : 1].deps, id).then(() => undefined);
            }),
          );
          const decided = replies.filter((reply) => reply?.status === 200);
          const refused = replies.filter((reply) => reply !== undefined && reply.status !== 200);
          for (const reply of refused) {
            expect([reply?.status, reply?.body.code]).toEqual([409, 'WRONG_STATUS']);
          }
          const status = await statusOf(id);
          const isDecided = actions.some((action) => action !== 'expire');
          expect([decided.length, status === 'pending']).toEqual(isDecided ? [1, false] : [0, true]);
          const isApproved = status === 'approved';
          expect(await world.availableOf(player)).toBe(isApproved ? 10 : 0);
          expect(await world.coinsOf(traderId)).toEqual({
            stock: before - (isApproved || status === 'pending' ? 10 : 0),
            escrow: status === 'pending' ? 10 : 0,
          });
          if (status === 'pending') await reject(one, id);
          expect((await world.coinsOf(traderId)).escrow).toBe(0);
        },
      ),
      { numRuns: isFull ? 25 : 5, endOnFailure: true },
    );
  });

  it('a proof and the end of the reservation at once: the coins are reserved or the trader’s, never both', async () => {
    const traderId = await world.trader({}, 100);
    for (let nth = 0; nth < 4; nth += 1) {
      const player = await apps[0].signIn();
      const { id } = (await world.reserve(player, traderId, 10)).body.trade;
      await world.rewrite(id, `expires_at = clock_timestamp() + interval '${nth * 8} milliseconds'`);
      const [proof] = await Promise.all([
        world.buy(nth % 2 === 0 ? player : onOther(player), traderId, { coinAmount: 10 }),
        ...apps.map((app) => expireTrade(app.deps, id)),
      ]);
      const status = await statusOf(id);
      if (proof?.status === 200 && proof.body.trade.id === id) expect(status).toBe('pending');
      await Promise.all(apps.map((app) => expireOverdue(app.deps)));
      // Without a reservation, the same call reserves again.
      const open = await world.query<{ id: number }>(
        "SELECT id FROM trades WHERE user_id = $1 AND status = 'pending'",
        [player.user.id],
      );
      expect(await world.coinsOf(traderId)).toEqual({
        stock: 100 - 10 * open.length,
        escrow: 10 * open.length,
      });
      for (const trade of open) await reject(await operator(), trade.id);
    }
  });

  it('a proof, a cancellation and the end of the time at once: the first decides, and the coins are in one place', async () => {
    const traderId = await world.trader({}, 100);
    const seen = new Set<string>();
    for (let nth = 0; nth < 6; nth += 1) {
      const player = await apps[0].signIn();
      const { id } = (await world.reserve(player, traderId, 10)).body.trade;
      if (nth % 2 === 0) await world.rewrite(id, `expires_at = clock_timestamp() + interval '${nth * 4} ms'`);
      // The upload takes longer than a call without one.
      const proof = world.buy(player, traderId, { coinAmount: 10 });
      const [proved, ...cancelled] = await Promise.all([
        proof,
        world.cancel(onOther(player), id),
        world.cancel(player, id),
        expireTrade(apps[1].deps, id),
      ]).then(([first, one, other]) => [first, one, other] as const);
      const done = cancelled.filter(({ status }) => status === 200);
      for (const { status, body } of cancelled) if (status !== 200) expect(body.code).toBe('WRONG_STATUS');
      expect(done.length).toBeLessThanOrEqual(1);
      await expireOverdue(apps[0].deps);
      const status = await statusOf(id);
      seen.add(String(status));
      if (done.length === 1) expect(status).toBe('expired');
      if (proved.status !== 200) expect(proved.body.code).toBe('TRADE_EXPIRED');
      // After the end, the same proof reserves and proves another trade.
      const held = proved.status === 200 ? 10 : 0;
      expect(await world.coinsOf(traderId)).toEqual({ stock: 100 - held, escrow: held });
      if (proved.status === 200) await reject(await operator(), proved.body.trade.id);
    }
    expect([...seen].every((status) => status === 'expired' || status === 'pending')).toBe(true);
  });

  it('P2 buyers on two servers race for the last coins of two traders; stock and escrow stay exact', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 10, max: 80 }),
        fc.array(fc.tuple(fc.integer({ min: 10, max: 40 }), fc.boolean()), { minLength: 2, maxLength: 6 }),
        async (stock, purchases) => {
          const traderIds = await Promise.all([world.trader({}, stock), world.trader({}, stock)]);
          const players = await Promise.all(purchases.map(() => apps[0].signIn()));
          const replies = await Promise.all(
            purchases.map(([coinAmount, isFirst], nth) => {
              const player = players[nth] as ApiClient;
              const traderId = traderIds[isFirst ? 0 : 1] as number;
              const by = nth % 2 === 0 ? player : onOther(player);
              if (nth % 3 === 0) return world.reserve(by, traderId, coinAmount);
              return world.buy(by, traderId, { coinAmount });
            }),
          );
          for (const nth of [0, 1]) {
            const sold = replies.reduce((sum, { status }, at) => {
              const [coins, isFirst] = purchases[at] as [number, boolean];
              return status === 200 && isFirst === (nth === 0) ? sum + coins : sum;
            }, 0);
            expect(await world.coinsOf(traderIds[nth] as number)).toEqual({
              stock: stock - sold,
              escrow: sold,
            });
          }
          for (const { status, body } of replies) {
            if (status !== 200) expect(body.code).toBe('TRADE_LIMIT');
          }
        },
      ),
      { numRuns: isFull ? 10 : 5, endOnFailure: true },
    );
  });

  it('P6 one key on both servers in parallel buys once; one screenshot of two buyers counts once', async () => {
    const traderId = await world.trader();
    const player = await apps[0].signIn();
    const screenshot = await newPicture();
    const headers = { 'idempotency-key': 'both' };
    const replies = await Promise.all(
      [player, onOther(player), player, onOther(player)].map((client) =>
        world.buy(client, traderId, { screenshot }, headers),
      ),
    );
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    const shared = await newPicture();
    const buyers = await Promise.all(Array.from({ length: 6 }, () => apps[0].signIn()));
    const traders = await Promise.all([world.trader(), world.trader()]);
    const attempts = await Promise.all(
      buyers.map((buyer, nth) =>
        world.buy(nth % 2 === 0 ? buyer : onOther(buyer), traders[nth % 2] as number, { screenshot: shared }),
      ),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    for (const { status, body } of attempts) if (status === 409) expect(body.code).toBe('SCREENSHOT_USED');
  });

  it('the sweeps of two servers expire each trade once, without Redis', async () => {
    const traderId = await world.trader({}, 200);
    const ids: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const { body } = await world.reserve(await apps[0].signIn(), traderId);
      ids.push(body.trade.id);
      await world.endReservation(body.trade.id);
    }
    await Promise.all(apps.flatMap((app) => [expireOverdue(app.deps), expireOverdue(app.deps)]));
    for (const id of ids) expect(await statusOf(id)).toBe('expired');
    expect(await world.coinsOf(traderId)).toEqual({ stock: 200, escrow: 0 });
    const rows = await world.query(
      "SELECT FROM notifications WHERE kind = 'trade' AND subject_id = ANY($1::text[])",
      [ids.map(String)],
    );
    expect(rows).toHaveLength(5);
  });
});

describe('O3a approvals of trades and stock', () => {
  const confirm = (by: ApiClient, { body }: ApiReply) =>
    by.post(`/admin/approvals/${body.approval_id}/approve`);

  it('W4 above the threshold a second operator confirms a funding and a trade, which does not expire meanwhile', async () => {
    const [first, second] = [await operator(), await operator()];
    const traderId = await world.trader({ max: 20_000 }, 0);
    const path = `/admin/traders/${traderId}/stock`;
    const funding = await first.post(path, { bid_points: 15_000, reason: 'Big' });
    expect([funding.status, funding.body.status]).toEqual([202, 'pending']);
    expect((await world.coinsOf(traderId)).stock).toBe(0);
    expect((await confirm(first, funding)).body.code).toBe('OWN_REQUEST');
    expect((await confirm(second, funding)).status).toBe(200);
    expect((await world.coinsOf(traderId)).stock).toBe(15_000);

    const player = await apps[0].signIn();
    const { body } = await world.buy(player, traderId, { coinAmount: 12_000 });
    const requested = await approve(first, body.trade.id);
    expect(requested.status).toBe(202);
    expect((await first.get(`/admin/trades/${body.trade.id}`)).body).toMatchObject({
      status: 'pending',
      approval_id: requested.body.approval_id,
    });
    expect((await approve(second, body.trade.id)).body.code).toBe('ALREADY_REQUESTED');
    await world.endReservation(body.trade.id);
    await expireOverdue(apps[1].deps);
    expect(await world.coinsOf(traderId)).toEqual({ stock: 3_000, escrow: 12_000 });
    expect(await world.availableOf(player)).toBe(0);
    expect((await confirm(second, requested)).status).toBe(200);
    expect(await world.coinsOf(traderId)).toEqual({ stock: 3_000, escrow: 0 });
    expect(await world.availableOf(player)).toBe(12_000);
    expect((await first.get(`/admin/trades/${body.trade.id}`)).body).toMatchObject({
      status: 'approved',
      decided_by: first.user.username,
      approval_id: null,
    });
  });
});
