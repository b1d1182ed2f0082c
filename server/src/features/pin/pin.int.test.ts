import { PinStatus } from '@copup/shared/pins.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Passwords } from '../../accounts/passwords.ts';

const work: string[] = [];
/** Fast hashing; the real cost has its own tests. */
const passwords: Passwords = {
  hash: async (plain) => {
    work.push('hash');
    return `plain ${plain}`;
  },
  verify: async (hash, plain) => {
    work.push('verify');
    return hash === `plain ${plain}`;
  },
};
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ overrides: { passwords, limitRules: noLimits } });
});
afterAll(() => app?.close());

const query = async (text: string, values: unknown[] = []) =>
  (await app.deps.db.pool.query(text, values)).rows;
const outcome = ({ status, body }: ApiReply) => [status, body?.code ?? body?.message];
const emailOf = ({ user }: SignedInClient) => `${user.username}@example.test`;
const mailsTo = (email: string): Promise<{ subject: string; body: string }[]> =>
  query('SELECT subject, body FROM mail_outbox WHERE to_address = $1 ORDER BY id', [email]);
const changedAt = async ({ user }: SignedInClient) =>
  (await query('SELECT credentials_changed_at AS at FROM users WHERE id = $1', [user.id]))[0].at;
const statusOf = async (by: SignedInClient) => PinStatus.parse((await by.get('/user/pin')).body);
const setPin = (by: SignedInClient, newPin: unknown, oldPin?: unknown) =>
  by.post('/user/set-pin', { oldPin, newPin });
async function withPin(pin = '0417'): Promise<SignedInClient> {
  const player = await app.signIn();
  expect((await setPin(player, pin)).status).toBe(200);
  return player;
}
/** Requests a recovery code and returns it. */
async function recoveryCode(by: SignedInClient): Promise<string> {
  await app.client.post('/user/recover-pin', { email: emailOf(by) });
  const mails = (await mailsTo(emailOf(by))).filter(({ subject }) => /is your Copup code/.test(subject));
  return /\b\d{6}\b/.exec(mails.at(-1)?.body ?? '')?.[0] ?? '';
}

