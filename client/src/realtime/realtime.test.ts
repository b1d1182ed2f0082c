import { baseOf, type RoomBase } from '@copup/shared/room-deltas.ts';
import {
  ROOM_JOIN,
  ROOM_LEAVE,
  ROOM_REMOVED,
  ROOM_SEEN,
  ROOM_STATE,
  SERVER_LEAVING,
  SESSION_ENDED,
  SOCKET_CALL,
} from '@copup/shared/room-names.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Realtime } from './realtime.ts';
import type { RealtimeSocket } from './realtime-socket.ts';
import { createRealtimeStore } from './realtime-store.ts';
import { ServerClock } from './server-clock.ts';

type Answer = (error: Error | null, ack?: unknown) => void;

/** A socket whose server side is the test. */
class FakeSocket {
  connected = false;
  active = true;
  connects = 0;
  readonly sent: { event: string; rooms: string[]; seen?: number | undefined; answer: Answer | undefined }[] =
    [];
  /** Called with the number of a room and its delta. */
  deliver: (number: number, ...delta: unknown[]) => void = () => {};
  readonly #listeners = new Map<string, (payload: unknown) => void>();

  on(event: string, listener: (payload: unknown) => void): this {
    this.#listeners.set(event, listener);
    return this;
  }
  onAny(listener: (event: unknown, ...delta: unknown[]) => void): this {
    this.deliver = listener;
    return this;
  }
  removeAllListeners(): this {
    this.#listeners.clear();
    return this;
  }
  connect(): this {
    this.connects += 1;
    return this;
  }
  disconnect(): this {
    this.lose('io client disconnect');
    return this;
  }
  timeout(): this {
    return this;
  }
  emit(event: string, { rooms, seen }: { rooms: string[]; seen?: number }, answer?: Answer): this {
    this.sent.push({ event, rooms, seen, answer });
    return this;
  }

  open(): void {
    this.connected = true;
    this.#listeners.get('connect')?.(undefined);
  }
  lose(reason = 'transport close'): void {
    if (!this.connected) return;
    this.connected = false;
    this.#listeners.get('disconnect')?.(reason);
  }
  receive(event: string, payload: unknown): void {
    this.#listeners.get(event)?.(payload);
  }
  joins(): string[][] {
    return this.sent.filter(({ event }) => event === ROOM_JOIN).map(({ rooms }) => rooms);
  }
  /** Replies to the last join. */
  answer(version: number, serverTime = 0, base?: RoomBase): void {
    const last = this.sent.findLast(({ event }) => event === ROOM_JOIN);
    const rooms = last?.rooms.map((room) => ({
      ok: true,
      room,
      epoch: 1,
      version,
      state: { version },
      watchers: 1,
      serverTime,
      base,
    }));
    last?.answer?.(null, { rooms });
  }
}

/** A frame of the room auction:1. */
const frameOf = (version: number) => ({
  room: 'auction:1',
  epoch: 1,
  version,
  state: { version },
  watchers: 1,
  serverTime: 0,
});

