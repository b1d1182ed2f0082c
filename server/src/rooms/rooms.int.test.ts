import {
  ROOM_JOIN,
  ROOM_LEAVE,
  ROOM_STATE,
  SERVER_LEAVING,
  SESSION_ENDED,
} from '@copup/shared/room-names.ts';
import { RoomFrame, RoomJoinAck } from '@copup/shared/rooms.ts';
import { describe, expect, it } from 'vitest';
import { CounterRooms, type CounterState } from '../../test/counter-room.ts';
import { useRoomWorld } from '../../test/room-world.ts';
import type { Database } from '../db/database.ts';
import type { RoomKind } from './room-kind.ts';

const world = useRoomWorld();
const { start, connect } = world;

class UnreconciledCounters extends CounterRooms {
  override kind(): RoomKind<CounterState> {
    return { ...super.kind(), changes: 'published' };
  }
}

describe('joining', () => {
  it('P4 brings the snapshot with epoch, version, recent, watchers and time', async () => {
    await CounterRooms.write(world.db, 'join', 'first');
    const ada = await connect(await start());
    const rooms = await ada.join('counter:join', 'counter:join@card');
    expect(RoomJoinAck.safeParse({ rooms }).success).toBe(true);
    expect(rooms[0]).toMatchObject({
      ok: true,
      room: 'counter:join',
      version: 1,
      state: { text: 'first' },
      recent: [{ at: 1 }],
      watchers: 1,
    });
    expect(rooms[1]).toMatchObject({ ok: true, room: 'counter:join@card', version: 1, watchers: 1 });
    expect(rooms[1]).not.toHaveProperty('recent');
    const epoch = rooms[0]?.ok ? rooms[0].epoch : 0;
    expect(epoch).toBeGreaterThan(1_600_000_000);
  });

  it('R1 refuses each room separately', async () => {
    await CounterRooms.write(world.db, 'open');
    await CounterRooms.write(world.db, 'private-ada');
    const eve = await connect(await start(), 'eve');
    const rooms = await eve.join(
      'counter:open',
      'counter:private-ada',
      'counter:none',
      'other:1',
      'counter:open@x',
      'counter:private-eve',
    );
    expect(rooms.map((joined) => (joined.ok ? 'ok' : joined.code))).toEqual([
      'ok',
      'FORBIDDEN',
      'UNKNOWN_ROOM',
      'UNKNOWN_ROOM',
      'UNKNOWN_ROOM',
      'UNKNOWN_ROOM',
    ]);
    await CounterRooms.write(world.db, 'private-ada', 'secret');
    world.servers[0]?.rooms.publish('counter:private-ada', 2, { text: 'secret' });
    world.servers[0]?.rooms.publish('counter:open', 2, { text: 'x' });
    await eve.version('counter:open', 2);
    expect(JSON.stringify(eve.frames)).not.toContain('secret');
  });

  it('accepts the short form, and refuses an invalid payload', async () => {
    await CounterRooms.write(world.db, 'short');
    const ada = await connect(await start());
    const emit = async (payload: unknown) =>
      (await ada.socket.timeout(60_000).emitWithAck(ROOM_JOIN, payload)).rooms;
    expect(await emit({ room: 'counter:short' })).toMatchObject([{ ok: true }]);
    for (const payload of [
      null,
      'counter:short',
      { rooms: [] },
      { rooms: Array(51).fill('counter:short') },
      { rooms: [1] },
      {},
    ])
      expect(await emit(payload)).toMatchObject([{ ok: false, code: 'VALIDATION_FAILED' }]);
  });

  it('sends nothing more to a member who left', async () => {
    await CounterRooms.write(world.db, 'leave');
    const server = await start();
    const [ada, ben] = [await connect(server, 'ada'), await connect(server, 'ben')];
    await ada.join('counter:leave');
    await ben.join('counter:leave');
    expect(await ada.socket.timeout(60_000).emitWithAck(ROOM_LEAVE, { room: 'counter:leave' })).toEqual({
      ok: true,
    });
    server.rooms.publish('counter:leave', 2, { text: 'later' });
    await ben.version('counter:leave', 2);
    await ada.join('counter:none');
    expect(ada.frames.filter(({ version }) => version === 2)).toEqual([]);
  });

  it('P4 shares a snapshot only while nothing newer is known', async () => {
    await CounterRooms.write(world.db, 'shared');
    const server = await start();
    const [ada, eve] = [await connect(server), await connect(server, 'eve')];
    await ada.join('counter:shared');
    const version = await CounterRooms.write(world.db, 'shared', 'new');
    server.rooms.publish('counter:shared', version, { text: 'new' });
    expect(await eve.join('counter:shared')).toMatchObject([
      { ok: true, version: 2, state: { text: 'new' }, recent: [{ at: 2 }] },
    ]);
  });

  it('P4 reads the snapshot only a few times for 500 joins', async () => {
    await CounterRooms.write(world.db, 'crowd');
    let counters: CounterRooms | undefined;
    const server = await start({
      counters: (own) => {
        counters = new CounterRooms(own);
        return counters;
      },
    });
    const crowd = await Promise.all(Array.from({ length: 100 }, (_, at) => connect(server, `user${at}`)));
    const replies = await Promise.all(
      crowd.flatMap((client) => Array.from({ length: 5 }, () => client.join('counter:crowd'))),
    );
    expect(replies).toHaveLength(500);
    for (const [joined] of replies) expect(joined).toMatchObject({ ok: true, version: 1 });
    expect(counters?.snapshotReads).toBeLessThan(60);
    expect(server.rooms.counted().rooms.get('counter:crowd')?.counters).toMatchObject({
      members: 100,
      joins: 100,
    });
  }, 60_000);
});

