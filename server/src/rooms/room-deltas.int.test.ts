import { applyDelta, type RoomBase, type RoomDelta } from '@copup/shared/room-deltas.ts';
import { ROOM_JOIN, ROOM_SEEN, ROOM_STATE } from '@copup/shared/room-names.ts';
import { type RoomFrame, type RoomJoinAck, RoomJoinAck as Schema } from '@copup/shared/rooms.ts';
import type { RoomClient } from '@copup/testkit/room-servers.ts';
import { describe, expect, it, vi } from 'vitest';
import { CounterRooms } from '../../test/counter-room.ts';
import { useRoomWorld } from '../../test/room-world.ts';
import { Connection } from './connection.ts';

const world = useRoomWorld();
const { start, connect } = world;

/** Joins with deltas, and adds to the client's frames what they stand for. Counts both kinds of frames. */
async function joinWithDeltas(client: RoomClient, room: string) {
  const received = { full: 0, deltas: 0, missed: 0 };
  let base: RoomBase | undefined;
  client.socket.on(ROOM_STATE, (frame: RoomFrame) => {
    received.full += 1;
    base = frame.base as RoomBase | undefined;
  });
  client.socket.onAny((event: unknown, ...delta: unknown[]) => {
    if (typeof event !== 'number' || event !== base?.number) return;
    const applied = applyDelta(base, delta as unknown as RoomDelta);
    received[applied ? 'deltas' : 'missed'] += 1;
    base = applied?.base;
    if (base) client.keep({ room, ...base });
  });
  const join = async () => {
    const ack: RoomJoinAck = await client.socket.emitWithAck(ROOM_JOIN, { rooms: [room], deltas: true });
    expect(Schema.safeParse(ack).success).toBe(true);
    const [joined] = ack.rooms;
    base = joined?.ok ? (joined.base as RoomBase | undefined) : undefined;
    return joined;
  };
  return { received, join, joined: await join() };
}

const statesOf = ({ frames }: RoomClient) =>
  new Map(frames.map(({ epoch, version, state }) => [`${epoch} ${version}`, state]));

