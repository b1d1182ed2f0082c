import { Setting } from '@copup/shared/admin.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestApp;
let operator: SignedInClient;

beforeAll(async () => {
  server = await startApp({ overrides: { limitRules: noLimits } });
  operator = await server.signIn({ role: 1 });
});
afterAll(() => server?.close());

const path = '/admin/settings/heistUnlockCode';
const secret = 'lagoon-4711';

it('H7 the unlock code of heists is never shown in full, neither in a reply nor in the operators’ log', async () => {
  const texts: string[] = [];
  const put = await operator.put(path, { value: secret });
  expect(Setting.parse(put.body)).toMatchObject({ value: '••••11', is_secret: true, default_value: '' });
  texts.push(put.text, (await operator.get(path)).text, (await operator.get('/admin/settings')).text);
  texts.push((await operator.get('/admin/audit-log?subject_id=heistUnlockCode')).text);
  for (const text of texts) {
    expect(text).toContain('••••11');
    expect(text).not.toContain('4711');
  }
  expect(server.deps.settings.get('heistUnlockCode')).toBe(secret);
  expect((await operator.put(path, { value: '4711' })).body.value).toBe('••••');
  expect((await operator.put(path, { value: '' })).body.value).toBe('');
  const other = await operator.get('/admin/settings/heistUnlockMinutes');
  expect(Setting.parse(other.body)).toMatchObject({ value: 30, is_secret: false });
});

it('S8 the audit log has who changed a setting, from what to what, and why', async () => {
  const change = (value: unknown, reason?: string) =>
    operator.put('/admin/settings/bidIncrement', { value, ...(reason !== undefined && { reason }) });
  expect(Setting.parse((await change(20, ' Bids were too small ')).body)).toMatchObject({
    ...{ name: 'Bid increment of new auctions', group: 'Auctions', rule: 'A3', unit: 'coins' },
    ...{ value: 20, default_value: 1, weaker_if: null },
    description: 'The first bid of a new auction must be at least 20 coins',
  });
  expect((await change(20, '  ')).body.code).toBe('VALIDATION_FAILED');
  expect((await change(1)).status).toBe(200);
  const { body } = await operator.get('/admin/audit-log?subject_kind=setting&subject_id=bidIncrement');
  expect(body).toMatchObject([
    { operator: operator.user.username, action: 'setting.change', details: { from: 20, to: 1 } },
    { action: 'setting.change', details: { from: 1, to: 20, reason: 'Bids were too small' } },
  ]);
  expect(body[0].details).not.toHaveProperty('reason');
});

it('O3a the second operator reads the reason of a change that weakens a guard', async () => {
  const put = { value: 60_000, reason: 'The holidays' };
  const { status, body } = await operator.put('/admin/settings/payoutMaxCoins', put);
  expect(status).toBe(202);
  const waiting = await operator.get('/admin/approvals?status=pending');
  expect(waiting.body.find(({ id }: { id: number }) => id === body.approval_id)).toMatchObject({
    details: { from: 50_000, to: 60_000, reason: 'The holidays' },
  });
});

it('O1 lists all settings by group, each with its words', async () => {
  const { body } = await operator.get('/admin/settings');
  const all = body.map((each: unknown) => Setting.parse(each)) as Setting[];
  const groups = all.map(({ group }) => group);
  expect(groups.filter((group, nth) => group !== groups[nth - 1])).toEqual([...new Set(groups)]);
  expect(all.filter(({ name, effect, description }) => !(name && effect && description))).toEqual([]);
});
