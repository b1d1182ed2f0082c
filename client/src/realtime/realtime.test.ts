import {
  ROOM_JOIN,
  ROOM_LEAVE,
  ROOM_REMOVED,
  ROOM_STATE,
  SERVER_LEAVING,
  SESSION_ENDED,
} from '@copup/shared/room-names.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Realtime } from './realtime.ts';
import type { RealtimeSocket } from './realtime-socket.ts';
import { createRealtimeStore } from './realtime-store.ts';
import { ServerClock } from './server-clock.ts';

type Answer = (error: Error | null, ack?: unknown) => void;

/** A socket whose other end is the test. */
class FakeSocket {
  connected = false;
  active = true;
  connects = 0;
  readonly sent: { event: string; rooms: string[]; answer: Answer | undefined }[] = [];
  readonly #listeners = new Map<string, (payload: unknown) => void>();

  on(event: string, listener: (payload: unknown) => void): this {
    this.#listeners.set(event, listener);
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
  emit(event: string, { rooms }: { rooms: string[] }, answer?: Answer): this {
    this.sent.push({ event, rooms, answer });
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
  /** Answers the last join. */
  answer(version: number, serverTime = 0): void {
    const last = this.sent.findLast(({ event }) => event === ROOM_JOIN);
    const rooms = last?.rooms.map((room) => ({
      ok: true,
      room,
      epoch: 1,
      version,
      state: { version },
      watchers: 1,
      serverTime,
    }));
    last?.answer?.(null, { rooms });
  }
}

function setUp() {
  const socket = new FakeSocket();
  const store = createRealtimeStore();
  const nowMs = () => performance.now();
  const clock = new ServerClock(nowMs, () => 0);
  const realtime = new Realtime({ store, clock, nowMs });
  const connect = () => realtime.connect(() => socket as unknown as RealtimeSocket);
  const connection = () => store.getState().connection;
  const version = (room: string) => store.getState().rooms[room]?.version;
  const soon = () => vi.advanceTimersByTime(151);
  return { socket, store, realtime, connect, connection, version, soon, clock };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the one socket', () => {
  it('joins rooms of one moment together, each once, at most 50 in a message', () => {
    const { socket, realtime, connect, soon } = setUp();
    connect();
    socket.open();
    for (let id = 1; id <= 60; id += 1) realtime.rooms.acquire(`auction:${id}`);
    realtime.rooms.acquire('auction:1');
    soon();
    expect(socket.joins().map(({ length }) => length)).toEqual([50, 10]);
  });

  it('asks at most seven times a second, however fast rooms come and go', () => {
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

  it('measures the way there and back without touching a room', async () => {
    const { socket, realtime, connect } = setUp();
    expect(await realtime.measureRoundTripMs()).toBeUndefined();
    connect();
    socket.open();
    const answered = realtime.measureRoundTripMs();
    vi.advanceTimersByTime(40);
    const asked = socket.sent.at(-1);
    expect([asked?.event, asked?.rooms]).toEqual([ROOM_LEAVE, ['auction:0']]);
    asked?.answer?.(null, { ok: true });
    expect(await answered).toBe(40);
    const silent = realtime.measureRoundTripMs();
    socket.sent.at(-1)?.answer?.(new Error('operation has timed out'));
    expect(await silent).toBeUndefined();
  });

  it('S3a shows a room that it was taken out of as refused, and joins again where that may pass', () => {
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

  it('leaves a room some time after its last holder, and not at all when another came', () => {
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

  it('P4 rejoins everything after a lost line and keeps what it showed meanwhile', () => {
    const { socket, realtime, connect, soon, connection, version } = setUp();
    connect();
    realtime.rooms.acquire('auction:1');
    socket.open();
    soon();
    socket.answer(3);
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

  it('takes frames only of rooms it wants', () => {
    const { socket, realtime, connect, soon, store } = setUp();
    connect();
    realtime.rooms.acquire('auction:1');
    socket.open();
    soon();
    socket.answer(1);
    for (const room of ['auction:1', 'auction:2'])
      socket.receive(ROOM_STATE, { room, epoch: 1, version: 2, state: {}, watchers: 1, serverTime: 5 });
    expect(Object.entries(store.getState().rooms).map(([room, { version }]) => [room, version])).toEqual([
      ['auction:1', 2],
    ]);
  });

  it('asks again for what the server could not show just now, and accepts a no', () => {
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

  it('replaces a socket that takes messages and answers none', () => {
    const { socket, realtime, connect, soon } = setUp();
    connect();
    realtime.rooms.acquire('auction:1');
    socket.open();
    soon();
    socket.sent[0]?.answer?.(new Error('timeout'));
    expect(socket.connected).toBe(false);
    expect(socket.connects).toBe(2);
  });

  it('S3 stops for good when the session ended, and says why', () => {
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

  it('comes back when a leaving server said, and after any other close by a server', () => {
    const { socket, connect } = setUp();
    connect();
    socket.open();
    socket.receive(SERVER_LEAVING, { afterMs: 700 });
    expect(socket.connected).toBe(false);
    vi.advanceTimersByTime(699);
    expect(socket.connects).toBe(1);
    vi.advanceTimersByTime(1);
    expect(socket.connects).toBe(2);
    socket.open();
    socket.lose('io server disconnect');
    vi.advanceTimersByTime(3_000);
    expect(socket.connects).toBe(3);
  });

  it('a refused connection is tried again, unless it is the session that is refused', () => {
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

  it('rests while nobody looks, and catches up when somebody does', () => {
    const { socket, realtime, connect, soon, connection } = setUp();
    connect();
    realtime.rooms.acquire('auction:1');
    socket.open();
    soon();
    socket.answer(1);
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

  it('P4 on return nothing counts as live until the server has answered', () => {
    const { socket, realtime, connect, soon, connection, version } = setUp();
    connect();
    realtime.rooms.acquire('auction:1');
    socket.open();
    soon();
    socket.answer(1);
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

  it('P4 on return replaces a socket that does not answer', async () => {
    const { socket, realtime, connect, soon, connection } = setUp();
    connect();
    realtime.rooms.acquire('auction:1');
    socket.open();
    soon();
    socket.answer(1);
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

  it('on return does not wait for the next attempt to connect', () => {
    const { socket, realtime, connect } = setUp();
    connect();
    socket.open();
    socket.lose();
    realtime.wake();
    expect(socket.connects).toBe(2);
  });

  it('follows the device’s network at once', () => {
    const { socket, realtime, connect, soon, connection } = setUp();
    connect();
    realtime.rooms.acquire('auction:1');
    socket.open();
    soon();
    socket.answer(1);
    realtime.setOnline(false);
    expect(connection()).toBe('offline');
    realtime.setOnline(true);
    soon();
    expect(socket.joins()).toHaveLength(2);
    socket.answer(2);
    expect(connection()).toBe('live');
  });
});
