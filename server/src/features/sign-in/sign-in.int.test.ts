import { limitRules } from '@copup/shared/limit-rules.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { plainPasswords } from '../../../test/plain-passwords.ts';
import type { Passwords } from '../../accounts/passwords.ts';
import { systemClock } from '../../clock.ts';

/** The calls to the password hashes, to be compared. */
const work: string[] = [];
const counted: Passwords = {
  hash: (...args) => {
    work.push('hash');
    return plainPasswords.hash(...args);
  },
  verify: (...args) => {
    work.push('verify');
    return plainPasswords.verify(...args);
  },
};

let app: TestApp;
/** The limits of the server count its own time. */
let passedMs = 0;
const clock = {
  wallMs: () => systemClock.wallMs() + passedMs,
  monotonicMs: () => systemClock.monotonicMs() + passedMs,
};
beforeAll(async () => {
  // One address sends all these requests; the limits of an account are unchanged.
  const [login, code, credentials] = (['login', 'code', 'credentials'] as const).map((name) => ({
    ...limitRules[name],
    perAddress: 10_000,
  }));
  app = await startApp({
    redis: null,
    overrides: { clock, passwords: counted, limitRules: { login, code, credentials } },
  });
});
afterAll(() => app?.close());

let nth = 0;
const newPerson = () => {
  nth += 1;
  return {
    email: `person${nth}@copup.test`,
    username: `person_${nth}`,
    full_name: `Person ${nth}`,
    password: `a passphrase of ${nth}`,
  };
};

async function mailedCode(email: string): Promise<string | undefined> {
  const { rows } = await app.deps.db.pool.query<{ body: string }>(
    'SELECT body FROM mail_outbox WHERE to_address = $1 ORDER BY id DESC LIMIT 1',
    [email],
  );
  return /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0];
}

/** Sets the time of the last code this many seconds back. */
const passTime = (email: string, seconds: number) =>
  app.deps.db.pool.query(
    `UPDATE one_time_codes SET created_at = created_at - $2 * interval '1 second' WHERE email = $1`,
    [email, seconds],
  );

async function register(over: Record<string, unknown> = {}) {
  const person = newPerson();
  await app.client.post('/auth/send-otp', { email: person.email });
  const otp = await mailedCode(person.email);
  const reply = await app.client.post('/auth/register', { ...person, otp, profile: '', ...over });
  return { person, otp, reply };
}

const wrong = (code: string | undefined) => (code === '000000' ? '000001' : '000000');

