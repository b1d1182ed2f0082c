import { testRedis } from '@copup/testkit/databases.ts';
import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AdapterServer, useAdapterWorld } from '../../test/adapter-world.ts';

// The behaviours that the tests of Socket.IO's own adapters name, and the faults that were measured in the published
// adapters for Redis.
const world = useAdapterWorld();
type Three = [AdapterServer, AdapterServer, AdapterServer];
let all: Three;
const startThree = async (namespace?: string) => {
  all = await world.startAll(3, { ...testRedis(), ...(namespace === undefined ? {} : { namespace }) });
};
const events = () => all.map(({ received }) => received.map(([event]) => event));

/** Waits until everything sent before has arrived everywhere: each server sends one more event, in order behind it. */
async function settled(): Promise<void> {
  for (const { io } of all) io.of(all[0].adapter.nsp.name).emit('settled');
  await vi.waitFor(() => {
    for (const { received } of all)
      expect(received.filter(([event]) => event === 'settled')).toHaveLength(all.length);
  });
  for (const { received } of all)
    received.splice(0, received.length, ...received.filter(([event]) => event !== 'settled'));
}

describe('a broadcast', () => {
  beforeEach(() => startThree());

  it('reaches all clients, with binary content', async () => {
    const [one] = all;
    one.io.emit('test', 1, '2', Buffer.from([3]), { deep: [Uint8Array.of(4)] }, null);
    await settled();
    const expected = ['test', 1, '2', Buffer.from([3]), { deep: [Buffer.from([4])] }, null];
    for (const { received } of all) expect(received).toEqual([expected]);
  });

  it('of a socket reaches all others', async () => {
    all[1].socket.broadcast.emit('test');
    await settled();
    expect(events()).toEqual([['test'], [], ['test']]);
  });

  it('to a room reaches its clients, for names and numbers', async () => {
    for (const room of ['auction:1', 123] as string[]) {
      await all[0].socket.join(room);
      await all[2].socket.join(room);
      all[1].io.to(room).emit('test', room);
      await settled();
    }
    expect(events()).toEqual([['test', 'test'], [], ['test', 'test']]);
  });

  it('to several rooms reaches each client once', async () => {
    await all[0].socket.join(['foo', 'bar']);
    all[1].io.to('foo').to('bar').emit('test');
    await settled();
    expect(events()).toEqual([['test'], [], []]);
  });

  it('to one socket reaches it on any server', async () => {
    all[0].io.to(all[2].socket.id).emit('test');
    await settled();
    expect(events()).toEqual([[], [], ['test']]);
  });

  it('leaves out the clients in an excluded room', async () => {
    await all[1].socket.join('out');
    all[0].io.except('out').emit('all');
    await Promise.all(all.map(({ socket }) => socket.join('in')));
    all[0].io.to('in').except('out').emit('room');
    all[2].io.to('in').except(all[0].socket.id).emit('id');
    await settled();
    expect(events().map((own) => own.sort())).toEqual([['all', 'room'], ['id'], ['all', 'id', 'room']]);
  });

  it('with the local flag stays on its server', async () => {
    await Promise.all(all.map(({ socket }) => socket.join('room')));
    all[1].io.local.emit('all');
    all[1].io.local.to('room').emit('room');
    await settled();
    expect(events()).toEqual([[], ['all', 'room'], []]);
  });

  it('does not reach a client that left', async () => {
    await all[0].socket.join('room');
    void all[0].socket.leave('room');
    all[1].io.to('room').emit('test');
    await settled();
    expect(events()).toEqual([[], [], []]);
  });

  it('to a room that is too large for the channel of a room arrives too', async () => {
    await all[0].socket.join('room');
    all[1].io.to('room').emit('test', 'x'.repeat(200_000));
    await vi.waitFor(() => expect(all[0].received).toEqual([['test', 'x'.repeat(200_000)]]));
  });

  it('keeps the order of one server', async () => {
    await all[0].socket.join('room');
    for (let at = 0; at < 300; at += 1) all[1].io.to('room').emit('n', at);
    await vi.waitFor(() => expect(all[0].received).toHaveLength(300));
    expect(all[0].received).toEqual(Array.from({ length: 300 }, (_, at) => ['n', at]));
  });
});

describe('a broadcast in a namespace', () => {
  it('reaches its clients on all servers, and no others', async () => {
    await startThree('/custom');
    const outside = await world.client(new URL('/', all[2].url).href);
    await all[2].socket.join('room');
    all[0].io.of('/custom').emit('test');
    all[0].io.of('/custom').to('room').emit('room');
    all[0].io.emit('main');
    await settled();
    expect(events()).toEqual([['test'], ['test'], ['test', 'room']]);
    await vi.waitFor(() => expect(outside.received).toEqual([['main']]));
  });
});

