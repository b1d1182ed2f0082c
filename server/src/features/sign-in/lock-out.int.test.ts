import { hash, randomBytes } from 'node:crypto';
import { type Challenge, hasZeroBits, type ProofOfWork, toHashedText } from '@copup/shared/proof-of-work.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createUser } from '@copup/testkit/builders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainPasswords } from '../../../test/plain-passwords.ts';

const password = 'a passphrase of Ada';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    redis: null,
    env: { TRUST_PROXY: '1' },
    overrides: { passwords: plainPasswords },
  });
});
afterAll(() => app?.close());

let nth = 0;
/** Creates a user, and returns the address: each test has its own user and its own networks, 10.x.0.0/16. */
async function newUser(): Promise<{ email: string; network: string }> {
  nth += 1;
  const { id, username } = await createUser(app.deps.db, { username: `ada${nth}` });
  const hashed = await plainPasswords.hash(password);
  await app.deps.db.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, hashed]);
  return { email: `${username}@example.test`, network: `10.${nth}` };
}

/** A client at this address, which the test sets as a proxy would. */
const from = (address: string, email: string) => {
  const post = (path: string, body: object) =>
    app.client.post(path, { email, ...body }, { 'x-forwarded-for': address });
  return { post, signIn: (with_: object) => post('/auth/login', { password, ...with_ }) };
};
/** Sends 5 wrong passwords from each of this many networks, and returns the number of those refused with 429. */
async function guess(email: string, network: string, networks: number): Promise<number> {
  let refused = 0;
  for (let net = 0; net < networks; net += 1)
    for (let times = 0; times < 5; times += 1)
      if ((await from(`${network}.${net}.9`, email).signIn({ password: 'wrong' })).status === 429)
        refused += 1;
  return refused;
}
function solve({ challenge, bits }: Challenge): ProofOfWork {
  for (let tried = 0; ; tried += 1) {
    const proof = { challenge, answer: String(tried) };
    if (hasZeroBits(hash('sha256', toHashedText(proof), 'buffer'), bits)) return proof;
  }
}
const newDevice = () => randomBytes(32).toString('base64url');
const mailedCode = async (email: string, index = 0) => {
  const { rows } = await app.deps.db.pool.query<{ subject: string }>(
    "SELECT subject FROM mail_outbox WHERE to_address = $1 AND subject ~ '[0-9]{6}' ORDER BY id DESC OFFSET $2 LIMIT 1",
    [email, index],
  );
  return /\b\d{6}\b/.exec(rows[0]?.subject ?? '')?.[0] ?? '';
};
const reset = (otp: string) => ({ otp, newPassword: password, confirmPassword: password });
const wrong = (...codes: string[]) =>
  ['000000', '000001', '000002'].find((code) => !codes.includes(code)) ?? '';

describe('S2a a client cannot lock another user out', () => {
  it('of one network: its 5 wrong passwords a minute do not limit other networks', async () => {
    const { email, network } = await newUser();
    expect(await guess(email, network, 1)).toBe(0);
    expect((await from(`${network}.0.200`, email).signIn({})).status).toBe(429);
    // Refused attempts did not use up the limit that all networks share.
    for (let times = 0; times < 60; times += 1)
      await from(`${network}.0.7`, email).signIn({ password: 'wrong' });
    expect((await from(`${network}.1.5`, email).signIn({})).status).toBe(200);
  });

  it('S1a of many networks: known devices, a proof of work and mailed codes go on, each within its own limit', async () => {
    const { email, network } = await newUser();
    const own = from(`${network}.200.5`, email);
    const device_token = newDevice();
    expect((await own.signIn({ device_token })).status).toBe(200);
    expect(await guess(email, network, 13)).toBe(5);

    const refused = await own.signIn({});
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'PROOF_NEEDED',
      '60',
    ]);
    expect((await own.signIn({ device_token: newDevice() })).status).toBe(429);
    expect((await own.signIn({ device_token })).status).toBe(200);
    // Also when other clients of the same carrier have used up the address; the device's bucket is limited too.
    for (let times = 0; times < 5; times += 1)
      expect((await own.signIn({ password: 'wrong', device_token })).status).toBe(401);
    expect((await own.signIn({ device_token })).status).toBe(429);

    // The challenge serves one attempt of its network and account.
    const proof = solve(refused.body.details);
    const unproven = [
      () => own.signIn({ proof: { ...proof, answer: '0' } }),
      () => from(`${network}.201.7`, email).signIn({ proof }),
      () => own.signIn({ proof: { ...proof, challenge: `${proof.challenge}x` } }),
    ];
    for (const attempt of unproven) expect((await attempt()).status).not.toBe(200);
    expect((await own.signIn({ proof })).status).toBe(200);
    expect((await own.signIn({ proof })).body.code).toBe('PROOF_NEEDED');

    const elsewhere = from(`${network}.202.99`, email);
    await elsewhere.post('/auth/forget-password', {});
    expect((await elsewhere.post('/auth/reset-password', reset(await mailedCode(email)))).status).toBe(200);
  });

  it('knows a device only for the account that signed in on it, and stores no token', async () => {
    const [ada, tunde] = [await newUser(), await newUser()];
    const device_token = newDevice();
    await from(`${ada.network}.0.5`, ada.email).signIn({ device_token });
    const own = from(`${ada.network}.0.5`, tunde.email);
    for (let times = 0; times < 5; times += 1)
      await own.signIn({ password: 'wrong', device_token: newDevice() });
    expect((await own.signIn({ password: 'wrong', device_token })).status).toBe(429);
    const { rows } = await app.deps.db.pool.query('SELECT * FROM known_devices');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(device_token);
  });

  it('is limited by address with a high limit, for all accounts together', async () => {
    const { network } = await newUser();
    const statuses: number[] = [];
    for (let times = 0; times < 61; times += 1)
      statuses.push((await from(`${network}.0.9`, `nobody${times}@example.test`).signIn({})).status);
    expect(statuses).toEqual([...Array<number>(60).fill(401), 429]);
  });
});

