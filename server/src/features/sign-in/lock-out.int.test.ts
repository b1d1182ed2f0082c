import { hash, randomBytes } from 'node:crypto';
import { type Challenge, hasZeroBits, type ProofOfWork, toHashedText } from '@copup/shared/proof-of-work.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createUser } from '@copup/testkit/builders.ts';
import type { ApiClient } from '@copup/testkit/client.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainPasswords } from '../../../test/plain-passwords.ts';

const password = 'a passphrase of Ada';
const ada = 'ada@example.test';

let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await plainPasswords.hash(password);
  app = await startServer();
  const { id } = await createUser(app.deps.db, { username: 'ada' });
  await app.deps.db.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, passwordHash]);
});
afterAll(() => app?.close());

/** Another server on the same database has its own counters, as if the minute were over. */
const startServer = (database = app?.database) =>
  startApp({
    ...(database ? { database } : {}),
    redis: null,
    env: { TRUST_PROXY: '1' },
    overrides: { passwords: plainPasswords },
  });

/** A client at this address, which the test sets as a proxy would. */
const from = (address: string, { client }: { client: ApiClient } = app) => ({
  post: (path: string, body: object) => client.post(path, body, { 'x-forwarded-for': address }),
  signIn: (with_: object) =>
    client.post('/auth/login', { email: ada, password, ...with_ }, { 'x-forwarded-for': address }),
});
function solve({ challenge, bits }: Challenge): ProofOfWork {
  for (let tried = 0; ; tried += 1) {
    const proof = { challenge, answer: String(tried) };
    if (hasZeroBits(hash('sha256', toHashedText(proof), 'buffer'), bits)) return proof;
  }
}
const newDevice = () => randomBytes(32).toString('base64url');

async function withFreshLimits(work: (server: TestApp) => Promise<void>): Promise<void> {
  const server = await startServer();
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

describe('S2a a client cannot lock another user out', () => {
  it('of one network: its 5 wrong passwords a minute do not limit other networks', () =>
    withFreshLimits(async (server) => {
      const stranger = from('198.51.100.7', server);
      for (let nth = 0; nth < 5; nth += 1)
        expect((await stranger.signIn({ password: 'wrong' })).status).toBe(401);
      expect((await from('198.51.100.200', server).signIn({})).status).toBe(429);
      // Refused attempts did not use up the limit that all networks share.
      for (let nth = 0; nth < 60; nth += 1) await stranger.signIn({ password: 'wrong' });
      expect((await from('203.0.113.5', server).signIn({})).status).toBe(200);
    }));

  it('of many networks: the account as a whole is limited, but not a known device', () =>
    withFreshLimits(async (server) => {
      const device_token = newDevice();
      expect((await from('203.0.113.5', server).signIn({ device_token })).status).toBe(200);
      let refused = 0;
      for (let net = 0; net < 13; net += 1)
        for (let nth = 0; nth < 5; nth += 1)
          if ((await from(`10.1.${net}.9`, server).signIn({ password: 'wrong' })).status === 429)
            refused += 1;
      expect(refused).toBe(5);
      const own = from('203.0.113.5', server);
      expect((await own.signIn({})).status).toBe(429);
      expect((await own.signIn({ device_token: newDevice() })).status).toBe(429);
      expect((await own.signIn({ device_token })).status).toBe(200);
      // Also when other clients of the same carrier have used up the address; the device's bucket is limited too.
      for (let nth = 0; nth < 5; nth += 1)
        expect((await own.signIn({ password: 'wrong', device_token })).status).toBe(401);
      expect((await own.signIn({ device_token })).status).toBe(429);
    }));

  it('of many networks: a new device signs in with a proof of work, which serves one attempt of its network', () =>
    withFreshLimits(async (server) => {
      for (let net = 0; net < 12; net += 1)
        for (let nth = 0; nth < 5; nth += 1)
          await from(`10.3.${net}.9`, server).signIn({ password: 'wrong' });
      const own = from('203.0.113.5', server);
      const refused = await own.signIn({});
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        429,
        'PROOF_NEEDED',
        '60',
      ]);
      const proof = solve(refused.body.details);
      const unproven = [
        () => own.signIn({ proof: { ...proof, answer: '0' } }),
        () => from('198.51.100.7', server).signIn({ proof }),
        () =>
          own.signIn({ email: 'tunde@example.test', proof: { ...proof, challenge: `${proof.challenge}x` } }),
      ];
      for (const attempt of unproven) expect((await attempt()).status).not.toBe(200);
      expect((await own.signIn({ password: 'wrong', proof })).status).toBe(401);
      expect((await own.signIn({ proof })).body.code).toBe('PROOF_NEEDED');
      const again = solve((await own.signIn({})).body.details);
      expect((await own.signIn({ proof: again })).status).toBe(200);
    }));

  it('knows a device only for the account that signed in on it, and stores no token', async () => {
    const device_token = newDevice();
    await from('203.0.113.5').signIn({ device_token });
    const { id } = await createUser(app.deps.db, { username: 'tunde' });
    await app.deps.db.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, passwordHash]);
    await withFreshLimits(async (server) => {
      const tunde = { email: 'tunde@example.test', password: 'wrong', device_token };
      for (let nth = 0; nth < 5; nth += 1)
        await from('203.0.113.5', server).post('/auth/login', { ...tunde, device_token: newDevice() });
      expect((await from('203.0.113.5', server).post('/auth/login', tunde)).status).toBe(429);
    });
    const { rows } = await app.deps.db.pool.query('SELECT * FROM known_devices');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(device_token);
  });

  it('is limited by address with a high limit, for all accounts together', () =>
    withFreshLimits(async (server) => {
      const statuses = new Map<number, number>();
      for (let nth = 0; nth < 61; nth += 1) {
        const email = `nobody${nth}@example.test`;
        const { status } = await from('198.51.100.9', server).post('/auth/login', { email, password });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect([...statuses]).toEqual([
        [401, 60],
        [429, 1],
      ]);
    }));
});

