import { limitRules } from '@copup/shared/limit-rules.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiClient, ApiReply } from '@copup/testkit/client.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { secretOf, totpAt } from '@copup/testkit/totp.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainPasswords as passwords } from '../../../test/plain-passwords.ts';
import { resetFactorOnHost } from './reset-factor.ts';

const password = 'yellow maize 31';
let database: TestDatabase;
let app: TestApp;
/** Another server of the same database. */
let other: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  const google = {
    clientId: 'x',
    verify: async (sub: string) => ({ sub, email: `${sub}@example.test`, fullName: sub }),
  };
  const overrides = { passwords, google };
  // The other server has the product's limit of confirmations.
  const limited = { ...noLimits, confirm: limitRules.confirm };
  [app, other] = await Promise.all([
    startApp({ database, overrides: { ...overrides, limitRules: noLimits } }),
    startApp({ database, overrides: { ...overrides, limitRules: limited } }),
  ]);
});
afterAll(async () => {
  await Promise.all([app.close(), other.close()]);
  await database.drop();
});

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.deps.db.pool.query(text, values)).rows as Row[];
const outcome = ({ status, body }: ApiReply) => [status, body?.code];

async function operator(): Promise<SignedInClient> {
  const signedIn = await app.signIn({ role: 1 });
  await query('UPDATE users SET password_hash = $2 WHERE id = $1', [signedIn.user.id, `plain ${password}`]);
  return signedIn;
}

interface Enrolled {
  by: SignedInClient;
  secret: Buffer;
  recoveryCodes: string[];
}

async function enrolled(): Promise<Enrolled> {
  const by = await operator();
  const { key } = (await by.post('/admin/second-factor/enrol')).body;
  const secret = secretOf(key);
  const { body } = await by.post('/admin/second-factor/confirm', { code: totpAt(secret, new Date()) });
  return { by, secret, recoveryCodes: body.recovery_codes };
}

const logIn = ({ user }: SignedInClient, client: ApiClient = app.client) =>
  client.post('/auth/login', { email: `${user.username}@example.test`, password });
/** Returns the code of the next 30 seconds, which the enrolment has not used up. */
const nextCode = (secret: Buffer) => totpAt(secret, new Date(Date.now() + 30_000));
const wrongCode = (secret: Buffer) =>
  String((Number(nextCode(secret)) + 500_001) % 1_000_000).padStart(6, '0');
const secondStep = async (by: SignedInClient, code: string) =>
  app.client.post('/auth/second-step', { second_step: (await logIn(by)).body.second_step, code });
const confirmed = (client: ApiClient, body: object) => client.post('/auth/confirm', body);
const ageSignIn = (by: SignedInClient, minutes: number) =>
  query(
    "UPDATE sessions SET authenticated_at = clock_timestamp() - $2 * interval '1 minute' WHERE user_id = $1",
    [by.user.id, minutes],
  );