describe('updates', () => {
  it('P4 reach members on the publishing server and on others, in full', async () => {
    await CounterRooms.write(world.db, 'two', 'a');
    const [one, two] = [await start(), await start()];
    const [ada, ben] = [await connect(one, 'ada'), await connect(two, 'ben')];
    await ada.join('counter:two');
    await ben.join('counter:two');
    const version = await CounterRooms.write(world.db, 'two', 'b');
    one.rooms.publish('counter:two', version, { text: 'b' });
    const [here, there] = await Promise.all([
      ada.version('counter:two', version),
      ben.version('counter:two', version),
    ]);
    expect(RoomFrame.safeParse(here).success).toBe(true);
    expect(there.state).toEqual({ text: 'b' });
    expect(there.epoch).toBe(here.epoch);
  });

  it('A9 are conflated on each receiving server, the first at once and the last always', async () => {
    await CounterRooms.write(world.db, 'fast');
    const [one, two] = [await start(), await start()];
    const [ada, ben] = [await connect(one, 'ada'), await connect(two, 'ben')];
    await ada.join('counter:fast', 'counter:fast@card');
    await ben.join('counter:fast');
    one.rooms.publish('counter:fast', 2, { text: '2' });
    // Reconciliation would treat a version that is in no row as a restore.
    await world.db.pool.query(`UPDATE counters SET version = 2000 WHERE id = 'fast'`);
    for (let version = 3; version <= 2_000; version += 1) {
      one.rooms.publish('counter:fast', version, { text: String(version) });
      if (version % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all([
      ada.version('counter:fast', 2_000),
      ben.version('counter:fast', 2_000),
      ada.version('counter:fast@card', 2_000),
    ]);
    const full = ada.frames.filter(({ room }) => room === 'counter:fast');
    expect(full[0]?.version).toBe(2);
    expect(full.length).toBeLessThan(10);
    expect(ben.frames.length).toBeLessThan(10);
    expect(full.map(({ version }) => version)).toEqual(
      [...full.map(({ version }) => version)].sort((a, b) => a - b),
    );
  });

  it('A9 of three servers that publish at once are at most five a second for each member', async () => {
    await CounterRooms.write(world.db, 'rate');
    const servers = [await start(), await start(), await start()];
    const clients = await Promise.all(servers.map((server, at) => connect(server, `user${at}`)));
    const atMs = clients.map((client) => {
      const times: number[] = [];
      client.socket.on(ROOM_STATE, () => times.push(performance.now()));
      return times;
    });
    for (const client of clients) await client.join('counter:rate');
    let version = 0;
    for (const end = performance.now() + 2_500; performance.now() < end; ) {
      version = await CounterRooms.write(world.db, 'rate');
      servers[version % servers.length]?.rooms.publish('counter:rate', version, { text: 'x' });
    }
    await Promise.all(clients.map((client) => client.version('counter:rate', version)));
    expect(version).toBeGreaterThan(100);
    for (const times of atMs) {
      expect(times.length).toBeGreaterThan(8);
      // A frame of the previous second may arrive a little late.
      for (const at of times)
        expect(times.filter((time) => time >= at && time < at + 900).length).toBeLessThanOrEqual(5);
    }
  });

  it.each([1, 40])(
    'P4 of %i rooms invalidated at once are read again, here and on other servers',
    async (count) => {
      const names = Array.from({ length: count }, (_, nth) => `touch-${count}-${nth}`);
      const watched = names.at(-1) as string;
      await CounterRooms.write(world.db, watched);
      // Without what the reconciliation finds: only the message can bring it.
      const counters = (db: Database) => new UnreconciledCounters(db);
      const [one, two] = [await start({ counters }), await start({ counters })];
      const [ada, ben] = [await connect(one, 'ada'), await connect(two, 'ben')];
      for (const client of [ada, ben]) await client.join(`counter:${watched}`);
      const version = await CounterRooms.write(world.db, watched, 'touched');
      one.db.onCommit(new Set(names.map((name) => `counter:${name}`)));
      const frames = await Promise.all(
        [ada, ben].map((client) => client.version(`counter:${watched}`, version)),
      );
      for (const { state } of frames) expect(state).toEqual({ text: 'touched' });
    },
  );

  it('P4 that were not published are found by the reconciliation', async () => {
    await CounterRooms.write(world.db, 'reconciliation');
    const ada = await connect(await start());
    await ada.join('counter:reconciliation');
    const version = await CounterRooms.write(world.db, 'reconciliation', 'silent');
    expect((await ada.version('counter:reconciliation', version)).state).toEqual({ text: 'silent' });
  });

  it('R5 of a new epoch win although their versions are lower', async () => {
    await CounterRooms.write(world.db, 'epoch');
    for (let more = 0; more < 4; more += 1) await CounterRooms.write(world.db, 'epoch', 'before');
    const ada = await connect(await start());
    const [joined] = await ada.join('counter:epoch');
    expect(joined).toMatchObject({ ok: true, version: 5 });
    const before = joined?.ok ? joined.epoch : 0;
    // The state after a restore: older rows, and an identity that differs from the recorded one.
    await world.db.pool.query(`UPDATE counters SET version = 2, text = 'restored' WHERE id = 'epoch'`);
    await world.db.pool.query(`UPDATE database_epochs SET system_identifier = 'another'`);
    const frame = await ada.frame(({ room, epoch }) => room === 'counter:epoch' && epoch > before);
    expect(frame).toMatchObject({ version: 2, state: { text: 'restored' } });
  });

  it('A9 carry the number of watchers on all servers, without cards', async () => {
    await CounterRooms.write(world.db, 'watch');
    const [one, two] = [await start(), await start()];
    const [ada, ben, eve] = [await connect(one, 'ada'), await connect(two, 'ben'), await connect(two, 'eve')];
    await ada.join('counter:watch');
    await ben.join('counter:watch', 'counter:watch@card');
    await eve.join('counter:watch');
    await Promise.all([ada, ben, eve].map((client) => client.frame(({ watchers }) => watchers === 3)));
    ben.close();
    await ada.frame(({ watchers }) => watchers === 2);
    for (const { room, version } of ada.frames) expect([room, version]).toEqual(['counter:watch', 1]);
  });
});

describe('the end', () => {
  it('S3 of a session closes its sockets, and only them', async () => {
    const server = await start();
    const [phone, laptop] = [await connect(server, 'ada/phone'), await connect(server, 'ada/laptop')];
    const [ended, closed] = [phone.event(SESSION_ENDED), phone.event('disconnect')];
    server.sessions.end('ada/phone');
    expect(await ended).toMatchObject({ code: 'SESSION_ENDED' });
    await closed;
    await laptop.join('counter:none');
    expect(laptop.socket.connected).toBe(true);
  });

  it('S3 of a token that was not renewed closes the socket', async () => {
    const server = await start();
    server.sessions.expiresAtMs.set('ada', Date.now() + 300);
    const ada = await connect(server, 'ada');
    expect(await ada.event(SESSION_ENDED)).toMatchObject({ code: 'SESSION_ENDED' });
  });

  it('of a server notifies each socket when to reconnect', async () => {
    const server = await start();
    const ada = await connect(server, 'ada');
    const [leaving, closed] = [ada.event(SERVER_LEAVING), ada.event('disconnect')];
    await server.close();
    const { afterMs } = (await leaving) as { afterMs: number };
    expect(afterMs).toBeGreaterThanOrEqual(100);
    await closed;
  });
});
