import { paths } from '@copup/shared/page-paths.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureOperators } from './ensure-operators.ts';
import { openLinkOnHost } from './operator-links.ts';

let app: TestApp;
let player: SignedInClient;
let created: Awaited<ReturnType<typeof operators>>;

const mailed = { emails: ['first@copup.test', 'Player@copup.test'], password: undefined };

beforeAll(async () => {
  app = await startApp();
  player = await app.signIn();
  await query("UPDATE users SET email = 'player@copup.test' WHERE id = $1", [player.user.id]);
  // Several servers start at the same time.
  await Promise.all([1, 2, 3].map(() => ensureOperators(app.deps, mailed)));
  created = await operators();
});
afterAll(() => app?.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.deps.db.pool.query(text, values)).rows as Row[];
const operators = () =>
  query<{ email: string; username: string; passwordHash: string | null }>(
    `SELECT email::text, username::text, password_hash AS "passwordHash" FROM users WHERE role = 1 ORDER BY id`,
  );
const tokenOf = (text: string) => text.split(`${paths.resetPassword}#`)[1]?.split(/\s|\.\n/)[0] ?? '';
const choose = (token: string, newPassword: string) =>
  app.client.post('/auth/operator-link', { token, newPassword, confirmPassword: newPassword });
const printed = async () => {
  const deps = { randomBytes: app.deps.randomBytes, publicUrl: 'https://copup.test' };
  return tokenOf(await openLinkOnHost(app.deps.db, deps, 'first@copup.test'));
};

describe('O3a first operators', () => {
  it('are created while there is no operator at all; no start makes an account an operator, or again', async () => {
    expect(created).toEqual([
      { email: 'first@copup.test', username: expect.any(String), passwordHash: null },
    ]);
    // A later address, and a first operator whose role or address was changed.
    await ensureOperators(app.deps, { emails: ['later@copup.test'], password: 'a shared passphrase' });
    const second = await app.signIn({ role: 1 });
    await query("UPDATE users SET role = 0, is_first_operator = false WHERE email = 'first@copup.test'");
    await ensureOperators(app.deps, { ...mailed, password: 'a shared passphrase' });
    expect((await operators()).map(({ username }) => username)).toEqual([second.user.username]);
    await query(
      `UPDATE users SET role = 1, operator_role = 'owner', is_first_operator = true WHERE email = 'first@copup.test'`,
    );
  });

  it('choose a password with a link, mailed or printed, once; a later link ends an earlier one', async () => {
    const [mail] = await query<{ body: string }>(
      "SELECT body FROM mail_outbox WHERE to_address = 'first@copup.test'",
    );
    const byMail = tokenOf(mail?.body ?? '');
    const [expired, token] = [await printed(), await printed()];
    for (const old of [byMail, expired]) {
      expect((await choose(old, 'a first passphrase')).body.code).toBe('WRONG_CODE');
    }
    expect((await choose(token, 'short')).status).toBe(400);
    const both = await Promise.all([
      choose(token, 'a first passphrase'),
      choose(token, 'another passphrase'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const password = both[0]?.status === 200 ? 'a first passphrase' : 'another passphrase';
    const login = await app.client.post('/auth/login', { email: 'first@copup.test', password });
    expect(login.body.user.role).toBe(1);
    await expect(printed()).rejects.toThrow('has chosen a password');
    const audits = await query<{ action: string }>('SELECT action FROM admin_audit WHERE subject_id = $1', [
      login.body.user.id,
    ]);
    expect(audits.map(({ action }) => action)).toEqual(['operator.link-on-host', 'operator.link-on-host']);
  });
});