it('S8a an enrolment takes effect once a code confirms it, shows recovery codes once, and encrypts the secret', async () => {
  const by = await operator();
  const elsewhere = await app.signInAs(by.user.id);
  const none = { since: null, recovery_codes_left: 0, must_enrol: false };
  expect((await by.get('/admin/second-factor')).body).toEqual(none);
  const { key: earlier } = (await by.post('/admin/second-factor/enrol')).body;
  const { key, uri } = (await by.post('/admin/second-factor/enrol')).body;
  expect(uri).toContain(`secret=${key}`);
  expect((await by.get('/admin/second-factor')).body).toEqual(none);
  expect((await logIn(by)).body.token).toBeDefined();
  const secret = secretOf(key);
  const confirm = (code: string) => by.post('/admin/second-factor/confirm', { code });
  const stale = totpAt(secretOf(earlier), new Date());
  expect(outcome(await confirm(stale))).toEqual([400, 'WRONG_CODE']);
  const { recovery_codes: codes } = (await confirm(totpAt(secret, new Date()))).body;
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  const state = (await by.get('/admin/second-factor')).body;
  expect([state.recovery_codes_left, Date.parse(state.since) > 0]).toEqual([10, true]);
  expect((await elsewhere.get('/admin/second-factor')).body.code).toBe('SESSION_ENDED');
  expect(outcome(await by.post('/admin/second-factor/enrol'))).toEqual([409, 'SECOND_FACTOR_EXISTS']);
  expect(outcome(await confirm(nextCode(secret)))).toEqual([409, 'SECOND_FACTOR_EXISTS']);
  const [stored] = await query<{ text: string }>(
    `SELECT f::text || (SELECT string_agg(c::text, '') FROM recovery_codes c WHERE c.user_id = f.user_id) AS text
       FROM second_factors f WHERE user_id = $1`,
    [by.user.id],
  );
  expect(stored?.text).not.toContain(secret.toString('hex'));
  expect(stored?.text).not.toContain(Buffer.from(codes[0]).toString('hex'));
  const audits = await query<{ action: string; text: string }>(
    'SELECT action, details::text AS text FROM admin_audit WHERE operator_id = $1 ORDER BY id',
    [by.user.id],
  );
  expect(audits).toEqual([{ action: 'second-factor.enrol', text: '{}' }]);
});

describe('S8a sign-in with a second factor', () => {
  it('returns a ticket before the code, and a token for the code; a code is accepted once', async () => {
    const { by, secret } = await enrolled();
    const { status, body } = await logIn(by);
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['message', 'second_step', 'second_step_expires_at'],
    ]);
    expect((await app.client.withToken(body.second_step).get('/user/profile')).status).toBe(401);
    const step = (code: string) => app.client.post('/auth/second-step', { ...body, code });
    expect(outcome(await step(wrongCode(secret)))).toEqual([400, 'WRONG_CODE']);
    const code = nextCode(secret);
    const replies = await Promise.all([1, 2, 3, 4].map(() => step(code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const signedIn = replies.find((reply) => reply.status === 200)?.body;
    expect(signedIn.user.id).toBe(by.user.id);
    expect((await app.client.withToken(signedIn.token).get('/admin/users')).status).toBe(200);
    // The codes of the enrolment and of the step before are used up.
    for (const at of [0, -30_000]) {
      const reply = await step(totpAt(secret, new Date(Date.now() + at)));
      expect(outcome(reply)).toEqual([400, 'WRONG_CODE']);
    }
  });

  it('accepts each recovery code once, in any notation, also under concurrent requests', async () => {
    const { by, recoveryCodes } = await enrolled();
    const [first = '', second = ''] = recoveryCodes;
    const replies = await Promise.all([1, 2, 3].map(() => secondStep(by, first)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await secondStep(by, second.toUpperCase().replaceAll('-', ''))).status).toBe(200);
    expect((await by.get('/admin/second-factor')).body.recovery_codes_left).toBe(8);
    const stranger = await enrolled();
    expect(outcome(await secondStep(stranger.by, recoveryCodes[2] ?? ''))).toEqual([400, 'WRONG_CODE']);
    const mails = await query<{ subject: string }>('SELECT subject FROM mail_outbox WHERE to_address = $1', [
      `${by.user.username}@example.test`,
    ]);
    expect(mails.filter(({ subject }) => subject.startsWith('A recovery code'))).toHaveLength(2);
  });

  it('S2a limits wrong codes per user, also in parallel, on all servers; a recovery code still works', async () => {
    const { by, secret, recoveryCodes } = await enrolled();
    const tickets = [(await logIn(by)).body, (await logIn(by, other.client)).body];
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        [app, other][nth % 2]?.client.post('/auth/second-step', {
          ...tickets[nth % 2],
          code: wrongCode(secret),
        }),
      ),
    );
    expect(tries.filter((reply) => reply?.body.code === 'WRONG_CODE')).toHaveLength(5);
    const limited = await secondStep(by, nextCode(secret));
    expect(outcome(limited)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await secondStep(by, recoveryCodes[0] ?? '')).status).toBe(200);
    await query(
      "UPDATE second_factors SET wrong_since = wrong_since - interval '15 minutes' WHERE user_id = $1",
      [by.user.id],
    );
    expect((await secondStep(by, nextCode(secret))).status).toBe(200);
  });

  it('refuses a ticket that is forged, is a token, has expired, or dates from before a new password', async () => {
    const { by, secret } = await enrolled();
    const { second_step: ticket } = (await logIn(by)).body;
    const step = (second_step: string) =>
      app.client.post('/auth/second-step', { second_step, code: nextCode(secret) });
    for (const forged of ['x', `${ticket}x`, by.token]) {
      expect(outcome(await step(forged))).toEqual([400, 'SECOND_STEP_EXPIRED']);
    }
    const [head, claims = '', mark] = ticket.split('.');
    const turned = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 9_999_999_999 };
    const forged = [head, Buffer.from(JSON.stringify(turned)).toString('base64url'), mark].join('.');
    expect(outcome(await step(forged))).toEqual([400, 'SECOND_STEP_EXPIRED']);
    await query('UPDATE users SET credentials_changed_at = clock_timestamp() WHERE id = $1', [by.user.id]);
    expect(outcome(await step(ticket))).toEqual([400, 'SECOND_STEP_EXPIRED']);
    expect((await step((await logIn(by)).body.second_step)).status).toBe(200);
  });

  it('requires it after Google, too', async () => {
    const { by } = await enrolled();
    const { status, body } = await app.client.post('/auth/google', { credential: by.user.username });
    expect([status, body.token, typeof body.second_step]).toEqual([200, undefined, 'string']);
  });
});

