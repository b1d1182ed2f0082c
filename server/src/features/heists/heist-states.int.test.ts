import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { cancelRealm } from '../../subjects/cancel-subject.ts';
import { startOverdue } from '../../subjects/due-subjects.ts';
import { subjectJobs } from '../../subjects/subject-jobs.ts';
import { heistKind } from './heists.subject.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const statusOf = async (id: number) => (await world.read(id)).status;
const listed = async (client: { get: HeistWorld['operator']['get'] }, path: string) =>
  (await client.get(path)).body.map(({ id }: { id: number }) => id) as number[];

describe('H1 the states of a heist', () => {
  it('follow its times in order, and the lists follow the states (H6)', async () => {
    await world.setUnlockCode('sesame');
    const heist = await world.create({ minimum_users: 1, opens_at: world.iso(60_000) });
    const ada = await world.server.signIn({ coins: 100 });
    await ada.post('/hurt/heists/unlock', { code: 'sesame' });
    expect((await world.buy(ada, heist.id)).status).toBe(200);
    const paths = [
      '/hurt/heists-waiting',
      '/hurt/heists/available',
      '/hurt/heists-on-hold',
      '/hurt/heists-started',
      '/hurt/heists/completed',
    ];
    const where = async () => {
      const found = await Promise.all(paths.map((path) => listed(ada, path)));
      return paths.filter((_, nth) => found[nth]?.includes(heist.id));
    };
    expect(heist.status).toBe('waiting');
    expect(await where()).toEqual(['/hurt/heists-waiting']);
    await world.passAndSweep(heist.id, 'opens_at');
    expect(await where()).toEqual(['/hurt/heists/available']);
    await world.passAndSweep(heist.id, 'holds_at');
    expect(await where()).toEqual(['/hurt/heists-on-hold']);
    await world.passAndSweep(heist.id, 'starts_at');
    expect(await where()).toEqual(['/hurt/heists-started']);
    await world.passAndSweep(heist.id, 'end_date');
    expect(await where()).toEqual(['/hurt/heists/completed']);
    const { state } = (await world.server.deps.rooms.latest('heists')) as {
      state: { changes: { id: number; status: string }[] };
    };
    expect(state.changes).toContainEqual({ id: heist.id, status: 'completed', at: expect.any(Number) });
  });

  it('is on hold before its start for as long as the setting says', async () => {
    const heist = await world.create();
    expect(heist.status).toBe('available');
    expect(heist.startsAt.getTime() - heist.holdsAt.getTime()).toBe(5 * 60_000);
    const soon = await world.create({ starts_at: world.iso(60_000) });
    expect(soon).toMatchObject({ status: 'on_hold', holdsAt: soon.opensAt });
    const ada = await world.server.signIn({ coins: 100 });
    expect((await world.buy(ada, soon.id)).status).toBe(200);
  });

  it('several states that are due at once are passed in one run', async () => {
    const heist = await world.create({ minimum_users: 1 });
    await world.player(heist);
    await world.pass(heist.id, 'starts_at');
    const { scheduled } = subjectJobs(world.server.deps, heistKind);
    await scheduled?.['heist-start']?.(String(heist.id));
    expect(await statusOf(heist.id)).toBe('started');
  });

  it('P3 two servers start it once', async () => {
    const second = await world.start();
    try {
      const heist = await world.create({ minimum_users: 1 });
      await world.player(heist);
      await world.passAndSweep(heist.id, 'holds_at');
      const { version } = await world.read(heist.id);
      await world.pass(heist.id, 'starts_at');
      const [, , start] = heistKind.starts;
      await Promise.all(
        [world.server, second, world.server, second].map(({ deps }) =>
          startOverdue(deps, heistKind, start as NonNullable<typeof start>),
        ),
      );
      expect(await world.read(heist.id)).toMatchObject({ status: 'started', version: version + 1 });
    } finally {
      await second.close();
    }
  });
});

describe('H6, X1 lists', () => {
  it('show the heists of the own realm, newest first', async () => {
    await world.server.signIn({ realm: 7 });
    const ids: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) ids.push((await world.create({ realm: 7, minimum_users: 1 })).id);
    const ada = await world.server.signIn({ realm: 7, coins: 100 });
    const available = '/hurt/heists/available';
    expect(await listed(ada, available)).toEqual([...ids].reverse());
    const stranger = await world.server.signIn();
    expect(await listed(stranger, available)).not.toContain(ids[0]);
    expect((await stranger.get(`/hurt/heist/${ids[0]}`)).body.code).toBe('HEIST_NOT_FOUND');
    expect((await stranger.get(`/hurt/heists/${ids[0]}/participants`)).body.code).toBe('HEIST_NOT_FOUND');

    // Completed ones by their end and not by their number.
    for (const id of [ids[1], ids[2], ids[0]] as number[]) {
      await world.buy(ada, id);
      await world.passAndSweep(id, 'end_date');
    }
    expect(await listed(ada, '/hurt/heists/completed')).toEqual([ids[0], ids[2], ids[1]]);
  });
});

describe('H1 a heist with too few tickets', () => {
  it('is cancelled at its start, returns the subsidy, refunds every ticket once and tells why', async () => {
    const rewards = await world.rewards();
    const heist = await world.create({ prize: 50, ticket_price: 10, minimum_users: 3 });
    expect(await world.rewards()).toBe(rewards - 20);
    const ada = await world.player(heist);
    const bola = await world.server.signIn({ coins: 3, bonus: 7 });
    expect((await world.buy(bola, heist.id)).status).toBe(200);
    const enough = await world.create({ minimum_users: 1, prize: 10 });
    await world.player(enough);
    for (const { id } of [heist, enough]) await world.pass(id, 'starts_at');
    for (const start of heistKind.starts) await startOverdue(world.server.deps, heistKind, start);
    // At that moment, before any refund: clients see the final status.
    expect(await world.read(heist.id)).toMatchObject({ status: 'cancelling', finalStatus: 'cancelled' });
    expect((await ada.get(`/hurt/heist/${heist.id}`)).body).toMatchObject({
      status: 'cancelled',
      question: null,
    });
    // It does not delay others that start with it.
    expect(await statusOf(enough.id)).toBe('started');
    await world.sweep();
    await world.sweep();
    expect(await world.read(heist.id)).toMatchObject({ status: 'cancelled', settledAt: expect.any(Date) });
    expect(await world.wallet(ada)).toEqual({ available: 100, bonus: 0 });
    expect(await world.wallet(bola)).toEqual({ available: 3, bonus: 7 });
    expect(await world.pot(heist.id)).toBe(0);
    expect(await world.rewards()).toBe(rewards);
    await world.notify();
    expect(await world.notices(ada)).toMatchObject([
      { kind: 'refunded', details: { bid_points: 10, reason: 'Too few players took part.' } },
    ]);
  });
});

describe('H1 a cancelled heist', () => {
  it('O5 of a load test’s realm is cancelled with the realm', async () => {
    await world.server.signIn({ realm: 4 });
    const heist = await world.create({ realm: 4, minimum_users: 1 });
    const player = await world.server.signIn({ realm: 4, coins: 50 });
    expect((await world.buy(player, heist.id)).status).toBe(200);
    await cancelRealm(world.server.deps, heistKind, 4);
    expect(await statusOf(heist.id)).toBe('cancelled');
    expect(await world.wallet(player)).toEqual({ available: 50, bonus: 0 });
  });
});
