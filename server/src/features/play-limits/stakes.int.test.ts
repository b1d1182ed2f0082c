import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BetWorld, type TestFixture } from '../../../test/bet-world.ts';
import { refusalOf } from '../../../test/play-world.ts';
import { auditLedger } from '../../audit.ts';

let app: TestApp;
let world: BetWorld;
let fixture: TestFixture;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  world = new BetWorld(app, await app.signIn({ role: 1 }));
  fixture = await world.fixture();
});
afterAll(() => app?.close());

describe('the stakes of bets', () => {
  it('G1 count for a limit when a bet is created and joined, and a cancelled bet gives its room back', async () => {
    const [ada, ben] = [await world.player(1_000), await world.player(1_000)];
    for (const player of [ada, ben]) await player.put('/user/limits', { day: 150 });
    const created = await world.create(ada, fixture, { stake_points: 100 });
    expect(created.status).toBe(200);
    const refused = { status: 409, code: 'LIMIT_REACHED', details: { left: 50 } };
    expect(refusalOf(await world.create(ada, fixture, { stake_points: 51 }))).toMatchObject(refused);
    const { id } = await world.pending(fixture, { stake_points: 151 });
    expect(refusalOf(await world.join(ben, id))).toMatchObject({
      code: 'LIMIT_REACHED',
      details: { left: 150 },
    });
    expect((await world.join(ben, created.body.bet.bet_id)).status).toBe(200);
    expect((await ben.get('/user/limits')).body.day).toMatchObject({ used: 100, left: 50 });

    const waiting = await world.create(ada, fixture, { stake_points: 50 });
    expect((await ada.get('/user/limits')).body.day.left).toBe(0);
    expect((await ada.post(`/bet/cancel/${waiting.body.bet.bet_id}`)).status).toBe(200);
    expect((await ada.get('/user/limits')).body.day.left).toBe(50);
    expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  });

  it('G2 are refused during a break', async () => {
    const ada = await world.player(1_000);
    const { id } = await world.pending(fixture);
    await ada.post('/user/time-out', { days: 1 });
    for (const reply of [await world.create(ada, fixture), await world.join(ada, id)]) {
      expect(refusalOf(reply)).toMatchObject({ status: 403, code: 'TAKING_A_BREAK' });
    }
    expect(await world.availableOf(ada)).toBe(1_000);
  });
});
