import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedger } from '../../audit.ts';
import { demoPlayers } from '../../demo-accounts.ts';
import { seedDemo } from '../../seed-demo.ts';
import { shopDemo } from './demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
});
afterAll(() => app?.close());

it('X11 the demo has bank details, payments in every state, and a queue; each is created once', async () => {
  expect(await shopDemo.exists(app.deps.db)).toBe(false);
  // Without the demo's accounts nothing is created.
  await shopDemo.renew(app.deps);
  expect(await shopDemo.exists(app.deps.db)).toBe(false);
  expect(await seedDemo(app.deps, [shopDemo])).toBe(true);
  await shopDemo.renew(app.deps);
  await shopDemo.renew(app.deps);
  await app.deps.settings.refresh();
  const { rows } = await app.deps.db.pool.query('SELECT id FROM users WHERE email = $1', [
    demoPlayers[0].email,
  ]);
  const ada = await app.signInAs(rows[0].id);
  const { body } = await ada.get('/manualPayment/payment-history');
  expect(body.map(({ status }: { status: string }) => status)).toEqual(['pending', 'rejected', 'approved']);
  expect((await ada.get('/user/profile')).body.bid_points).toBe(5_500);
  expect((await ada.get('/bidShop/bank-details')).body.account_number).toBe('0000000000');
  const operator = await app.signIn({ role: 1 });
  expect((await operator.get('/admin/payments?status=pending')).body).toHaveLength(2);
  expect((await auditLedger(app.deps.db)).errors).toEqual([]);
});