describe('S8a changes of the factor', () => {
  it('need a code of it: to disable it, and for new recovery codes, which replace the old ones', async () => {
    const { by, secret, recoveryCodes } = await enrolled();
    const post = (path: string, code: string) => by.post(`/admin/second-factor/${path}`, { code });
    expect(outcome(await post('recovery-codes', wrongCode(secret)))).toEqual([400, 'WRONG_CODE']);
    const { recovery_codes: renewed } = (await post('recovery-codes', recoveryCodes[0] ?? '')).body;
    expect(outcome(await secondStep(by, recoveryCodes[1] ?? ''))).toEqual([400, 'WRONG_CODE']);
    expect((await secondStep(by, renewed[0])).status).toBe(200);
    expect(outcome(await post('disable', wrongCode(secret)))).toEqual([400, 'WRONG_CODE']);
    expect((await post('disable', nextCode(secret))).body.since).toBeNull();
    expect((await logIn(by)).body.token).toBeDefined();
    expect(outcome(await post('disable', nextCode(secret)))).toEqual([409, 'NO_SECOND_FACTOR']);
  });

  it('O3a by another operator, after a loss, need approval by a third', async () => {
    const { by } = await enrolled();
    const [second, third] = [await operator(), await operator()];
    const reset = (who: SignedInClient) =>
      who.post(`/admin/users/${by.user.id}/reset-second-factor`, { reason: 'lost phone' });
    expect(outcome(await reset(by))).toEqual([403, 'OWN_BENEFIT']);
    const requested = await reset(second);
    expect(requested.status).toBe(202);
    const approve = (who: SignedInClient) =>
      who.post(`/admin/approvals/${requested.body.approval_id}/approve`);
    expect(outcome(await approve(by))).toEqual([403, 'OWN_BENEFIT']);
    expect(outcome(await approve(second))).toEqual([409, 'OWN_REQUEST']);
    expect((await logIn(by)).body.token).toBeUndefined();
    expect((await approve(third)).body.status).toBe('approved');
    expect((await by.get('/admin/second-factor')).body.code).toBe('SESSION_ENDED');
    expect((await logIn(by)).body.token).toBeDefined();
    expect(outcome(await reset(third))).toEqual([409, 'NO_SECOND_FACTOR']);
  });
});

