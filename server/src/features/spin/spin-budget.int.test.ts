import { SpinDay } from '@copup/shared/spins.ts';
import { move, post } from '@copup/testkit/ledger.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../../../test/affiliate-world.ts';
import { openSpinWorld, type SpinWorld } from '../../../test/spin-world.ts';
import { untilDecided } from '../../../test/until-decided.ts';
import { demoSpinPasscode } from '../../demo-accounts.ts';
import { renewSpinDemo } from './renew-demo.ts';

let world: SpinWorld;
beforeAll(async () => {
  world = await openSpinWorld({ rewards: 0 });
});
/** Begins a day without spins and rewards. */
beforeEach(async () => {
  await world.beginDay();
  await Promise.all([world.set('spinDailyCoins', 1_000), world.set('spinPasscode', 'harmattan-26')]);
  const [fund] = await world.query<{ id: string; balance: number }>(
    "SELECT id, balance FROM funds WHERE kind = 'rewards' AND realm = 0 AND balance > 0",
  );
  if (fund)
    await post(world.deps.db, move({ kind: 'rewards', id: fund.id }, { kind: 'issuance' }, fund.balance));
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const today = async () => SpinDay.parse((await world.operator.get('/admin/spins/today')).body);

describe('B5 the budget of a day', () => {
  it('is not exceeded by spins on two servers; who is refused keeps the spin for the next day', async () => {
    await Promise.all([world.fund(1_000), world.set('spinDailyCoins', 15)]);
    const all = await Promise.all(Array.from({ length: 24 }, () => world.player()));
    const replies = await Promise.all(
      all.map((player, nth) => untilDecided(() => world.spin(nth % 2 ? player : world.elsewhere(player)))),
    );
    const refused = all.filter((_, nth) => replies[nth]?.status !== 200);
    const won = replies.reduce((sum, { status, body }) => sum + (status === 200 ? body.result : 0), 0);
    // As long as 6 coins are left, the highest prize, a spin is drawn.
    expect(won).toBeGreaterThan(15 - 6);
    expect(won).toBeLessThanOrEqual(15);
    expect(refused.length).toBeGreaterThan(0);
    const codes = replies.filter(({ status }) => status !== 200).map(outcome);
    expect(new Set(codes.map(String))).toEqual(new Set(['409,COME_BACK_TOMORROW']));
    expect(await today()).toMatchObject({ budget: 15, spent: won, spins: all.length - refused.length });

    const [tunde] = refused;
    if (!tunde) throw new Error('no spin was refused');
    expect(await world.state(tunde)).toMatchObject({ has_spun: false, has_budget: false, may_spin: false });
    await world.beginDay();
    expect(await today()).toMatchObject({ spent: 0, spins: 0 });
    expect((await world.state(tunde)).may_spin).toBe(true);
    expect((await world.spin(tunde)).status).toBe(200);
  });

  it('below the highest prize refuses every spin, and a higher one allows them again', async () => {
    await Promise.all([world.fund(100), world.set('spinDailyCoins', 5)]);
    const ada = await world.player();
    const { body } = await world.spin(ada, 'key');
    expect([body.code, body.message]).toEqual([
      'COME_BACK_TOMORROW',
      'Today’s prizes have all been won. You still have your spin. Come back tomorrow.',
    ]);
    await world.set('spinDailyCoins', 6);
    // P6: the refusal was not stored.
    expect((await world.spin(ada, 'key')).status).toBe(200);
  });
});

describe('B1 the rewards that pay the prizes', () => {
  it('refuse a spin that they could not pay, whatever would have been drawn; the user keeps it', async () => {
    await world.fund(5);
    const [ada, tunde] = [await world.player(), await world.player()];
    const replies = await Promise.all([world.spin(ada), world.spin(world.elsewhere(tunde))]);
    expect(replies.map(outcome)).toEqual([
      [409, 'REWARD_UNFUNDED'],
      [409, 'REWARD_UNFUNDED'],
    ]);
    expect(await today()).toMatchObject({ rewards: 5, spins: 0, has_passcode: true });
    expect((await world.state(ada)).may_spin).toBe(true);
    await world.fund(1);
    const [first, second] = [await world.spin(ada), await world.spin(tunde)];
    expect(first.status).toBe(200);
    expect(second.status).toBe(first.body.result === 0 ? 200 : 409);
  });
});

describe('X11 the demo', () => {
  it('sets a passcode and funds rewards once, and keeps what operators set', async () => {
    await world.query("DELETE FROM settings WHERE key = 'spinPasscode'");
    for (let nth = 0; nth < 2; nth += 1) await renewSpinDemo.renew(world.deps);
    const funded = await world.rewardsBalance();
    expect(funded).toBeGreaterThanOrEqual(1_000);
    const ada = await world.app.signIn();
    expect((await world.unlock(ada, demoSpinPasscode)).status).toBe(200);
    expect((await world.spin(ada)).status).toBe(200);
    await world.set('spinPasscode', 'another');
    await renewSpinDemo.renew(world.deps);
    expect((await world.unlock(ada, 'another')).status).toBe(200);
    expect(await renewSpinDemo.exists(world.deps.db)).toBe(true);
  });
});
