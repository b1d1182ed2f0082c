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