describe('P4 members with deltas', () => {
  it('have the same states as the others, from any server, whenever they join', async () => {
    await CounterRooms.write(world.db, 'deltas', 'a');
    const [one, two] = [await start(), await start()];
    const [full, here, there, late] = await Promise.all([
      connect(one, 'full'),
      connect(one, 'here'),
      connect(two, 'there'),
      connect(one, 'late'),
    ]);
    await full.join('counter:deltas');
    const members = [
      await joinWithDeltas(here, 'counter:deltas'),
      await joinWithDeltas(there, 'counter:deltas'),
    ];
    expect(members[0]?.joined).not.toHaveProperty('base');
    let version = 1;
    const write = async (text: string) => {
      version = await CounterRooms.write(world.db, 'deltas', text);
      (version % 2 === 0 ? one : two).rooms.publish('counter:deltas', version, { text });
    };
    for (const text of ['b', 'c', 'b', 'd']) {
      await write(text);
      await Promise.all([full, here, there].map((client) => client.version('counter:deltas', version)));
    }
    // Now a state waits for its turn, and the base is older than the snapshot.
    await write('e');
    await write('f');
    const joined = await joinWithDeltas(late, 'counter:deltas');
    expect(joined.joined).toMatchObject({
      version,
      state: { text: 'f' },
      base: { number: expect.any(Number) },
    });
    await write('g');
    await Promise.all([full, here, there, late].map((client) => client.version('counter:deltas', version)));
    const states = statesOf(full);
    for (const client of [here, late])
      for (const [order, state] of statesOf(client)) expect(state).toEqual(states.get(order));
    expect(there.frames.at(-1)?.state).toEqual({ text: 'g' });
    expect(members.map(({ received }) => received.full)).toEqual([1, 1]);
    expect(joined.received).toMatchObject({ full: 0, missed: 0 });
  });

  it('A9 on a network that lags receive no frames until it has caught up, and then the latest state', async () => {
    await CounterRooms.write(world.db, 'lags', 'a');
    const server = await start();
    const [quick, slow] = await Promise.all([connect(server, 'quick'), connect(server, 'slow')]);
    await quick.join('counter:lags');
    const { received } = await joinWithDeltas(slow, 'counter:lags');
    const write = async (client: RoomClient, text: string) => {
      const version = await CounterRooms.write(world.db, 'lags', text);
      server.rooms.publish('counter:lags', version, { text });
      await client.version('counter:lags', version);
      return version;
    };
    const first = await write(slow, 'b');
    const lag = vi.spyOn(Connection.prototype, 'isLagging', 'get');
    lag.mockImplementation(function (this: Connection) {
      return this.member?.viewer.userId === 'slow';
    });
    for (const text of ['c', 'd']) await write(quick, text);
    const latest = await write(quick, 'e');
    lag.mockRestore();
    await slow.version('counter:lags', latest);
    expect(received).toMatchObject({ full: 2, missed: 0 });
    const next = await write(slow, 'f');
    const versions = new Set(slow.frames.map(({ version }) => version));
    expect([...versions]).toEqual([first, latest, next]);
    expect(slow.frames.at(-1)?.state).toEqual({ text: 'f' });
    expect(received).toMatchObject({ full: 2, missed: 0 });
  });

  it('R5 receive a full frame for a new epoch and for another shape, and deltas again after it', async () => {
    await CounterRooms.write(world.db, 'shapes', 'a');
    const server = await start();
    const client = await connect(server);
    const { received } = await joinWithDeltas(client, 'counter:shapes');
    const states = [{ text: 'b' }, { text: 'c' }, { text: 'c', more: 1 }, { text: 'd' }, [1], { text: 'e' }];
    for (const state of states) {
      // The row has the shape too: reconciliation may deliver it first.
      const version = await CounterRooms.write(world.db, 'shapes', JSON.stringify(state));
      server.rooms.publish('counter:shapes', version, state);
      expect((await client.version('counter:shapes', version)).state).toEqual(state);
    }
    expect(received).toEqual({ full: 4, deltas: 2, missed: 0 });
    const { epoch: before = 0 } = client.frames.at(-1) ?? {};
    await world.db.pool.query(`UPDATE counters SET version = 2, text = 'restored' WHERE id = 'shapes'`);
    await world.db.pool.query(`UPDATE database_epochs SET system_identifier = 'another'`);
    const frame = await client.frame(({ epoch }) => epoch > before);
    expect(frame).toMatchObject({ version: 2, state: { text: 'restored' } });
    expect(received.full).toBe(5);
  });

  it('receive the number to acknowledge, and full frames after a join without deltas', async () => {
    await CounterRooms.write(world.db, 'seen', 'a');
    const server = await start();
    const clients = await Promise.all(Array.from({ length: 25 }, (_, nth) => connect(server, `user${nth}`)));
    await Promise.all(clients.map((client) => joinWithDeltas(client, 'counter:seen')));
    // The bits of the only name and of the version, number of watchers and time are lower.
    for (const { socket } of clients)
      socket.onAny((event: unknown, _count: unknown, mask: number, ...values: number[]) => {
        if (typeof event === 'number' && mask >= 16) socket.emit(ROOM_SEEN, { seen: values.at(-1) });
      });
    const publish = async (text: string) => {
      const version = await CounterRooms.write(world.db, 'seen', text);
      server.rooms.publish('counter:seen', version, { text });
      return Promise.all(clients.map((client) => client.version('counter:seen', version)));
    };
    // One delivery in a hundred is measured.
    for (const text of ['b', 'c', 'd', 'e', 'f']) await publish(text);
    const { counters } = server.rooms.counted().rooms.get('counter:seen') ?? {};
    await vi.waitFor(() => expect(counters?.emitToClient.count).toBe(1));
    await clients[0]?.join('counter:seen');
    const [frame, other] = await publish('full');
    expect(frame).not.toHaveProperty('number');
    expect(other).toHaveProperty('number');
  });
});
