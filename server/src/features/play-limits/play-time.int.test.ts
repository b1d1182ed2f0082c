import { auctionRoom } from '@copup/shared/room-names.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayWorld, type PlayWorld } from '../../../test/play-world.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { createPlayTime } from './play-time.ts';

let world: PlayWorld;
beforeAll(async () => {
  world = await openPlayWorld();
});
afterAll(() => world?.close());

type Player = Awaited<ReturnType<PlayWorld['player']>>;
const viewerOf = ({ user }: Player, over: Partial<Viewer> = {}) =>
  ({ userId: user.id, realm: user.realm, role: 0, ...over }) as Viewer;
/** What a server with these viewers in rooms of plays writes. */
const write = (...viewers: Viewer[]) =>
  createPlayTime({ ...world.server.deps, rooms: { playing: () => viewers } as never }).write();
/** Moves the last time at which the player was seen, and with it what follows. */
const ago = (player: Player, interval: string) =>
  world.query(`UPDATE play_sessions SET seen_at = seen_at - $2::interval WHERE user_id = $1`, [
    player.user.id,
    interval,
  ]);
const sessionOf = async (player: Player) => (await player.get('/user/play-session')).body;

describe('G3 the time of play', () => {
  it('is that of the minutes in which a server saw the player in a room, and begins anew after a pause', async () => {
    const ada = await world.player();
    expect(await sessionOf(ada)).toMatchObject({ started_at: null, seconds: 0, reminds_in_seconds: 3_600 });
    await write(viewerOf(ada));
    await ago(ada, '50 seconds');
    await write(viewerOf(ada));
    const first = await sessionOf(ada);
    expect(first.seconds).toBeGreaterThanOrEqual(50);
    // Away for ten minutes: at most the last minute counts.
    await ago(ada, '10 minutes');
    await write(viewerOf(ada));
    const second = await sessionOf(ada);
    expect(second.started_at).toBe(first.started_at);
    expect(second.seconds - first.seconds).toBeLessThan(600);
    await ago(ada, '16 minutes');
    expect((await sessionOf(ada)).started_at).toBeNull();
    await write(viewerOf(ada));
    const third = await sessionOf(ada);
    expect(third.started_at).not.toBe(first.started_at);
    expect(third.seconds).toBeLessThan(first.seconds);
  });

  it('is not counted twice by two servers, nor for load tests and operators', async () => {
    const [ada, ben, cyd] = [await world.player(), await world.player(), await world.player()];
    await write(viewerOf(ada), viewerOf(ben, { realm: 7 }), viewerOf(cyd, { role: 1 }));
    await ago(ada, '40 seconds');
    await write(viewerOf(ada));
    await write(viewerOf(ada));
    expect((await sessionOf(ada)).seconds).toBeLessThan(80);
    for (const other of [ben, cyd]) expect((await sessionOf(other)).started_at).toBeNull();
  });

  it('has the result since its beginning', async () => {
    const ada = await world.player();
    await world.enter(ada, await world.auction({ entry_bid_points: 40 }));
    await write(viewerOf(ada));
    expect(await sessionOf(ada)).toMatchObject({ spent: 0, won: 0, net: 0 });
    const contest = await world.contest({ entry_fee: 25 });
    await world.join(ada, contest);
    expect(await sessionOf(ada)).toMatchObject({ spent: 25, won: 0, net: -25 });
    expect((await ada.get('/user/limits')).body.month).toMatchObject({ spent: 65, net: -65 });
  });

  it('counts a socket in the room of an auction, not one in the room of a card', async () => {
    const [ada, ben] = [await world.player(), await world.player()];
    const id = await world.auction();
    const { rooms } = world.server.deps;
    const watching = await world.watch(ada, auctionRoom(id));
    const listing = await world.watch(ben, `${auctionRoom(id)}@card`);
    const playing = rooms.playing().map(({ userId }) => userId);
    expect(playing).toContain(ada.user.id);
    expect(playing).not.toContain(ben.user.id);
    for (const socket of [watching, listing]) socket.close();
  });
});