describe('a broadcast with acknowledgements', () => {
  beforeEach(() => startThree());
  const answer = (...answers: unknown[]) => {
    for (const [at, { client }] of all.entries())
      client.on('test', (reply: (value: unknown) => void) => at in answers && reply(answers[at]));
  };

  it('returns the reply of each client', async () => {
    answer(1, 2, 3);
    const replies = await all[0].io.timeout(60_000).emitWithAck('test');
    expect(replies.sort()).toEqual([1, 2, 3]);
  });

  it('returns binary replies', async () => {
    answer(...[1, 2, 3].map((byte) => Buffer.from([byte])));
    const replies: Buffer[] = await all[0].io.timeout(60_000).emitWithAck('test');
    expect(replies.map((reply) => Buffer.isBuffer(reply) && reply[0]).sort()).toEqual([1, 2, 3]);
  });

  it('returns nothing without clients', async () => {
    expect(await all[0].io.to('empty').timeout(60_000).emitWithAck('test')).toEqual([]);
  });

  it('returns the replies so far when a client does not reply in time', { tags: ['full'] }, async () => {
    answer(1, 2);
    const error = await all[0].io
      .timeout(500)
      .emitWithAck('test')
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error.responses.sort()).toEqual([1, 2]);
  });

  it('returns the single reply of a socket on another server', async () => {
    answer(1, 2, 3);
    const sockets = await all[0].io.in(all[1].socket.id).fetchSockets();
    expect(await sockets[0]?.timeout(60_000).emitWithAck('test')).toBe(2);
  });

  it('reports the timeout of the single reply', async () => {
    const sockets = await all[0].io.in(all[1].socket.id).fetchSockets();
    await expect(sockets[0]?.timeout(200).emitWithAck('test')).rejects.toThrow('timed out');
  });
});

const roomsOfAll = () => all.map(({ socket }) => [...socket.rooms].filter((room) => room !== socket.id));

describe('socketsJoin and socketsLeave', () => {
  beforeEach(() => startThree());

  it('of all sockets', async () => {
    all[0].io.socketsJoin('room');
    await vi.waitFor(() => expect(roomsOfAll()).toEqual([['room'], ['room'], ['room']]));
    all[0].io.socketsLeave('room');
    await vi.waitFor(() => expect(roomsOfAll()).toEqual([[], [], []]));
  });

  it('of the sockets in a room', async () => {
    await all[0].socket.join('one');
    await all[2].socket.join('one');
    all[1].io.in('one').socketsJoin(['two', 'three']);
    await vi.waitFor(() =>
      expect(roomsOfAll()).toEqual([['one', 'two', 'three'], [], ['one', 'two', 'three']]),
    );
    all[1].io.in('one').socketsLeave('two');
    await vi.waitFor(() => expect(roomsOfAll()).toEqual([['one', 'three'], [], ['one', 'three']]));
  });

  it('of one socket, which then receives broadcasts to the room', async () => {
    all[0].io.in(all[1].socket.id).socketsJoin('room');
    await vi.waitFor(() => expect(roomsOfAll()).toEqual([[], ['room'], []]));
    await vi.waitUntil(() => all[1].bus.isLive('room'));
    all[2].io.to('room').emit('test');
    await settled();
    expect(events()).toEqual([[], ['test'], []]);
    all[0].io.in(all[1].socket.id).socketsLeave('room');
    await vi.waitFor(() => expect(roomsOfAll()).toEqual([[], [], []]));
  });
});

describe('disconnectSockets', () => {
  beforeEach(() => startThree());
  const connected = () => all.map(({ client }) => client.connected);

  it('of all sockets, with their connections', async () => {
    const reasons = all.map(({ client }) => new Promise((resolve) => client.once('disconnect', resolve)));
    all[0].io.disconnectSockets(true);
    expect(await Promise.all(reasons)).toEqual(Array(3).fill('io server disconnect'));
  });

  it('of the sockets in a room, and of one socket', async () => {
    await all[1].socket.join('room');
    all[0].io.in('room').disconnectSockets();
    await vi.waitFor(() => expect(connected()).toEqual([true, false, true]));
    const [other] = await all[0].io.in(all[2].socket.id).fetchSockets();
    other?.disconnect(true);
    await vi.waitFor(() => expect(connected()).toEqual([true, false, false]));
  });
});