describe('S1a a client cannot use up another user’s codes', () => {
  it('neither with wrong codes nor by requesting new ones', async () => {
    const { email, network } = await newUser();
    const [own, stranger] = [from(`${network}.0.5`, email), from(`${network}.1.7`, email)];
    expect((await own.post('/auth/forget-password', {})).status).toBe(200);
    expect((await stranger.post('/auth/forget-password', {})).status).toBe(200);
    const [ours, theirs] = [await mailedCode(email, 1), await mailedCode(email)];
    const guessed = reset(wrong(ours, theirs));
    for (let times = 0; times < 5; times += 1)
      expect((await stranger.post('/auth/reset-password', guessed)).body.code).toBe('WRONG_CODE');
    // From another network two attempts are possible, and three are left to the user.
    expect((await own.post('/auth/reset-password', guessed)).body.code).toBe('WRONG_CODE');
    expect((await own.post('/auth/reset-password', guessed)).body.code).toBe('WRONG_CODE');
    expect((await own.post('/auth/reset-password', reset(ours))).status).toBe(200);
  });

  it('by requests from 50 networks: 5 of 20 mails a day are for devices and networks of the account', async () => {
    const { email, network } = await newUser();
    const ask = async (address: string, of = email, device_token?: string) =>
      (await from(address, of).post('/auth/forget-password', { device_token })).status;
    const device = newDevice();
    await from('192.0.2.20', email).signIn({ device_token: device });
    for (const each of [email, 'nobody@example.test']) {
      const statuses: number[] = [];
      for (let net = 0; net < 50; net += 1) statuses.push(await ask(`${network}.${net}.9`, each));
      expect(statuses.filter((status) => status === 200)).toHaveLength(15);
      expect(new Set(statuses.slice(15))).toEqual(new Set([429]));
    }
    // The network of the last sign-in, and the device in another network.
    expect(await ask('192.0.2.77')).toBe(200);
    expect(await ask('198.51.100.80', email, newDevice())).toBe(429);
    expect(await ask('198.51.100.80', email, device)).toBe(200);
    // One day's mails for all purposes.
    for (let net = 100; net < 103; net += 1)
      expect(await ask(`${network}.${net}.9`, email, device)).toBe(200);
    expect(await ask(`${network}.104.9`, email, device)).toBe(429);
  });

  it('and no code accepts more than 5 attempts from all networks together', async () => {
    const { email, network } = await newUser();
    const own = from(`${network}.100.5`, email);
    await own.post('/auth/forget-password', {});
    const code = await mailedCode(email);
    for (let net = 0; net < 4; net += 1)
      await from(`${network}.${net}.9`, email).post('/auth/reset-password', reset(wrong(code)));
    for (let times = 0; times < 3; times += 1) await own.post('/auth/reset-password', reset(wrong(code)));
    const { rows } = await app.deps.db.pool.query(
      'SELECT tries, tries_elsewhere FROM one_time_codes WHERE email = $1',
      [email],
    );
    expect(rows).toEqual([{ tries: 5, tries_elsewhere: 2 }]);
    expect((await own.post('/auth/reset-password', reset(code))).body.code).toBe('WRONG_CODE');
  });
});
