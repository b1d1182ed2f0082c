import { ConvertReply, ConvertTerms } from '@copup/shared/tasks.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { openTaskWorld, type TaskWorld } from '../../../test/task-world.ts';

let world: TaskWorld;
beforeAll(async () => {
  world = await openTaskWorld();
});
afterAll(async () => expect(await world.close()).toEqual([]));

const convert = (player: SignedInClient, task_coin: unknown, headers?: Record<string, string>) =>
  player.post('/task/convert', { task_coin }, headers);
const convertAt = (player: SignedInClient, task_coin: number, rate: unknown, key: string) =>
  player.post('/task/convert', { task_coin, rate }, { 'idempotency-key': key });
const termsOf = async (player: SignedInClient) =>
  ConvertTerms.parse((await player.get('/task/convert')).body);
const setRate = (value: number) => changeSetting(world.app.deps, 'taskCoinRate', value);
const rewards = async () =>
  (
    await world.query<{ balance: number }>(`SELECT balance FROM funds WHERE kind = 'rewards' AND realm = 0`)
  )[0]?.balance ?? 0;

describe('T7 task coins', () => {
  it('convert to bonus coins from `rewards` at 10 to 1', async () => {
    await world.fundRewards(100);
    const player = await world.app.signIn();
    await world.pay(player, 259);
    expect(await termsOf(player)).toEqual({ rate: 10, task_coin: 259, convertible: 250, bid_points: 25 });
    const before = await rewards();
    const reply = ConvertReply.parse((await convert(player, 120)).body);
    expect(reply).toMatchObject({ task_coin: 120, bid_points: 12, rate: 10 });
    expect(await world.balance(player)).toEqual({ task: 139, bonus: 12 });
    expect(await rewards()).toBe(before - 12);
    const profile = (await player.get('/user/profile')).body;
    expect(profile).toMatchObject({ bonus_points: 12, bid_points: 12, task_coin: 139 });
    // L8: one transfer in each unit.
    const units = await world.query(
      `SELECT p.unit::text, p.source::text, p.destination::text, p.amount FROM transfers t JOIN postings p ON p.transfer_id = t.id
       WHERE t.kind = 'task_convert' AND $1 IN (p.source_id, p.destination_id) ORDER BY p.unit`,
      [player.user.id],
    );
    expect(units).toEqual([
      { unit: 'coin', source: 'rewards', destination: 'bonus', amount: 12 },
      { unit: 'task', source: 'task', destination: 'issuance', amount: 120 },
    ]);
  });

  it('are refused when they are no multiple of the rate or more than the balance', async () => {
    const player = await world.app.signIn();
    await world.pay(player, 50);
    const outcome = async (amount: unknown) => (await convert(player, amount)).body.code;
    expect(await outcome(15)).toBe('VALIDATION_FAILED');
    expect(await outcome(60)).toBe('NOT_ENOUGH_COINS');
    expect(await world.balance(player)).toEqual({ task: 50, bonus: 0 });
  });

  it('are not converted while `rewards` cannot pay, and can be later', async () => {
    const player = await world.app.signIn();
    await world.pay(player, 90_000);
    const reply = await convert(player, 90_000);
    expect([reply.status, reply.body.code]).toEqual([409, 'REWARD_UNFUNDED']);
    expect(await world.balance(player)).toEqual({ task: 90_000, bonus: 0 });
    await world.fundRewards(9_000);
    expect((await convert(player, 90_000)).body.bid_points).toBe(9_000);
  });

  it('convert at the rate of the setting, and not at 0', async () => {
    await world.fundRewards(1_000);
    const player = await world.app.signIn();
    await world.pay(player, 100);
    await setRate(0);
    await expect.poll(async () => (await termsOf(player)).rate).toBe(0);
    expect(await termsOf(player)).toMatchObject({ convertible: 0, bid_points: 0 });
    const off = await convert(player, 100);
    expect([off.status, off.body.code]).toEqual([409, 'CONVERSION_OFF']);
    await setRate(4);
    expect((await convert(player, 100)).body).toMatchObject({ bid_points: 25, rate: 4 });
    await setRate(10);
  });

  it('are not converted at another rate than the one that was shown', async () => {
    await world.fundRewards(100);
    const player = await world.app.signIn();
    await world.pay(player, 100);
    await setRate(20);
    const refused = await convertAt(player, 100, 10, 'shown-1');
    expect([refused.status, refused.body.code]).toEqual([409, 'PRICE_DIFFERS']);
    expect(refused.body.details).toEqual({ rate: 20 });
    expect(await world.balance(player)).toEqual({ task: 100, bonus: 0 });
    expect((await convertAt(player, 100, 0, 'shown-2')).body.code).toBe('VALIDATION_FAILED');
    expect((await convertAt(player, 100, 20, 'shown-3')).body).toMatchObject({ bid_points: 5, rate: 20 });
    await setRate(10);
  });
});