describe('S1, S9 registration', () => {
  it('S9 creates a wallet, an inbox and a session with a mailed code, with the specified texts', async () => {
    const person = newPerson();
    const sent = await app.client.post('/auth/send-otp', { email: person.email });
    expect([sent.status, sent.body]).toEqual([200, { message: 'OTP sent to your email' }]);
    const otp = await mailedCode(person.email);
    const made = await app.client.post('/auth/register', { ...person, otp, referralCode: '', terms: true });
    expect([made.status, made.body]).toMatchObject([
      201,
      { message: 'User registered successfully', user: { username: person.username, role: 0 } },
    ]);
    // X10: the registration has signed in.
    expect((await app.client.withToken(made.body.token).get('/user/profile')).status).toBe(200);
    const { email, password } = person;
    const login = await app.client.post('/auth/login', { email: email.toUpperCase(), password });
    expect(login.body).toMatchObject({
      message: 'Login successful',
      user: { username: person.username, role: 0 },
    });
    const profile = await app.client.withToken(login.body.token).get('/user/profile');
    expect(profile.body).toMatchObject({
      bid_points: 0,
      held_points: 0,
      task_coin: 0,
      email,
      unread: 0,
      wallet_address: expect.stringMatching(/^cp1/),
      referral_code: expect.stringMatching(/^[2-9A-Z]{8}$/),
    });
    expect(profile.text).not.toContain(password);
  });

  it('S9 ignores fields that a new user must not choose', async () => {
    const { person, reply } = await register({
      role: 1,
      bid_points: 1_000,
      available: 1_000,
      realm: 5,
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      wallet_address: 'cp1mine',
      referral_code: 'MINEMINE',
      profile: '/uploads/mine.webp',
    });
    expect(reply.status).toBe(201);
    const { rows } = await app.deps.db.pool.query(
      'SELECT u.*, w.available FROM users u JOIN wallets w ON w.user_id = u.id WHERE username = $1',
      [person.username],
    );
    expect(rows[0]).toMatchObject({ role: 0, realm: 0, available: 0, profile: null });
    expect([rows[0].id, rows[0].wallet_address, rows[0].referral_code]).not.toEqual(
      expect.arrayContaining(['MINEMINE']),
    );
  });

  it.each([
    ['/auth/register', 'terms', 'on', 'You must agree to the terms and policies'],
    ['/auth/google', 'terms', false, 'You must agree to the terms and policies'],
    ['/auth/reset-password', 'confirmPassword', undefined, 'Passwords do not match'],
  ])('R1 %s refuses %s %j with the specified text', async (path, field, value, message) => {
    const { status, body } = await app.client.post(path, { [field]: value });
    expect([status, body.code, body.message]).toEqual([400, 'VALIDATION_FAILED', message]);
    expect(body.issues).toContainEqual({ path: field, message });
  });

  it('S9 requires consent, an unused name, and an existing referral code', async () => {
    const noTerms = await register({ terms: false });
    expect(noTerms.reply.body).toEqual({
      code: 'TERMS_NOT_ACCEPTED',
      message: 'You must agree to the terms and policies',
    });
    const first = await register();
    const taken = await register({ username: first.person.username.toUpperCase() });
    expect([taken.reply.status, taken.reply.body.code]).toEqual([409, 'USERNAME_TAKEN']);
    const unknown = await register({ referralCode: 'NOBODY22' });
    expect([unknown.reply.status, unknown.reply.body.code]).toEqual([400, 'UNKNOWN_REFERRAL_CODE']);
    // A later refusal does not use up the code.
    const again = await app.client.post('/auth/register', { ...unknown.person, otp: unknown.otp });
    expect(again.status).toBe(201);
  });

  it('X13 refuses names with a word of the list or of this service at their field, and the code stays valid', async () => {
    for (const name of [{ username: 'copup_help' }, { full_name: 'Copup Support' }]) {
      const { body } = (await register(name)).reply;
      expect([body.code, body.issues[0].path]).toEqual(['VALIDATION_FAILED', Object.keys(name)[0]]);
    }
    const refused = await register({ username: 'sh1t_lord' });
    expect(refused.reply.status).toBe(400);
    expect(refused.reply.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'username', message: 'Choose another username.' }],
    });
    const { person, otp } = refused;
    const again = await app.client.post('/auth/register', { ...person, otp });
    expect(again.status).toBe(201);
  });

  it('S9 stores the referrer, with the code in any case', async () => {
    const referrer = await register();
    const { rows } = await app.deps.db.pool.query('SELECT id, referral_code FROM users WHERE username = $1', [
      referrer.person.username,
    ]);
    const { person, reply } = await register({ referralCode: rows[0].referral_code.toLowerCase() });
    expect(reply.status).toBe(201);
    const made = await app.deps.db.pool.query('SELECT referred_by FROM users WHERE username = $1', [
      person.username,
    ]);
    expect(made.rows[0].referred_by).toBe(rows[0].id);
  });

  it('S9 refuses other forms of each field', async () => {
    for (const [field, value] of [
      ['email', 'no address'],
      ['username', 'ab'],
      ['username', 'аdа_lagos'],
      ['full_name', `Ada${String.fromCharCode(0x202e)}ezE`],
      ['password', 'short'],
      ['otp', '12345'],
    ] as const) {
      const body = { ...newPerson(), otp: '123456', [field]: value };
      const reply = await app.client.post('/auth/register', body);
      expect([reply.status, reply.body.code, reply.body.issues[0].path]).toEqual([
        400,
        'VALIDATION_FAILED',
        field,
      ]);
    }
  });

  it('creates one account for five concurrent registrations with one code', async () => {
    const person = newPerson();
    await app.client.post('/auth/send-otp', { email: person.email });
    const otp = await mailedCode(person.email);
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((end) =>
        app.client.post('/auth/register', { ...person, username: `${person.username}${end}`, otp }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 400]));
  });
});

