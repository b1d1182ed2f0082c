import { spinSegments } from '@copup/shared/spin-proof.ts';
import { SpinDay } from '@copup/shared/spins.ts';
import { startApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../../test/affiliate-world.ts';
import { openSpinWorld, type SpinWorld } from '../../../test/spin-world.ts';

let world: SpinWorld;
beforeAll(async () => {
  world = await openSpinWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const spinsOf = (userId: string) =>
  world.query<{ segment: number; result: number }>('SELECT segment, result FROM spins WHERE user_id = $1', [
    userId,
  ]);

describe('B1, B5 the passcode', () => {
  it('unlocks the wheel; a wrong one is refused with the text of the specification', async () => {
    const ada = await world.app.signIn();
    expect(await world.state(ada)).toMatchObject({ is_unlocked: false, may_spin: false, commitment: null });
    expect(outcome(await world.spin(ada))).toEqual([403, 'SPIN_LOCKED']);
    for (const wrong of ['Harmattan-26', 'harmattan-2', 'harmattan-266']) {
      const { status, body } = await world.unlock(ada, wrong);
      expect([status, body.code, body.message]).toEqual([
        400,
        'WRONG_PASSCODE',
        'Incorrect passcode. Please try again.',
      ]);
    }
    const { status, body } = await world.unlock(ada);
    expect([status, body.is_unlocked, body.may_spin, body.has_spun]).toEqual([200, true, true, false]);
    expect(body.commitment).toMatch(/^[0-9a-f]{64}$/);
    // It is unlocked for the user in every session, and for no other user.
    expect((await world.state(await world.app.signInAs(ada.user.id))).is_unlocked).toBe(true);
    expect((await world.state(await world.app.signIn())).is_unlocked).toBe(false);
  });

  it('is revoked by its change, at once on every server, and keeps the commitment', async () => {
    const ada = await world.player();
    const { commitment } = await world.state(ada);
    await world.set('spinPasscode', 'rainy-season');
    expect(outcome(await world.spin(world.elsewhere(ada)))).toEqual([403, 'SPIN_LOCKED']);
    expect(await world.state(world.elsewhere(ada))).toMatchObject({ is_unlocked: false, may_spin: false });
    expect(outcome(await world.unlock(world.elsewhere(ada)))).toEqual([400, 'WRONG_PASSCODE']);
    expect((await world.unlock(world.elsewhere(ada), 'rainy-season')).body).toMatchObject({
      is_unlocked: true,
      commitment,
    });
    await world.set('spinPasscode', 'harmattan-26');
    await world.unlock(ada);
    expect((await world.spin(ada)).status).toBe(200);
  });

  it('that is empty unlocks nothing', async () => {
    const [ada, tunde] = [await world.player(), await world.app.signIn()];
    await world.set('spinPasscode', '');
    for (const code of ['', ' ', 'harmattan-26']) expect((await world.unlock(tunde, code)).status).toBe(400);
    expect(outcome(await world.spin(ada))).toEqual([403, 'SPIN_LOCKED']);
    await world.set('spinPasscode', 'harmattan-26');
  });

  it('may be tried 5 times a minute', async () => {
    const strict = await startApp({ database: world.database, redis: null });
    try {
      const client = strict.client.withToken((await world.app.signIn()).token);
      const codes: string[] = [];
      for (let nth = 0; nth < 6; nth += 1) codes.push((await world.unlock(client, `guess-${nth}`)).body.code);
      expect(codes).toEqual([...Array.from({ length: 5 }, () => 'WRONG_PASSCODE'), 'RATE_LIMITED']);
    } finally {
      await strict.close();
    }
  });

  it('is never shown in full to operators', async () => {
    const replies = [
      await world.operator.get('/admin/settings/spinPasscode'),
      await world.operator.get('/admin/settings'),
      await world.operator.get('/admin/audit-log?subject_id=spinPasscode'),
    ];
    for (const { text } of replies) {
      expect(text).toContain('••••26');
      expect(text).not.toContain('harmattan');
    }
  });

  it('unlocks once when 8 attempts arrive at two servers: one seed', async () => {
    const ada = await world.app.signIn();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => world.unlock(nth % 2 ? ada : world.elsewhere(ada))),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.commitment)).size).toBe(1);
  });
});

describe('B1 a spin', () => {
  it('P5, L6 pays the coins of the drawn segment as bonus coins from rewards; the result of the body is ignored', async () => {
    const ada = await world.player();
    const before = await world.rewardsBalance();
    const { result, segment } = world.replyOf(await world.spin(ada, undefined, { result: 6_000 }));
    expect(spinSegments[segment]).toBe(result);
    expect([await world.bonusOf(ada), await world.rewardsBalance()]).toEqual([result, before - result]);
    expect(await spinsOf(ada.user.id)).toEqual([{ segment, result }]);
    expect(await world.state(ada)).toMatchObject({
      has_spun: true,
      may_spin: false,
      spin: { result, segment },
    });
  });

  it('P6 repeated with the same key returns the first reply, and is the only one of its user after another unlock', async () => {
    const ada = await world.player();
    const first = await world.spin(ada, 'one');
    expect((await world.spin(world.elsewhere(ada), 'one')).body).toEqual(first.body);
    await world.unlock(ada);
    const { status, body } = await world.spin(ada, 'two');
    expect([status, body.code, body.message]).toEqual([409, 'ALREADY_SPUN', 'You can spin only once']);
  });

  it('P3 is made once when 8 requests of a user arrive at two servers', async () => {
    const ada = await world.player();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => world.spin(nth % 2 ? ada : world.elsewhere(ada))),
    );
    const made = replies.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => !made.includes(reply)))
      expect([status, body.code]).toEqual([409, 'ALREADY_SPUN']);
    expect(await world.bonusOf(ada)).toBe(made[0]?.body.result);
    expect(await spinsOf(ada.user.id)).toHaveLength(1);
  });

  it('G2 is refused during a time-out, on every server, and kept', async () => {
    const ada = await world.player();
    expect((await ada.post('/user/time-out', { days: 1 })).status).toBe(200);
    for (const client of [ada, world.elsewhere(ada)])
      expect(outcome(await world.spin(client))).toEqual([403, 'TAKING_A_BREAK']);
    expect((await world.state(ada)).has_spun).toBe(false);
  });

  it('L8 of a load test is paid by its realm, which issues the coins, and leaves the real budget', async () => {
    const day = async () => SpinDay.parse((await world.operator.get('/admin/spins/today')).body);
    const before = await day();
    const testers = await Promise.all(Array.from({ length: 6 }, () => world.player({ realm: 7 })));
    for (const tester of testers) {
      const { result } = world.replyOf(await world.spin(tester));
      expect(await world.bonusOf(tester)).toBe(result);
    }
    expect(await day()).toEqual(before);
  });

  it('S7 stays after the deletion of its user, whose unlock is erased', async () => {
    const ada = await world.player();
    await world.spin(ada);
    await world.query('UPDATE users SET password_hash = NULL WHERE id = $1', [ada.user.id]);
    expect((await ada.delete('/user/delete', { forfeit: true })).status).toBe(200);
    expect(await world.query('SELECT FROM spin_unlocks WHERE user_id = $1', [ada.user.id])).toEqual([]);
    expect(await spinsOf(ada.user.id)).toHaveLength(1);
  });
});