it('S8a a lost factor is removed from the command line when no operator can approve, by e-mail address, audited', async () => {
  const { by } = await enrolled();
  const email = `${by.user.username}@example.test`;
  const reset = (address: string) => resetFactorOnHost(app.deps.db, app.deps, address);
  await expect(reset('nobody@example.test')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  await reset(email);
  await expect(reset(email)).rejects.toMatchObject({ code: 'NO_SECOND_FACTOR' });
  expect((await logIn(by)).body.token).toBeDefined();
  const audits = await query<{ action: string }>(
    'SELECT action FROM admin_audit WHERE subject_id = $1 ORDER BY id',
    [by.user.id],
  );
  expect(audits.at(-1)?.action).toBe('second-factor.reset-on-host');
});

it('S8a in production an operator without a factor can only enrol, unless two operators decide otherwise', async () => {
  app.deps.config.isProduction = true;
  try {
    const by = await operator();
    for (const path of ['/admin/users', '/admin/settings', '/admin/approvals']) {
      expect(outcome(await by.get(path))).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    }
    expect((await by.get('/admin/second-factor')).body.must_enrol).toBe(true);
    expect((await by.get('/user/profile')).status).toBe(200);
    const { key } = (await by.post('/admin/second-factor/enrol')).body;
    const code = totpAt(secretOf(key), new Date());
    expect((await by.post('/admin/second-factor/confirm', { code })).status).toBe(200);
    expect((await by.get('/admin/users')).status).toBe(200);
    // One operator alone cannot switch it off.
    expect((await by.put('/admin/settings/secondFactorRequired', { value: false })).status).toBe(202);
  } finally {
    app.deps.config.isProduction = false;
  }
});

describe('S8a step-up', () => {
  it('every write and export of the console needs a recent confirmation; reading does not', async () => {
    const by = await operator();
    await ageSignIn(by, 10.1);
    // Read from the API document, so that a new route is covered automatically.
    const calls = Object.entries(app.app.swagger().paths ?? {})
      // A claim and a preview decide nothing.
      .filter(([url]) => url.startsWith('/api/admin/') && !/\/claims\/|\/reconciliation\/preview$/.test(url))
      .flatMap(([url, operations]) => Object.keys(operations ?? {}).map((method) => [method, url] as const));
    const asked: string[] = [];
    const call = async ([method, url]: (typeof calls)[number]) => {
      const path = url.replace('/api', '').replace(/\{[^}]+\}/g, '1');
      const body = method === 'get' ? undefined : {};
      const reply = await by.call(method.toUpperCase(), path, { body });
      if (reply.body?.code === 'REAUTH_NEEDED') asked.push(url);
      else expect([method, url]).toEqual(['get', url]);
    };
    for (let at = 0; at < calls.length; at += 8) await Promise.all(calls.slice(at, at + 8).map(call));
    expect(asked.length).toBeGreaterThan(60);
    for (const file of [
      'export/{list}',
      'ledger/transfers/csv',
      'ledger/wallets/{userId}/csv',
      'notify-me/csv',
    ])
      expect(asked).toContain(`/api/admin/${file}`);
    for (const path of ['users', 'settings', 'approvals', 'orders', 'audit-log', 'rewards']) {
      expect((await by.get(`/admin/${path}`)).status).toBe(200);
    }
    await ageSignIn(by, 9.9);
    expect((await by.put('/admin/settings/bidIncrement', { value: 2 })).status).toBe(200);
  });

  it('lasts for 10 minutes after the last confirmed action, and for 30 in any case', async () => {
    const by = await operator();
    const change = async () => (await by.put('/admin/settings/bidIncrement', { value: 2 })).status;
    /** The time since the confirmation, and since the last action that it allowed. */
    const passed = (confirmed: number, action: number) =>
      query(
        `UPDATE sessions SET authenticated_at = clock_timestamp() - $2 * interval '1 minute',
           confirmed_action_at = clock_timestamp() - $3 * interval '1 minute' WHERE user_id = $1`,
        [by.user.id, confirmed, action],
      );
    await ageSignIn(by, 9);
    expect(await change()).toBe(200);
    const [noted] = await query<{ recent: boolean }>(
      "SELECT confirmed_action_at > clock_timestamp() - interval '1 minute' AS recent FROM sessions WHERE user_id = $1",
      [by.user.id],
    );
    expect(noted).toEqual({ recent: true });
    await passed(29, 9);
    expect(await change()).toBe(200);
    await passed(29, 11);
    expect(await change()).toBe(403);
    await passed(31, 1);
    expect(await change()).toBe(403);
  });

  it('the same request with the same key succeeds after the password was confirmed, on another server at once', async () => {
    const [by, player] = [await operator(), await app.signIn()];
    const elsewhere = other.client.withToken(by.token);
    expect((await elsewhere.get('/user/profile')).status).toBe(200);
    await ageSignIn(by, 11);
    const give = (client: ApiClient) =>
      client.post(
        `/admin/users/${player.user.id}/adjust`,
        { bid_points: 5, reason: 'x' },
        { 'idempotency-key': 'the-same' },
      );
    const refused = await give(by);
    expect([refused.status, refused.body.details]).toEqual([403, { methods: ['password'] }]);
    expect(outcome(await confirmed(by, { password: 'wrong' }))).toEqual([400, 'WRONG_PASSWORD']);
    expect((await give(by)).body.code).toBe('REAUTH_NEEDED');
    expect((await confirmed(by, { password })).status).toBe(200);
    const replies = [await give(elsewhere), await give(by)];
    expect(replies.map(({ status, body }) => [status, body.available])).toEqual([
      [200, 5],
      [200, 5],
    ]);
  });

  it('accepts a code of the factor once, and confirms only the session that sent it', async () => {
    const { by, secret } = await enrolled();
    const elsewhere = await app.signInAs(by.user.id);
    await ageSignIn(by, 11);
    const change = (client: ApiClient) => client.put('/admin/settings/bidIncrement', { value: 2 });
    expect((await change(by)).body.details).toEqual({ methods: ['password', 'code'] });
    expect(outcome(await confirmed(by, { code: wrongCode(secret) }))).toEqual([400, 'WRONG_CODE']);
    const code = nextCode(secret);
    expect((await confirmed(by, { code })).status).toBe(200);
    expect((await change(by)).status).toBe(200);
    expect(outcome(await change(elsewhere))).toEqual([403, 'REAUTH_NEEDED']);
    expect(outcome(await confirmed(elsewhere, { code }))).toEqual([400, 'WRONG_CODE']);
  });

  it('accepts the Google account that the user signs in with, and no other', async () => {
    const by = await app.signIn({ role: 1 });
    await query("UPDATE users SET google_sub = 'sub of ' || username WHERE id = $1", [by.user.id]);
    await ageSignIn(by, 11);
    const change = () => by.put('/admin/settings/bidIncrement', { value: 2 });
    expect((await change()).body.details).toEqual({ methods: ['google'] });
    const wrong = await confirmed(by, { credential: 'another' });
    expect(outcome(wrong)).toEqual([401, 'WRONG_GOOGLE_CREDENTIAL']);
    expect((await confirmed(by, { credential: `sub of ${by.user.username}` })).status).toBe(200);
    expect((await change()).status).toBe(200);
  });

  it('S2 wrong passwords are limited', async () => {
    const by = other.client.withToken((await operator()).token);
    const tries = await Promise.all(Array.from({ length: 8 }, () => confirmed(by, { password: 'wrong' })));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});