describe('fetchSockets', () => {
  beforeEach(() => startThree());
  const idsOf = (sockets: { id: string }[]) => sockets.map(({ id }) => id).sort();

  it('returns the sockets of all servers with handshake, rooms and data', async () => {
    const [one, two] = all;
    two.socket.data = { userId: 'ada' };
    Object.assign(two.socket.handshake, { sessionStore: 'not included' });
    await two.socket.join('room');
    const sockets = await one.io.fetchSockets();
    expect(idsOf(sockets)).toEqual(idsOf(all.map(({ socket }) => socket)));
    expect(sockets.find(({ id }) => id === one.socket.id)).toBe(one.socket);
    const remote = sockets.find(({ id }) => id === two.socket.id);
    const { sessionStore, ...handshake } = two.socket.handshake as typeof two.socket.handshake & {
      sessionStore: string;
    };
    expect(sessionStore).toBeDefined();
    expect(remote?.handshake).toEqual(JSON.parse(JSON.stringify(handshake)));
    expect(remote?.data).toEqual({ userId: 'ada' });
    expect([...(remote?.rooms ?? [])]).toEqual([two.socket.id, 'room']);
  });

  it('returns the matching sockets', async () => {
    await all[0].socket.join('room');
    await all[2].socket.join('room');
    expect(idsOf(await all[1].io.in('room').fetchSockets())).toEqual(idsOf([all[0].socket, all[2].socket]));
    expect(idsOf(await all[1].io.in('room').except(all[2].socket.id).fetchSockets())).toEqual([
      all[0].socket.id,
    ]);
  });

  it('returns only the sockets of its server with the local flag', async () => {
    expect(idsOf(await all[0].io.local.fetchSockets())).toEqual([all[0].socket.id]);
  });

  it('succeeds although a server leaves', async () => {
    const fetched = all[0].io.fetchSockets();
    await all[2].close();
    expect((await fetched).length).toBeGreaterThanOrEqual(2);
    await vi.waitUntil(async () => (await all[0].adapter.serverCount()) === 2);
    expect(await all[0].io.fetchSockets()).toHaveLength(2);
  });

  it('of data that cannot be sent rejects, and no process ends', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    all[1].socket.data = circular;
    await expect(all[0].io.timeout(300).fetchSockets()).rejects.toThrow('missing 1 responses');
  });
});

describe('serverSideEmit', () => {
  beforeEach(() => startThree());
  const answer = (at: number, value?: unknown) =>
    all[at]?.io.on('hello', (reply: (value: unknown) => void) => value !== undefined && reply(value));

  it('reaches the other servers', async () => {
    const heard: unknown[] = [];
    for (const [at, { io }] of all.entries())
      io.on('hello', (...args: unknown[]) => heard.push([at, ...args]));
    all[0].io.serverSideEmit('hello', 'world', 1, '2', Buffer.from([3]));
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    await settled();
    expect(heard).toEqual(
      expect.arrayContaining([1, 2].map((at) => [at, 'world', 1, '2', Buffer.from([3])])),
    );
    expect(heard).toHaveLength(2);
  });

  it('returns the replies of the other servers', async () => {
    answer(0, 'own');
    answer(1, 2);
    answer(2, '3');
    expect((await all[0].io.serverSideEmitWithAck('hello')).sort()).toEqual([2, '3']);
  });

  it('returns the replies so far when a server does not reply in time', {
    tags: ['full'],
    timeout: 15_000,
  }, async () => {
    answer(1, 2);
    answer(2);
    const error = await all[0].io.serverSideEmitWithAck('hello').catch((reason) => reason);
    expect(error.message).toBe('timeout reached: missing 1 responses');
    expect(error.responses).toEqual([2]);
  });

  it('succeeds although a server leaves', async () => {
    answer(1, 2);
    answer(2);
    const replies = all[0].io.serverSideEmitWithAck('hello');
    await settled();
    await all[2].close();
    expect(await replies).toEqual([2]);
  });
});