describe('S1 codes', () => {
  it('are stored salted and hashed, and are valid once and for one purpose', async () => {
    const { person, otp } = await register();
    const { rows } = await app.deps.db.pool.query('SELECT * FROM one_time_codes WHERE email = $1', [
      person.email,
    ]);
    expect(JSON.stringify(rows)).not.toContain(otp);
    const again = await app.client.post('/auth/register', {
      ...person,
      username: `${person.username}x`,
      otp,
    });
    expect(again.body.code).toBe('WRONG_CODE');
    const newPassword = 'another passphrase';
    const reset = await app.client.post('/auth/reset-password', {
      email: person.email,
      otp,
      newPassword,
      confirmPassword: newPassword,
    });
    expect(reset.body.code).toBe('WRONG_CODE');
  });

  it('S1a allow 5 attempts over their whole life, also in parallel; a new code can be requested after 60 s', async () => {
    const person = newPerson();
    await app.client.post('/auth/send-otp', { email: person.email });
    const otp = await mailedCode(person.email);
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => app.client.post('/auth/register', { ...person, otp: wrong(otp) })),
    );
    expect(new Set(tries.map(({ body }) => body.code))).toEqual(new Set(['WRONG_CODE']));
    // The limit of a minute applies first (S2a). After a minute the code is still used up, which its row records.
    expect((await app.client.post('/auth/register', { ...person, otp })).body.code).toBe('RATE_LIMITED');
    await passTime(person.email, 61);
    expect((await app.client.post('/auth/send-otp', { email: person.email })).status).toBe(200);
    const fresh = { ...person, otp: await mailedCode(person.email) };
    // A new code allows new attempts, and does not reset the limit of the account.
    expect((await app.client.post('/auth/register', fresh)).body.code).toBe('RATE_LIMITED');
    passedMs += 61_000;
    expect((await app.client.post('/auth/register', { ...person, otp })).body.code).toBe('WRONG_CODE');
    expect((await app.client.post('/auth/register', fresh)).status).toBe(201);
  });

  it('X2 are checked before the registration, which counts as an attempt and leaves the code usable', async () => {
    const person = newPerson();
    await app.client.post('/auth/send-otp', { email: person.email });
    const otp = await mailedCode(person.email);
    const check = (code: string | undefined) =>
      app.client.post('/auth/check-otp', { email: person.email, otp: code });
    for (const tries_left of [4, 3])
      expect((await check(wrong(otp))).body).toMatchObject({ code: 'WRONG_CODE', details: { tries_left } });
    for (let nth = 0; nth < 2; nth += 1) expect((await check(otp)).status).toBe(200);
    const { username } = (await check(otp)).body;
    const isFree = async () => (await app.client.get(`/auth/username/${username}`)).body.is_free;
    expect(await isFree()).toBe(true);
    const terms = { ...person, username, otp };
    expect((await app.client.post('/auth/register', terms)).status).toBe(201);
    expect(await isFree()).toBe(false);
    expect((await check(otp)).body).toMatchObject({ code: 'WRONG_CODE', details: { tries_left: 0 } });
    // Without a code, or for an address with an account, the reply is the same.
    const unknown = await app.client.post('/auth/check-otp', { email: newPerson().email, otp });
    expect(unknown.body).toEqual((await check(otp)).body);
  });

  it('expire after their time, and when a newer one was mailed', async () => {
    const person = newPerson();
    await app.client.post('/auth/send-otp', { email: person.email });
    const first = await mailedCode(person.email);
    await app.deps.db.pool.query(
      "UPDATE one_time_codes SET expires_at = clock_timestamp() - interval '1 second' WHERE email = $1",
      [person.email],
    );
    expect((await app.client.post('/auth/register', { ...person, otp: first })).body.code).toBe('WRONG_CODE');
    await passTime(person.email, 61);
    await app.client.post('/auth/send-otp', { email: person.email });
    const second = await mailedCode(person.email);
    expect(second).not.toBe(first);
    expect((await app.client.post('/auth/register', { ...person, otp: first })).body.code).toBe('WRONG_CODE');
    expect((await app.client.post('/auth/register', { ...person, otp: second })).status).toBe(201);
  });

  it('S1a are mailed again after 60 s, and at most 10 times a day for one network', async () => {
    const { email } = newPerson();
    expect((await app.client.post('/auth/send-otp', { email })).status).toBe(200);
    const soon = await app.client.post('/auth/send-otp', { email });
    expect(soon.status).toBe(429);
    const wait = Number(soon.headers.get('retry-after'));
    expect(wait > 0 && wait <= 60).toBe(true);
    passedMs += 16 * 60_000;
    for (let nth = 2; nth <= 10; nth += 1) {
      await passTime(email, 61);
      expect((await app.client.post('/auth/send-otp', { email })).status).toBe(200);
    }
    await passTime(email, 3_600);
    passedMs += 16 * 60_000;
    const late = await app.client.post('/auth/send-otp', { email });
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(3_600);
    await passTime(email, 24 * 3_600);
    expect((await app.client.post('/auth/send-otp', { email })).status).toBe(200);
  });
});

