import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TradeWorld } from '../../../test/trade-world.ts';
import { auditLedger } from '../../audit.ts';
import { expireOverdue } from './expire-trades.ts';

withoutAudit();

let app: TestApp;
let world: TradeWorld;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  world = new TradeWorld(app, await app.signIn({ role: 1 }));
});
afterAll(() => app?.close());

/** Both read the trades that could have become wrong: all, and those since the last audit without errors. */
const audit = async () => {
  const { errors } = await auditLedger(app.deps.db, { mode: 'checkpoints' });
  expect((await auditLedger(app.deps.db, { mode: 'full' })).errors).toEqual(errors);
  return errors;
};

it('P2 the audit compares each trade with its escrow and its transfers', async () => {
  const traderId = await world.trader();
  const buyers = await Promise.all([app.signIn(), app.signIn(), app.signIn()]);
  const [open, approved, expired] = await Promise.all(
    buyers.map(async (buyer, nth) => {
      const { body } = nth === 2 ? await world.reserve(buyer, traderId) : await world.buy(buyer, traderId);
      return body.trade.id as number;
    }),
  );
  await world.operator.post(`/admin/trades/${approved}/approve`, { bank_reference: 'AUDIT-1' });
  await world.endReservation(expired as number);
  await expireOverdue(app.deps);
  expect(await audit()).toEqual([]);
  await world.rewrite(open as number, "status = 'expired', decided_at = clock_timestamp()");
  expect(await audit()).toMatchObject([
    { check: 'trades', row: String(open), message: 'is expired with 20 coins in escrow' },
  ]);
  await world.rewrite(open as number, "status = 'pending', decided_at = NULL");
  expect(await audit()).toEqual([]);
  await world.rewrite(approved as number, 'bid_points = 21');
  expect(await audit()).toMatchObject([
    { check: 'trades', row: String(approved), message: 'is approved, which moved 20 of its 21 coins' },
  ]);
});
