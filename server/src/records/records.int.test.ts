import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTrader } from '../../test/trade-world.ts';

let app: TestApp;
let operators: [SignedInClient, SignedInClient];
beforeAll(async () => {
  app = await startApp({ redis: null });
  operators = [await app.signIn({ role: 1 }), await app.signIn({ role: 1 })];
});
afterAll(() => app?.close());

const logOf = async (kind: string, id: number) =>
  (
    await app.deps.db.pool.query<{ action: string; changed: object }>(
      `SELECT action, details AS changed FROM admin_audit WHERE subject_kind = $1 AND subject_id = $2
        AND action <> $1 || '.create' ORDER BY id`,
      [kind, String(id)],
    )
  ).rows;

describe('O3 records', () => {
  it('keep the fields that two operators change, who opened their forms before', async () => {
    const [one, other] = operators;
    const { status, body } = await one.post('/admin/banks', { code: 'two_operators', name: 'Bank' });
    expect(status).toBe(201);
    const path = `/admin/banks/${body.id}`;
    await Promise.all([one.put(path, { name: 'Bank of Two' }), other.put(path, { note: 'Slow today' })]);
    await Promise.all([one.put(path, { is_open: false }), other.put(path, { name: 'Bank of Both' })]);
    expect((await one.get(path)).body).toMatchObject({
      ...{ name: 'Bank of Both', note: 'Slow today', is_open: false, code: 'two_operators' },
    });
  });

  it('are logged with the fields that changed, not with all that were sent', async () => {
    const [operator] = operators;
    const trader = newTrader();
    const { body } = await operator.post('/admin/traders', trader);
    const path = `/admin/traders/${body.id}`;
    expect((await operator.put(path, { ...trader, price: 130 })).body.price).toBe(130);
    const { updated_at } = (await operator.get(path)).body;
    const again = await operator.put(path, { ...trader, price: 130 });
    expect([again.status, again.body.updated_at]).toEqual([200, updated_at]);
    expect(await logOf('trader', body.id)).toEqual([{ action: 'trader.edit', changed: { price: 130 } }]);
  });

  it('W16 change the account of a trader with a second operator, who leaves the other fields as they are', async () => {
    const [operator, second] = operators;
    const trader = newTrader();
    const { body } = await operator.post('/admin/traders', trader);
    const path = `/admin/traders/${body.id}`;
    const requested = await operator.put(path, { ...trader, account_number: '9876543210' });
    expect([requested.status, requested.body.status]).toEqual([202, 'pending']);
    await second.put(path, { min: 12 });
    const approved = await second.post(`/admin/approvals/${requested.body.approval_id}/approve`);
    expect(approved.status).toBe(200);
    expect((await operator.get(path)).body).toMatchObject({ account_number: '9876543210', min: 12 });
    expect(JSON.stringify(await logOf('trader', body.id))).not.toContain('9876543210');
  });
});