describe('S1 replies do not reveal which addresses have an account', () => {
  const statements = async (action: () => Promise<{ status: number; text: string }>) => {
    work.length = 0;
    const seen: string[] = [];
    const { pool } = app.deps.db;
    const connect = pool.connect.bind(pool);
    const note = (query: unknown) => {
      const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
      // Statements of sweeps may occur at any time.
      if (/one_time_codes|mail_outbox \(|users|sessions \(|advisory/.test(text)) seen.push(text);
    };
    const spies = [
      vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
        note(args[0]);
        const client = await connect();
        try {
          return await (client.query as (...all: unknown[]) => Promise<unknown>)(...args);
        } finally {
          client.release();
        }
      }) as never),
      vi.spyOn(pool, 'connect').mockImplementation((async () => {
        const client = await connect();
        const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
        const spy = vi.spyOn(client, 'query').mockImplementation(((...args: unknown[]) => {
          note(args[0]);
          return query(...args);
        }) as never);
        const release = client.release.bind(client);
        client.release = (error) => {
          spy.mockRestore();
          client.release = release;
          release(error);
        };
        return client;
      }) as never),
    ];
    const reply = await action();
    for (const spy of spies) spy.mockRestore();
    return { status: reply.status, text: reply.text, seen, work: [...work] };
  };

  it('send-otp and forget-password: same status, text and work', async () => {
    const { person } = await register();
    await passTime(person.email, 3_600);
    for (const path of ['/auth/send-otp', '/auth/forget-password']) {
      const known = await statements(() => app.client.post(path, { email: person.email }));
      const unknown = await statements(() => app.client.post(path, { email: newPerson().email }));
      expect(known).toEqual(unknown);
      expect(known.status).toBe(200);
      expect(known.seen.length).toBeGreaterThan(4);
    }
  });

  it('login: same status, text and work for a wrong password and an unknown address', async () => {
    const { person } = await register();
    const password = 'not the passphrase';
    const known = await statements(() => app.client.post('/auth/login', { email: person.email, password }));
    const unknown = await statements(() =>
      app.client.post('/auth/login', { email: newPerson().email, password }),
    );
    expect(known).toEqual(unknown);
    expect([known.status, known.work]).toEqual([401, ['verify']]);
  });

  it('register and reset-password: every code is wrong for a user who was mailed none', async () => {
    const { person } = await register();
    await passTime(person.email, 3_600);
    await app.client.post('/auth/send-otp', { email: person.email });
    expect(await mailedCode(person.email)).toBeUndefined();
    const known = await statements(() => app.client.post('/auth/register', { ...person, otp: '123456' }));
    const stranger = newPerson();
    await app.client.post('/auth/send-otp', { email: stranger.email });
    const otp = wrong(await mailedCode(stranger.email));
    expect(known).toEqual(await statements(() => app.client.post('/auth/register', { ...stranger, otp })));
    const nobody = newPerson();
    await app.client.post('/auth/forget-password', { email: nobody.email });
    expect(await mailedCode(nobody.email)).toBeUndefined();
  });
});

describe('S2, S3 sign-in and a new password', () => {
  it('S2a allows 5 wrong passwords a minute for one account and network; correct ones do not count', async () => {
    const { person } = await register();
    for (let right = 0; right < 6; right += 1) {
      const { email, password } = person;
      expect((await app.client.post('/auth/login', { email, password })).status).toBe(200);
    }
    for (let tried = 0; tried < 5; tried += 1) {
      await app.client.post('/auth/login', { email: person.email, password: 'wrong wrong' });
    }
    const reply = await app.client.post('/auth/login', {
      email: person.email.toUpperCase(),
      password: person.password,
    });
    expect([reply.status, reply.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('S3 a reset with the mailed code sets the password and ends every session', async () => {
    const { person } = await register();
    const { email, password } = person;
    const before = await app.client.post('/auth/login', { email, password });
    const session = app.client.withToken(before.body.token);
    expect((await session.get('/user/profile')).status).toBe(200);
    const sent = await app.client.post('/auth/forget-password', { email });
    expect(sent.body).toEqual({ message: 'OTP sent to your email' });
    const body = {
      email,
      otp: await mailedCode(email),
      newPassword: 'the next passphrase',
      confirmPassword: 'another',
    };
    const differ = await app.client.post('/auth/reset-password', body);
    expect([differ.status, differ.body.message]).toEqual([400, 'Passwords do not match']);
    const reset = await app.client.post('/auth/reset-password', {
      ...body,
      confirmPassword: body.newPassword,
    });
    expect([reset.status, reset.body]).toEqual([200, { message: 'Password reset successfully' }]);
    expect((await session.get('/user/profile')).body.code).toBe('SESSION_ENDED');
    expect((await app.client.post('/auth/login', { email, password })).status).toBe(401);
    expect((await app.client.post('/auth/login', { email, password: body.newPassword })).status).toBe(200);
  });
});

it('S4 without a client id, Google is off; GET /config returns what the client needs and no more', async () => {
  const google = await app.client.post('/auth/google', { credential: 'x' });
  expect(google.body.code).toBe('GOOGLE_NOT_CONFIGURED');
  const reply = await app.client.get('/config');
  expect(reply.body).toEqual({
    google_client_id: null,
    support_email: null,
    otp_resend_s: 60,
    push_key: app.deps.config.push?.publicKey,
  });
});
