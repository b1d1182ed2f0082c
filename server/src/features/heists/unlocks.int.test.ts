import { startApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { purgeUnlocks } from './unlocks.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(() => world?.close());

const MINUTE_MS = 60_000;
const waiting = () =>
  world.create({
    opens_at: world.iso(600 * MINUTE_MS),
    starts_at: world.iso(700 * MINUTE_MS),
    end_date: world.iso(800 * MINUTE_MS),
  });

describe('H7 the unlock code', () => {
  it('opens waiting heists for one session and 30 minutes; its rows are purged; it is not needed once a heist has opened', async () => {
    await world.setUnlockCode('Open Sesame');
    const heist = await waiting();
    const ada = await world.server.signIn({ coins: 100 });
    const other = await world.server.signInAs(ada.user.id);
    const list = async () => (await ada.get('/hurt/heists-waiting')).body;
    expect((await list()).code).toBe('HEIST_LOCKED');
    expect((await world.buy(ada, heist.id)).body.code).toBe('HEIST_LOCKED');
    expect((await ada.post('/hurt/heists/unlock', { code: 'open sesame' })).body).toMatchObject({
      code: 'WRONG_UNLOCK_CODE',
      message: 'Incorrect Code! Please try again.',
    });
    const { status, body } = await ada.post('/hurt/heists/unlock', { code: 'Open Sesame' });
    expect(status).toBe(200);
    expect(Date.parse(body.unlocked_until)).toBeGreaterThan(world.clock.wallMs() + 29 * MINUTE_MS);
    expect((await list()).map(({ id }: { id: number }) => id)).toContain(heist.id);
    // Another session of the same user is still locked.
    expect((await world.buy(other, heist.id)).body.code).toBe('HEIST_LOCKED');
    await world.query("UPDATE heist_unlocks SET unlocked_until = now() - interval '1 second'");
    expect((await list()).code).toBe('HEIST_LOCKED');
    expect((await world.buy(ada, heist.id)).body.code).toBe('HEIST_LOCKED');
    await purgeUnlocks(world.db);
    expect(await world.query('SELECT FROM heist_unlocks')).toEqual([]);
    await ada.post('/hurt/heists/unlock', { code: 'Open Sesame' });
    expect((await world.buy(ada, heist.id)).status).toBe(200);
    // Once the heist has opened, no code is needed, also before its status has changed.
    await world.pass(heist.id, 'opens_at');
    expect((await world.buy(await world.server.signIn({ coins: 100 }), heist.id)).status).toBe(200);
    expect((await world.read(heist.id)).status).toBe('available');
  });

  it('that is empty unlocks nothing', async () => {
    await world.setUnlockCode('');
    const ada = await world.server.signIn({ coins: 100 });
    for (const code of ['', ' ', 'Open Sesame'])
      expect((await ada.post('/hurt/heists/unlock', { code })).status).toBe(400);
  });

  it('may be tried 5 times a minute', async () => {
    const { database, server } = world;
    const strict = await startApp({ database, redis: null, overrides: { clock: world.clock } });
    try {
      const { token } = await server.signIn();
      const client = strict.client.withToken(token);
      const codes: string[] = [];
      for (let nth = 0; nth < 6; nth += 1)
        codes.push((await client.post('/hurt/heists/unlock', { code: `guess ${nth}` })).body.code);
      expect(codes.at(-1)).toBe('RATE_LIMITED');
      expect(new Set(codes.slice(0, 5))).toEqual(new Set(['WRONG_UNLOCK_CODE']));
    } finally {
      await strict.close();
    }
  });
});