describe('the rooms of one server', () => {
  beforeEach(() => startThree());

  it('are announced as they are created, joined, left and deleted', async () => {
    const [{ adapter, socket }] = all;
    const heard: unknown[] = [];
    for (const event of ['create-room', 'join-room', 'leave-room', 'delete-room'])
      adapter.on(event, (...args: unknown[]) => heard.push([event, ...args]));
    for (let time = 0; time < 2; time += 1) await socket.join('room');
    for (let time = 0; time < 2; time += 1) void socket.leave('room');
    const expected: unknown[] = [
      ['create-room', 'room'],
      ['join-room', 'room', socket.id],
      ['leave-room', 'room', socket.id],
      ['delete-room', 'room'],
    ];
    expect(heard).toEqual(expected);
  });

  it('are left by a socket that disconnects', async () => {
    const [{ adapter, socket, client }] = all;
    await socket.join('room');
    client.disconnect();
    await vi.waitFor(() => expect(adapter.rooms.size).toBe(0));
    expect(adapter.sids.size).toBe(0);
  });

  it('are those that it subscribes to, each while it has sockets in it', async () => {
    const [{ bus, socket, io, adapter }] = all;
    await vi.waitFor(() => expect(bus.stats().subscriptions).toBe(1));
    await socket.join('room');
    expect(bus.isLive('room')).toBe(true);
    expect(bus.stats().subscriptions).toBe(2);
    expect(all[1].bus.stats().subscriptions).toBe(1);
    void socket.leave('room');
    expect(bus.stats().subscriptions).toBe(1);
    await socket.join('room');
    expect(await io.in('room').fetchSockets()).toHaveLength(1);
    adapter.close();
    expect(bus.stats().subscriptions).toBe(0);
  });
});

describe('what published adapters got wrong', () => {
  let redis: OwnRedis;
  const prefix = 'faults';
  beforeEach(async () => {
    redis = await OwnRedis.create();
  });
  afterEach(() => redis.remove());

  const startTwo = async () => {
    await redis.start();
    return world.startAll(2, { url: redis.url, prefix });
  };

  const carries = async (from: AdapterServer, to: AdapterServer) => {
    const publishing = setInterval(() => from.io.to('room').emit('carried'), 50);
    await vi.waitUntil(() => to.received.some(([event]) => event === 'carried'));
    clearInterval(publishing);
  };

  it('P4 no update is lost that is published right after a join', async () => {
    const [one, two] = await startTwo();
    for (let nth = 0; nth < 500; nth += 1) {
      const room = `room:${nth}`;
      await two.socket.join(room);
      one.io.to(room).emit('n', nth);
    }
    await vi.waitFor(() => expect(two.received).toHaveLength(500));
    expect(two.received).toEqual(Array.from({ length: 500 }, (_, nth) => ['n', nth]));
  });

  it('P1 P4 sockets of the same server receive a broadcast while Redis is frozen, and joins are answered', async () => {
    const [one, two] = await startTwo();
    await one.socket.join('room');
    redis.freeze();
    for (let nth = 0; nth < 2_000; nth += 1) one.io.to('room').emit('n', nth);
    await vi.waitFor(() => expect(one.received).toHaveLength(2_000));
    const startedAt = performance.now();
    await two.socket.join('room');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(one.bus.isLive('other')).toBe(false);
    redis.thaw();
    two.received.length = 0;
    await carries(one, two);
  });

  it('P1 P4 servers start, deliver and go on without Redis, and use it as soon as it is there', async () => {
    const [one, two] = [
      await world.start({ url: redis.url, prefix }),
      await world.start({ url: redis.url, prefix }),
    ];
    for (const { socket } of [one, two]) await socket.join('room');
    one.io.to('room').emit('alone');
    one.io.serverSideEmit('nobody');
    one.io.socketsJoin('other');
    await vi.waitFor(() => expect(one.received.map(([event]) => event)).toEqual(['alone']));
    expect(await one.io.fetchSockets()).toHaveLength(1);
    await redis.start();
    await carries(one, two);
    await redis.kill();
    two.received.length = 0;
    one.io.to('room').emit('lost');
    await redis.start();
    await carries(one, two);
    expect(two.received.map(([event]) => event)).not.toContain('lost');
  }, 40_000);

  it('P4 only messages that a server of this deployment signed have an effect', async () => {
    const [one, two] = await startTwo();
    await one.socket.join('room');
    const message = JSON.stringify({
      uid: 'x',
      nsp: '/',
      type: 3,
      data: { packet: { type: 2, data: ['forged'] } },
    });
    const envelope = JSON.stringify({ k: 'a', o: 'x', n: '/', b: message });
    for (const channel of ['room', 'servers', 'unknown'])
      for (const text of [envelope, message, '{', 'x'.repeat(100_000)])
        await redis.command('SPUBLISH', `${prefix}:room:${channel}`, text);
    two.io.to('room').emit('real');
    await vi.waitFor(() => expect(one.received).toEqual([['real']]));
  });

  it('P1 a server that dies is no longer waited for after ten seconds', {
    tags: ['full'],
  }, async () => {
    const [one, two] = await startTwo();
    two.bus.close();
    await vi.waitUntil(async () => (await one.adapter.serverCount()) === 1);
    expect(await one.io.fetchSockets()).toHaveLength(1);
  });
});