function setUp() {
  const socket = new FakeSocket();
  /** The one that the page opens when the server asks it to. */
  const next = new FakeSocket();
  const opens = [socket, next];
  const store = createRealtimeStore();
  const nowMs = () => performance.now();
  const clock = new ServerClock(nowMs, () => 0);
  const realtime = new Realtime({ store, clock, nowMs });
  const connect = () => realtime.connect(() => opens.shift() as unknown as RealtimeSocket);
  const connection = () => store.getState().connection;
  const version = (room: string) => store.getState().rooms[room]?.version;
  const soon = () => vi.advanceTimersByTime(151);
  /** Connects, and joins the room auction:1 in this version. */
  const watch = (first: number) => {
    connect();
    realtime.rooms.acquire('auction:1');
    socket.open();
    soon();
    socket.answer(first);
  };
  /** The server asks the page to move, and the page opens its second socket. */
  const move = () => {
    socket.receive(SERVER_LEAVING, { afterMs: 700 });
    vi.advanceTimersByTime(700);
  };
  return { socket, next, move, store, realtime, connect, connection, version, soon, watch, clock };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the one socket', () => {
  it('joins rooms requested at the same time together, each once, at most 50 in a message', () => {
    const { socket, realtime, connect, soon } = setUp();
    connect();
    socket.open();
    for (let id = 1; id <= 60; id += 1) realtime.rooms.acquire(`auction:${id}`);
    realtime.rooms.acquire('auction:1');
    soon();
    expect(socket.joins().map(({ length }) => length)).toEqual([50, 10]);
  });

  it('sends at most seven joins a second, however fast rooms change', () => {
    const { socket, realtime, connect } = setUp();
    connect();
    socket.open();
    for (let id = 1; id <= 200; id += 1) {
      realtime.rooms.acquire(`auction:${id}`)();
      vi.advanceTimersByTime(10);
    }
    const sent = socket.sent.length;
    expect(sent).toBeLessThanOrEqual(30);
    expect(sent).toBeGreaterThanOrEqual(10);
  });

  it('P6 sends calls only while live, and after one without a reply only over another connection', async () => {
    const { socket, realtime, soon, connection, watch } = setUp();
    const bid = () => realtime.call({ call: 'POST /auction/bid/:id', params: { id: 1 }, key: 'k' });
    const calls = () => socket.sent.filter(({ event }) => event === SOCKET_CALL);
    expect(await bid()).toBeUndefined();
    watch(1);
    const placed = bid();
    calls()[0]?.answer?.(null, { ok: true, reply: { seq: 1 } });
    expect(await placed).toEqual({ ok: true, reply: { seq: 1 } });

    const lost = bid();
    calls()[1]?.answer?.(new Error('operation has timed out'));
    expect(await lost).toBeUndefined();
    expect(connection()).toBe('catching-up');
    soon();
    socket.answer(2);
    expect(connection()).toBe('live');
    expect(await bid()).toBeUndefined();
    expect(calls()).toHaveLength(2);

    socket.lose();
    socket.open();
    soon();
    socket.answer(3);
    const next = bid();
    expect(calls()).toHaveLength(3);
    socket.lose();
    calls()[2]?.answer?.(new Error('socket has been disconnected'));
    expect(await next).toBeUndefined();
    expect(socket.connects).toBe(1);
  });

  it('shows frames up to 50 ms later while a call waits, so that its reply is painted first', async () => {
    const { socket, realtime, version, watch } = setUp();
    const receive = (next: number) =>
      socket.receive(ROOM_STATE, { room: 'auction:1', epoch: 1, version: next, state: {}, watchers: 1 });
    watch(1);
    const placed = realtime.call({ call: 'POST /auction/bid/:id', params: { id: 1 }, key: 'k' });
    receive(2);
    vi.advanceTimersByTime(49);
    receive(3);
    expect(version('auction:1')).toBe(1);
    vi.advanceTimersByTime(1);
    expect(version('auction:1')).toBe(3);

    receive(4);
    socket.sent.find(({ event }) => event === SOCKET_CALL)?.answer?.(null, { ok: true, reply: {} });
    await placed;
    expect(version('auction:1')).toBe(3);
    receive(5);
    expect(version('auction:1')).toBe(5);
    vi.advanceTimersByTime(50);
    expect(version('auction:1')).toBe(5);
  });

  it('shows no frame that waited when its room was removed, or after the sign-out', async () => {
    const { socket, store, realtime, watch } = setUp();
    const receive = (room: string) =>
      socket.receive(ROOM_STATE, { room, epoch: 1, version: 2, state: {}, watchers: 1 });
    const room = 'auction:1';
    watch(1);
    void realtime.call({ call: 'POST /auction/bid/:id', params: { id: 1 }, key: 'k' });
    receive(room);
    socket.receive(ROOM_REMOVED, { rooms: [{ ok: false, room, code: 'NOT_ALLOWED', message: 'No.' }] });
    vi.advanceTimersByTime(50);
    expect(store.getState().rooms[room]).toMatchObject({ refusal: { code: 'NOT_ALLOWED' } });
    receive(room);
    realtime.disconnect();
    vi.advanceTimersByTime(50);
    expect(store.getState().rooms).toEqual({});
  });

  it('measures a round trip without changing a room', async () => {
    const { socket, realtime, connect } = setUp();
    expect(await realtime.measureRoundTripMs()).toBeUndefined();
    connect();
    socket.open();
    const answered = realtime.measureRoundTripMs();
    vi.advanceTimersByTime(40);
    const ping = socket.sent.at(-1);
    expect([ping?.event, ping?.rooms]).toEqual([ROOM_LEAVE, ['auction:0']]);
    ping?.answer?.(null, { ok: true });
    expect(await answered).toBe(40);
    const silent = realtime.measureRoundTripMs();
    socket.sent.at(-1)?.answer?.(new Error('operation has timed out'));
    expect(await silent).toBeUndefined();
  });

  it('S3a shows a removed room as refused, and rejoins after a temporary reason', () => {
    const { socket, store, realtime, connect, soon } = setUp();
    connect();
    socket.open();
    for (const room of ['ops:metrics', 'auction:1']) realtime.rooms.acquire(room);
    soon();
    socket.answer(1);
    socket.receive(ROOM_REMOVED, {
      rooms: [
        { ok: false, room: 'ops:metrics', code: 'FORBIDDEN', message: 'No.' },
        { ok: false, room: 'auction:1', code: 'UNAVAILABLE', message: 'Later.' },
      ],
    });
    expect(store.getState().rooms['ops:metrics']).toMatchObject({
      state: undefined,
      refusal: { code: 'FORBIDDEN', message: 'No.' },
    });
    vi.advanceTimersByTime(2_000);
    expect(socket.joins().at(-1)).toEqual(['auction:1']);
  });

  it('leaves a room some time after its last holder released it, unless another acquired it', () => {
    const { socket, realtime, connect, soon, version } = setUp();
    connect();
    socket.open();
    const stops = [realtime.rooms.acquire('auction:1'), realtime.rooms.acquire('auction:1')];
    soon();
    socket.answer(3);
    stops[0]?.();
    stops[0]?.();
    vi.advanceTimersByTime(1_000);
    expect(version('auction:1')).toBe(3);
    stops[1]?.();
    const held = realtime.rooms.acquire('auction:1');
    vi.advanceTimersByTime(1_000);
    expect(socket.sent.some(({ event }) => event === ROOM_LEAVE)).toBe(false);
    held();
    vi.advanceTimersByTime(1_000);
    expect(socket.sent.at(-1)).toMatchObject({ event: ROOM_LEAVE, rooms: ['auction:1'] });
    expect(version('auction:1')).toBeUndefined();
  });

  it('P4 rejoins all rooms after a lost connection and keeps their states in the meantime', () => {
    const { socket, soon, connection, version, watch } = setUp();
    watch(3);
    expect(connection()).toBe('live');
    socket.lose();
    expect(connection()).toBe('catching-up');
    vi.advanceTimersByTime(1_000);
    expect([connection(), version('auction:1')]).toEqual(['stale', 3]);
    vi.advanceTimersByTime(9_000);
    expect(connection()).toBe('offline');
    socket.open();
    expect(connection()).toBe('stale');
    soon();
    socket.answer(9);
    expect([connection(), version('auction:1')]).toEqual(['live', 9]);
  });

  it('accepts frames of acquired rooms only', () => {
    const { socket, store, watch } = setUp();
    watch(1);
    for (const room of ['auction:1', 'auction:2'])
      socket.receive(ROOM_STATE, { room, epoch: 1, version: 2, state: {}, watchers: 1, serverTime: 5 });
    expect(Object.entries(store.getState().rooms).map(([room, { version }]) => [room, version])).toEqual([
      ['auction:1', 2],
    ]);
  });

  it('P4 applies each delta to the frame before, and asks for the full state when it missed one', () => {
    const { socket, realtime, store, soon, connection, watch } = setUp();
    const shown = () => store.getState().rooms['auction:1'];
    watch(1);
    // The reply to the join had no base: the room is unknown by its number.
    socket.deliver(7, 1, 3, 1, 1);
    expect(shown()?.version).toBe(1);
    const base = baseOf(frameOf(2), 7) as RoomBase;
    socket.receive(ROOM_STATE, { ...frameOf(2), base });
    socket.deliver(7, 1, 23, 3, 3, 4, 99);
    expect(shown()).toMatchObject({ version: 5, watchers: 5, state: { version: 5 } });
    expect(socket.sent.at(-1)).toMatchObject({ event: ROOM_SEEN, seen: 99 });
    socket.deliver(7, 3, 3, 1, 1);
    socket.deliver(7, 4, 3, 1, 1);
    expect([connection(), shown()?.version]).toEqual(['catching-up', 5]);
    soon();
    expect(socket.joins()).toHaveLength(2);
    // A frame was sent while the snapshot was read.
    socket.answer(8, 0, { ...base, ...frameOf(9), count: 5 });
    expect([connection(), shown()?.version]).toEqual(['live', 9]);
    // One with an older number of watchers does not replace that of the snapshot.
    realtime.wake();
    soon();
    socket.answer(9, 0, { ...base, ...frameOf(9), watchers: 40, count: 5 });
    expect(shown()?.watchers).toBe(1);
    // Another server may use the number for another room.
    socket.lose();
    socket.open();
    socket.deliver(7, 6, 3, 1, 1);
    expect(shown()?.version).toBe(9);
  });

  it('rejoins after a temporary refusal, and accepts a permanent one', () => {
    const { socket, realtime, connect, soon, store, connection } = setUp();
    connect();
    realtime.rooms.acquire('auction:1');
    realtime.rooms.acquire('auction:2');
    socket.open();
    soon();
    const refuse = (room: string, code: string) => ({ ok: false, room, code, message: 'No.' });
    socket.sent[0]?.answer?.(null, {
      rooms: [refuse('auction:1', 'UNAVAILABLE'), refuse('auction:2', 'FORBIDDEN')],
    });
    expect(store.getState().rooms['auction:2']?.refusal?.code).toBe('FORBIDDEN');
    vi.advanceTimersByTime(1_100);
    expect(socket.joins()).toEqual([['auction:1', 'auction:2'], ['auction:1']]);
    expect(connection()).toBe('live');
  });

  it('replaces a socket without replies', () => {
    const { socket, realtime, connect, soon } = setUp();
    connect();
    realtime.rooms.acquire('auction:1');
    socket.open();
    soon();
    socket.sent[0]?.answer?.(new Error('timeout'));
    expect(socket.connected).toBe(false);
    expect(socket.connects).toBe(2);
  });

  it('S3 stops permanently when the session has ended, and reports the reason', () => {
    const { socket, realtime, connect, store, soon } = setUp();
    const ends: unknown[] = [];
    realtime.onSessionEnded((end) => ends.push(end));
    connect();
    realtime.rooms.acquire('user:1');
    socket.open();
    soon();
    socket.answer(1);
    socket.receive(SESSION_ENDED, { code: 'SESSION_ENDED', message: 'Over.' });
    vi.advanceTimersByTime(60_000);
    expect(ends).toEqual([{ code: 'SESSION_ENDED', message: 'Over.' }]);
    expect(socket.connects).toBe(1);
    expect(store.getState().rooms).toEqual({});
  });

  it('P4 moves to another server after its delay, live all the time, and shows the frames of both in order', () => {
    const { socket, next, move, realtime, connection, version, watch, soon, store } = setUp();
    const shown: unknown[] = [];
    watch(1);
    store.subscribe(({ rooms }) => shown.push(rooms['auction:1']?.version));
    const states = new Set<string>();
    store.subscribe(({ connection: state }) => states.add(state));
    move();
    expect([socket.connected, next.connects]).toEqual([true, 1]);
    socket.receive(ROOM_STATE, frameOf(2));
    next.open();
    soon();
    expect(next.joins()).toEqual([['auction:1']]);
    socket.receive(ROOM_STATE, frameOf(3));
    expect([connection(), version('auction:1'), socket.connected]).toEqual(['live', 3, true]);
    next.answer(3);
    expect([connection(), version('auction:1'), socket.connected]).toEqual(['live', 3, false]);
    next.receive(ROOM_STATE, frameOf(4));
    expect(version('auction:1')).toBe(4);
    expect([...new Set(shown)]).toEqual([2, 3, 4]);
    expect([...states]).toEqual(['live']);
    // A room that is opened now is joined there.
    realtime.rooms.acquire('auction:2');
    soon();
    expect(next.joins().at(-1)).toEqual(['auction:2']);
    expect(socket.joins()).toHaveLength(1);
  });

  it('P4 tells deltas of two servers apart while it moves', () => {
    const { socket, next, move, watch, version, soon } = setUp();
    watch(1);
    socket.receive(ROOM_STATE, { ...frameOf(2), base: baseOf(frameOf(2), 7) });
    move();
    next.open();
    soon();
    next.receive(ROOM_STATE, { ...frameOf(5), base: baseOf(frameOf(5), 7) });
    socket.deliver(7, 1, 3, 1, 1);
    expect(version('auction:1')).toBe(5);
    next.deliver(7, 1, 3, 1, 1);
    expect(version('auction:1')).toBe(6);
    soon();
    expect(next.joins()).toHaveLength(1);
  });

  it('is not live when the server closes the first socket too early, until the second has joined', () => {
    for (const isOpen of [true, false]) {
      const { socket, next, move, watch, connection, soon } = setUp();
      watch(1);
      move();
      if (isOpen) next.open();
      socket.lose('io server disconnect');
      expect(connection()).toBe('catching-up');
      if (!isOpen) next.open();
      soon();
      next.answer(2);
      expect([connection(), next.connects, socket.connects]).toEqual(['live', 1, 1]);
    }
  });

  it('P6 keeps the first socket until the reply to a call that it sent', async () => {
    const { socket, next, move, watch, realtime, soon } = setUp();
    watch(1);
    const call = realtime.call({ call: 'POST /auction/bid/:id', params: { id: 1 }, key: 'k' });
    const sent = socket.sent.find(({ event }) => event === SOCKET_CALL);
    move();
    next.open();
    soon();
    next.answer(1);
    expect(socket.connected).toBe(true);
    sent?.answer?.(null, { ok: true, reply: { seq: 1 } });
    expect(await call).toEqual({ ok: true, reply: { seq: 1 } });
    expect(socket.connected).toBe(false);
  });

  it('reconnects after the delay of a server that closes at once, and after any other close by a server', () => {
    const { socket, connect } = setUp();
    connect();
    socket.open();
    socket.receive(SERVER_LEAVING, { afterMs: 700 });
    socket.lose('io server disconnect');
    vi.advanceTimersByTime(699);
    expect(socket.connects).toBe(1);
    vi.advanceTimersByTime(1);
    expect(socket.connects).toBe(2);
    socket.open();
    socket.lose('io server disconnect');
    vi.advanceTimersByTime(3_000);
    expect(socket.connects).toBe(3);
  });

  it('retries a refused connection, unless the session is refused', () => {
    const { socket, realtime, connect } = setUp();
    const ends: unknown[] = [];
    realtime.onSessionEnded((end) => ends.push(end));
    connect();
    socket.active = false;
    const refuse = (code: string) =>
      socket.receive('connect_error', Object.assign(new Error(code), { data: { code } }));
    refuse('TOO_MANY_SOCKETS');
    vi.advanceTimersByTime(10_000);
    expect(socket.connects).toBe(2);
    refuse('NOT_SIGNED_IN');
    vi.advanceTimersByTime(60_000);
    expect([socket.connects, ends.length]).toEqual([2, 1]);
  });

  it('closes the socket while the page is hidden, and catches up when it is shown', () => {
    const { socket, realtime, soon, connection, watch } = setUp();
    watch(1);
    realtime.rest();
    expect(socket.connected).toBe(false);
    vi.advanceTimersByTime(600_000);
    expect(socket.connects).toBe(1);
    realtime.wake();
    expect([socket.connects, connection()]).toEqual([2, 'catching-up']);
    socket.open();
    soon();
    socket.answer(8);
    expect(connection()).toBe('live');
  });

  it('P4 on return no state is live until the server has replied', () => {
    const { socket, realtime, soon, connection, version, watch } = setUp();
    watch(1);
    vi.advanceTimersByTime(30_000);
    realtime.wake();
    expect(connection()).toBe('catching-up');
    soon();
    expect(socket.joins()).toHaveLength(2);
    socket.receive(ROOM_STATE, {
      room: 'auction:1',
      epoch: 1,
      version: 2,
      state: {},
      watchers: 1,
      serverTime: 5,
    });
    expect([connection(), version('auction:1')]).toEqual(['catching-up', 2]);
    socket.answer(3);
    expect([connection(), socket.connects]).toEqual(['live', 1]);
  });

  it('D5 of a hidden page leaves its rooms, and joins them on return', () => {
    const { socket, realtime, soon, connection, watch } = setUp();
    watch(1);
    realtime.pause();
    expect(socket.sent.at(-1)).toMatchObject({ event: ROOM_LEAVE, rooms: ['auction:1'] });
    vi.advanceTimersByTime(30_000);
    expect(socket.joins()).toHaveLength(1);
    realtime.wake();
    expect(connection()).toBe('catching-up');
    soon();
    expect(socket.joins()).toHaveLength(2);
    socket.answer(2);
    expect([connection(), socket.connects]).toEqual(['live', 1]);
  });

  it('P4 on return replaces a socket that does not reply', async () => {
    const { socket, realtime, soon, connection, watch } = setUp();
    watch(1);
    realtime.wake();
    realtime.setOnline(true);
    const probes = socket.sent.filter(({ event }) => event === ROOM_LEAVE);
    expect(probes).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(connection()).toBe('stale');
    probes[0]?.answer?.(new Error('operation has timed out'));
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.connects).toBe(2);
    socket.open();
    expect(connection()).toBe('stale');
    soon();
    socket.answer(2);
    expect(connection()).toBe('live');
  });

  it('on return connects without waiting for the next attempt', () => {
    const { socket, realtime, connect } = setUp();
    connect();
    socket.open();
    socket.lose();
    realtime.wake();
    expect(socket.connects).toBe(2);
  });

  it('follows the device’s network at once', () => {
    const { socket, realtime, soon, connection, watch } = setUp();
    watch(1);
    realtime.setOnline(false);
    expect(connection()).toBe('offline');
    realtime.setOnline(true);
    soon();
    expect(socket.joins()).toHaveLength(2);
    socket.answer(2);
    expect(connection()).toBe('live');
  });
});
