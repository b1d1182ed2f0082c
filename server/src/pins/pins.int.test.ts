import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createUser } from '@copup/testkit/builders.ts';
import { givePin } from '@copup/testkit/pins.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/in-transaction.ts';
import { Refusal } from '../errors.ts';
import { verifyPin } from './pins.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server?.close());

const right = '0417';
const network = '192.0.2.0/24';

async function userWithPin(): Promise<string> {
  const { id } = await createUser(server.deps.db);
  await givePin(server.deps, id, right);
  return id;
}
/** Returns `right`, or code and details of the refusal. */
async function attempt(userId: string, pin: string | undefined) {
  try {
    await verifyPin(server.deps, { userId, pin, network });
    return ['right'];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.details];
  }
}
const rowOf = async (userId: string) =>
  (
    await server.deps.db.pool.query(
      'SELECT wrong_tries AS tries, locked_until AS until, pin_hash AS hash FROM pins WHERE user_id = $1',
      [userId],
    )
  ).rows[0];
const endLock = (userId: string) =>
  server.deps.db.pool.query(
    "UPDATE pins SET locked_until = clock_timestamp() - interval '1 second' WHERE user_id = $1",
    [userId],
  );
async function repeat(times: number, userId: string) {
  const replies = [];
  for (let nth = 0; nth < times; nth += 1) replies.push(await attempt(userId, '9999'));
  return replies;
}

describe('S6 PIN checks', () => {
  it('require a PIN, and one that is set', async () => {
    const { id } = await createUser(server.deps.db);
    expect(await attempt(id, undefined)).toEqual(['PIN_NEEDED', undefined]);
    expect(await attempt(id, right)).toEqual(['PIN_NOT_SET', undefined]);
  });

  it('5 wrong PINs lock it for 15 minutes, also for the right one; a right one resets the count', async () => {
    const userId = await userWithPin();
    expect(await repeat(4, userId)).toEqual([4, 3, 2, 1].map((left) => ['WRONG_PIN', { tries_left: left }]));
    expect(await attempt(userId, right)).toEqual(['right']);
    expect((await rowOf(userId)).tries).toBe(0);
    const { rows } = await server.deps.db.pool.query('SELECT clock_timestamp() AS now');
    const [last] = (await repeat(5, userId)).slice(-1);
    expect(last?.[0]).toBe('PIN_LOCKED');
    const { until } = await rowOf(userId);
    expect(last?.[1]).toEqual({ until: until.toISOString() });
    const lockS = (until.getTime() - rows[0].now.getTime()) / 1_000;
    expect(lockS).toBeGreaterThanOrEqual(15 * 60);
    expect(lockS).toBeLessThan(16 * 60);
    expect(await attempt(userId, right)).toEqual(['PIN_LOCKED', { until: until.toISOString() }]);
    await endLock(userId);
    expect(await attempt(userId, right)).toEqual(['right']);
  });

  it('10 wrong PINs lock it until it is recovered', async () => {
    const userId = await userWithPin();
    await repeat(5, userId);
    await endLock(userId);
    expect(await repeat(5, userId)).toEqual([
      ...[4, 3, 2, 1].map((left) => ['WRONG_PIN', { tries_left: left }]),
      ['PIN_LOCKED', { until: null }],
    ]);
    expect(await attempt(userId, right)).toEqual(['PIN_LOCKED', { until: null }]);
    expect((await rowOf(userId)).tries).toBe(10);
  });

  it('parallel guesses are all counted, also in transfers that are rolled back: only 5 of 40 are decided', async () => {
    const userId = await userWithPin();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => attempt(userId, nth === 39 ? right : String(1_000 + nth))),
    );
    const decided = replies.filter(([code]) => code === 'WRONG_PIN');
    expect(decided.length).toBe(4);
    expect(replies.filter(([code]) => code === 'PIN_LOCKED').length).toBe(36);
    expect((await rowOf(userId)).tries).toBe(5);
    const sender = await userWithPin();
    await inTransaction(server.deps.db, async (tx) => {
      await tx.client.query('SELECT 1 FROM wallets WHERE user_id = $1 FOR NO KEY UPDATE', [sender]);
      expect(await attempt(sender, '9999')).toEqual(['WRONG_PIN', { tries_left: 4 }]);
      throw new Error('rolled back');
    }).catch((error) => expect(error.message).toBe('rolled back'));
    expect((await rowOf(sender)).tries).toBe(1);
  });

  it('the stored hash contains a pepper: neither the PIN nor another user’s PIN verifies without it', async () => {
    const [ada, bola] = [await userWithPin(), await userWithPin()];
    const { hash } = await rowOf(ada);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await server.deps.passwords.verify(hash, right)).toBe(false);
    await server.deps.db.pool.query('UPDATE pins SET pin_hash = $2 WHERE user_id = $1', [bola, hash]);
    expect(await attempt(bola, right)).toEqual(['WRONG_PIN', { tries_left: 4 }]);
  });
});
