import type { AdminTrade, Trader } from '@copup/shared/trades.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedger } from '../../audit.ts';
import { seedDemo } from '../../seed-demo.ts';
import { tradesDemo } from './demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
});
afterAll(() => app?.close());

it('X11 the demo has five traders with stock, decided trades, and a queue that is filled again', async () => {
  expect(await tradesDemo.exists(app.deps.db)).toBe(false);
  expect(await seedDemo(app.deps, [tradesDemo])).toBe(true);
  const renew = async () => {
    for (let step = 0; step < 5; step += 1) {
      await Promise.all([tradesDemo.renew(app.deps), tradesDemo.renew(app.deps)]);
    }
  };
  await renew();
  const operator = await app.signIn({ role: 1 });
  const traders = (await operator.get('/trade/traders')).body as Trader[];
  expect(traders).toHaveLength(5);
  expect(new Set(traders.map(({ price }) => price)).size).toBe(5);
  expect(traders.every(({ available }) => available > 0)).toBe(true);
  const list = async () => (await operator.get('/admin/trades?perPage=50')).body as AdminTrade[];
  const statuses = async () => (await list()).map(({ status }) => status).sort();
  expect(await statuses()).toEqual(['approved', 'pending', 'pending', 'rejected']);
  for (const { id, status } of await list()) {
    if (status === 'pending') await operator.post(`/admin/trades/${id}/reject`, { reason: 'No payment' });
  }
  await renew();
  expect(await statuses()).toEqual(['approved', 'pending', 'pending', 'rejected', 'rejected', 'rejected']);
  expect((await auditLedger(app.deps.db)).errors).toEqual([]);
});