describe('W7 POST /user/set-pin', () => {
  it('S6 a first PIN needs a recent sign-in, is not mailed, and starts no waiting period', async () => {
    const player = await app.signIn();
    expect(await statusOf(player)).toEqual({
      is_set: false,
      locked_until: null,
      needs_recovery: false,
      waits_until: null,
      wait_hours: 24,
      wait_coins: 100,
    });
    await query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      player.user.id,
    ]);
    expect(outcome(await setPin(player, '0417', ''))).toEqual([403, 'REAUTH_NEEDED']);
    await query('UPDATE sessions SET authenticated_at = now() WHERE user_id = $1', [player.user.id]);
    expect(outcome(await setPin(player, '0417', ''))).toEqual([200, 'PIN set successfully']);
    expect(await statusOf(player)).toMatchObject({ is_set: true, waits_until: null });
    expect(await changedAt(player)).toBeNull();
    expect(await mailsTo(emailOf(player))).toEqual([]);
  });

  it('R1 refuses other forms of PINs with the specified text, and an old PIN that is wrong or missing', async () => {
    const message = 'New PIN must be a 4-digit number';
    const first = await app.signIn();
    for (const pin of [1234, '123', '12345', '١٢٣٤', undefined]) {
      const { status, body } = await setPin(first, pin);
      expect([status, body.code, body.message]).toEqual([400, 'VALIDATION_FAILED', message]);
      expect(body.issues).toEqual([{ path: 'newPin', message }]);
    }
    const player = await withPin();
    for (const oldPin of [417, '04170', ' 0417', true])
      expect((await setPin(player, '1111', oldPin)).body.code).toBe('VALIDATION_FAILED');
    expect(outcome(await setPin(player, '1111'))).toEqual([400, 'PIN_NEEDED']);
    const wrong = await setPin(player, '1111', '9999');
    expect([wrong.status, wrong.body.code, wrong.body.details]).toEqual([
      400,
      'WRONG_PIN',
      { tries_left: 4 },
    ]);
    expect(outcome(await setPin(player, '1111', '0417'))).toEqual([200, 'PIN changed successfully']);
    expect(outcome(await setPin(player, '2222', '0417'))).toEqual([400, 'WRONG_PIN']);
  });

  it('S6 W8 a change starts the waiting period and notifies the user; the PIN is never in a mail or a notice', async () => {
    const player = await withPin();
    await setPin(player, '8305', '0417');
    const at = await changedAt(player);
    expect((await statusOf(player)).waits_until).toBe(new Date(at.getTime() + 24 * 3_600_000).toISOString());
    const [mail, ...others] = await mailsTo(emailOf(player));
    expect([mail?.subject, others]).toEqual(['The PIN of your Copup account was changed', []]);
    expect(mail?.body).not.toMatch(/0417|8305/);
    const { body } = await player.get('/user/notifications');
    expect(body.items.map(({ kind, details }: { kind: string; details: object }) => [kind, details])).toEqual(
      [['security', { what: 'Your PIN' }]],
    );
  });

  it('S6 parallel guesses lock it; a mailed code sets a new one and unlocks it', async () => {
    const player = await withPin();
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => setPin(player, '1111', String(5_000 + nth))),
    );
    expect(guesses.filter(({ body }) => body.code === 'WRONG_PIN')).toHaveLength(4);
    expect(guesses.filter(({ status }) => status === 423)).toHaveLength(8);
    expect((await statusOf(player)).locked_until).not.toBeNull();
    expect(outcome(await setPin(player, '1111', '0417'))).toEqual([423, 'PIN_LOCKED']);
    expect(outcome(await setPin(player, '1111', await recoveryCode(player)))[0]).toBe(200);
    expect(await statusOf(player)).toMatchObject({ is_set: true, locked_until: null });
    expect(outcome(await setPin(player, '2222', '1111'))[0]).toBe(200);
  });

  it('S6 a code is accepted once, for its owner only, and 10 wrong PINs need it', async () => {
    const [player, other] = [await withPin(), await withPin()];
    await query('UPDATE pins SET wrong_tries = 10 WHERE user_id = $1', [player.user.id]);
    expect(await statusOf(player)).toMatchObject({ needs_recovery: true, locked_until: null });
    const locked = await setPin(player, '1111', '0417');
    expect([locked.status, locked.body.details]).toEqual([423, { until: null }]);
    const code = await recoveryCode(player);
    expect(outcome(await setPin(other, '1111', code))).toEqual([400, 'WRONG_CODE']);
    const replies = await Promise.all([setPin(player, '1111', code), setPin(player, '1111', code)]);
    expect(replies.map(outcome).sort()).toEqual([
      [200, 'PIN changed successfully'],
      [400, 'WRONG_CODE'],
    ]);
    expect(outcome(await setPin(player, '2222', code))).toEqual([400, 'WRONG_CODE']);
    expect(await changedAt(player)).not.toBeNull();
  });

  it('two first PINs at once: one is set, the other needs it', async () => {
    const player = await app.signIn();
    const replies = await Promise.all([setPin(player, '1111'), setPin(player, '2222')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('W7 POST /user/recover-pin', () => {
  it('replies identically for known and unknown addresses, after the same work; only the known one gets a code', async () => {
    const player = await withPin();
    const stranger = 'nobody-with-a-pin@example.test';
    work.length = 0;
    const replies = await Promise.all(
      [emailOf(player), stranger].map((email) => app.client.post('/user/recover-pin', { email })),
    );
    expect(replies.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"message":"Recovery code sent to your email"}'],
      [200, '{"message":"Recovery code sent to your email"}'],
    ]);
    expect(work).toEqual([]);
    expect(await query('SELECT count(*) AS n FROM one_time_codes WHERE email = $1', [stranger])).toEqual([
      { n: 1 },
    ]);
    expect((await mailsTo(stranger)).map(({ subject }) => subject)).toEqual([
      'There is no Copup account with this address',
    ]);
    expect((await mailsTo(emailOf(player))).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^\d{6} is your Copup code$/),
    ]);
    expect((await app.client.post('/user/recover-pin', { email: emailOf(player) })).body.code).toBe(
      (await app.client.post('/user/recover-pin', { email: stranger })).body.code,
    );
    expect((await app.client.post('/user/recover-pin', { email: 'no address' })).status).toBe(400);
  });
});