describe('S1a a client cannot use up another user’s codes', () => {
  const mailed = async (email: string, index = 0) => {
    const { rows } = await app.deps.db.pool.query<{ subject: string }>(
      'SELECT subject FROM mail_outbox WHERE to_address = $1 ORDER BY id DESC OFFSET $2 LIMIT 1',
      [email, index],
    );
    return /\b\d{6}\b/.exec(rows[0]?.subject ?? '')?.[0] ?? '';
  };
  const reset = (otp: string) => ({ email: ada, otp, newPassword: password, confirmPassword: password });
  const wrong = (...codes: string[]) =>
    ['000000', '000001', '000002'].find((code) => !codes.includes(code)) ?? '';

  beforeEach(() => app.deps.db.pool.query('DELETE FROM one_time_codes WHERE email = $1', [ada]));

  it('neither with wrong codes nor by requesting new ones', () =>
    withFreshLimits(async (server) => {
      const [own, stranger] = [from('203.0.113.5', server), from('198.51.100.7', server)];
      expect((await own.post('/auth/forget-password', { email: ada })).status).toBe(200);
      expect((await stranger.post('/auth/forget-password', { email: ada })).status).toBe(200);
      const [ours, theirs] = [await mailed(ada, 1), await mailed(ada)];
      const guess = reset(wrong(ours, theirs));
      for (let nth = 0; nth < 5; nth += 1)
        expect((await stranger.post('/auth/reset-password', guess)).body.code).toBe('WRONG_CODE');
      // From another network two attempts are possible, and three are left to the user.
      expect((await own.post('/auth/reset-password', guess)).body.code).toBe('WRONG_CODE');
      expect((await own.post('/auth/reset-password', guess)).body.code).toBe('WRONG_CODE');
      expect((await own.post('/auth/reset-password', reset(ours))).status).toBe(200);
    }));

  it('by requests from 50 networks: 5 of 20 mails a day are for devices and networks of the account', () =>
    withFreshLimits(async (server) => {
      const ask = async (address: string, email = ada, device_token?: string) =>
        (await from(address, server).post('/auth/forget-password', { email, device_token })).status;
      const device = newDevice();
      await from('192.0.2.20', server).signIn({ device_token: device });
      for (const email of [ada, 'nobody@example.test']) {
        const statuses: number[] = [];
        for (let net = 0; net < 50; net += 1) statuses.push(await ask(`10.4.${net}.9`, email));
        expect(statuses.filter((status) => status === 200)).toHaveLength(15);
        expect(new Set(statuses.slice(15))).toEqual(new Set([429]));
      }
      // The network of the last sign-in, and the device in another network.
      expect(await ask('192.0.2.77')).toBe(200);
      expect(await ask('198.51.100.80', ada, newDevice())).toBe(429);
      expect(await ask('198.51.100.80', ada, device)).toBe(200);
      // One day's mails for all purposes.
      for (let net = 0; net < 3; net += 1) expect(await ask(`10.5.${net}.9`, ada, device)).toBe(200);
      expect(await ask('10.5.4.9', ada, device)).toBe(429);
    }));

  it('nor refuse them during guesses of the password', () =>
    withFreshLimits(async (server) => {
      for (let net = 0; net < 12; net += 1)
        for (let nth = 0; nth < 5; nth += 1)
          await from(`10.6.${net}.9`, server).signIn({ password: 'wrong' });
      const own = from('203.0.113.99', server);
      await own.post('/auth/forget-password', { email: ada });
      expect((await own.post('/auth/reset-password', reset(await mailed(ada)))).status).toBe(200);
    }));

  it('and no code accepts more than 5 attempts from all networks together', async () => {
    await from('203.0.113.5').post('/auth/forget-password', { email: ada });
    const code = await mailed(ada);
    for (let net = 0; net < 4; net += 1)
      await from(`10.2.${net}.9`).post('/auth/reset-password', reset(wrong(code)));
    for (let nth = 0; nth < 3; nth += 1)
      await from('203.0.113.5').post('/auth/reset-password', reset(wrong(code)));
    const { rows } = await app.deps.db.pool.query(
      "SELECT tries, tries_elsewhere FROM one_time_codes WHERE email = 'ada@example.test'",
    );
    expect(rows).toEqual([{ tries: 5, tries_elsewhere: 2 }]);
    expect((await from('203.0.113.5').post('/auth/reset-password', reset(code))).body.code).toBe(
      'WRONG_CODE',
    );
  });
});
