import { isNewer } from '@copup/shared/room-order.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Delivery } from './delivery.ts';
import { parseRoomName, type RoomKind } from './room-kind.ts';

const kind: RoomKind = {
  kind: 'auction',
  isPlay: true,
  views: { card: { minIntervalMs: 1_000 } },
  authorize: () => true,
  snapshot: async () => new Map(),
  changes: 'noted',
};
const address = { room: 'auction:1', kind: 'auction', id: '1', view: '' };

interface Emitted {
  name: string;
  epoch: number;
  version: number;
  watchers: number;
  isState: boolean;
  atMs: number;
}

function setUp() {
  const emitted: Emitted[] = [];
  let watching = 1;
  const sizes = new Map<string, number>();
  const delivery = new Delivery({
    nowMs: () => performance.now(),
    defaultIntervalMs: () => 200,
    size: (name) => sizes.get(name) ?? 0,
    watchers: () => watching,
    emit: (roomView, { epoch, version }, watchers, isState) =>
      emitted.push({ name: roomView.name, epoch, version, watchers, isState, atMs: performance.now() }),
  });
  /** Adds a member to the view, as Socket.IO's adapter announces it. */
  const join = (view: string) => {
    const roomView = delivery.open({ ...address, view }, kind);
    sizes.set(roomView.name, roomView.size + 1);
    roomView.joined();
  };
  const full = delivery.open(address, kind);
  const { localRoom } = full;
  const setWatching = (count: number) => {
    watching = count;
    delivery.watchersChanged(address.room);
  };
  return { delivery, localRoom, emitted, setWatching, join, sizes };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('parseRoomName', () => {
  it('splits names of rooms', () => {
    expect(parseRoomName('auction:1001@card')).toEqual({
      room: 'auction:1001',
      kind: 'auction',
      id: '1001',
      view: 'card',
    });
    expect(parseRoomName('auctions')).toEqual({ room: 'auctions', kind: 'auctions', id: '', view: '' });
    for (const name of [
      '',
      'auction:',
      'Auction:1',
      'auction:1@',
      'auction:1:2',
      `a:${'1'.repeat(65)}`,
      'a b',
    ])
      expect(parseRoomName(name), name).toBeUndefined();
  });
});

describe('delivery', () => {
  it('A9 sends the first at once, then at most five a second, and the last always', () => {
    const { delivery, emitted, join } = setUp();
    join('');
    for (let version = 1; version <= 300; version += 1) {
      delivery.deliver(address.room, { epoch: 1, version, state: {} });
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1_000);
    expect(emitted[0]).toMatchObject({ version: 1, atMs: emitted[0]?.atMs });
    expect(emitted.at(-1)?.version).toBe(300);
    // Three seconds of updates: one at once, then five a second.
    expect(emitted.length).toBeGreaterThanOrEqual(15);
    for (const { atMs } of emitted)
      expect(
        emitted.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1_000).length,
      ).toBeLessThanOrEqual(5);
  });

  it('A9 updates a card at most once a second, independently of full views', () => {
    const { delivery, emitted, join } = setUp();
    join('');
    join('card');
    for (let version = 1; version <= 250; version += 1) {
      delivery.deliver(address.room, { epoch: 1, version, state: {} });
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1_000);
    const cards = emitted.filter(({ name }) => name === 'auction:1@card');
    expect(cards).toHaveLength(4);
    expect(cards.at(-1)?.version).toBe(250);
  });

  it('A9 sends nothing without a change, and nothing twice', () => {
    const { delivery, emitted, join } = setUp();
    join('');
    delivery.deliver(address.room, { epoch: 1, version: 5, state: {} });
    for (const version of [5, 4, 5])
      expect(delivery.deliver(address.room, { epoch: 1, version, state: {} })).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(emitted).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('A9 sends a frame with only a new number of watchers at most once a second, and only when the room is quiet', () => {
    const { delivery, emitted, join, setWatching } = setUp();
    join('');
    delivery.deliver(address.room, { epoch: 1, version: 1, state: {} });
    for (let count = 2; count <= 50; count += 1) {
      setWatching(count);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(5_000);
    const alone = emitted.filter(({ isState }) => !isState);
    expect(alone.length).toBeGreaterThanOrEqual(4);
    expect(alone.length).toBeLessThanOrEqual(6);
    expect(alone.at(-1)).toMatchObject({ version: 1, watchers: 50 });
  });

  it('A9 sends a large room a frame with only a new number of watchers at most every five seconds, and the number with each bid', () => {
    const { delivery, emitted, join, setWatching } = setUp();
    for (let nth = 0; nth < 5_000; nth += 1) join('');
    delivery.deliver(address.room, { epoch: 1, version: 1, state: {} });
    for (let count = 2; count <= 200; count += 1) {
      setWatching(count);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(10_000);
    const alone = emitted.filter(({ isState }) => !isState);
    expect(alone.length).toBeGreaterThanOrEqual(4);
    expect(alone.length).toBeLessThanOrEqual(6);
    expect(alone.at(-1)).toMatchObject({ version: 1, watchers: 200 });
    setWatching(300);
    delivery.deliver(address.room, { epoch: 1, version: 2, state: {} });
    expect(emitted.at(-1)).toMatchObject({ version: 2, watchers: 300 });
  });

  it('A9 sends a bid at once even right after a frame with only a new number of watchers', () => {
    const { delivery, emitted, join, setWatching } = setUp();
    join('');
    delivery.deliver(address.room, { epoch: 1, version: 1, state: {} });
    setWatching(2);
    vi.advanceTimersByTime(1_001);
    expect(emitted.at(-1)).toMatchObject({ isState: false, watchers: 2 });
    delivery.deliver(address.room, { epoch: 1, version: 2, state: {} });
    expect(emitted.at(-1)).toMatchObject({ isState: true, version: 2 });
  });

  it('R5 applies a state of a new epoch over any version of an older one', () => {
    const { delivery, localRoom, join } = setUp();
    join('');
    delivery.deliver(address.room, { epoch: 1, version: 900, state: 'old' });
    expect(delivery.deliver(address.room, { epoch: 2, version: 3, state: 'new' })).toBe(true);
    expect(delivery.deliver(address.room, { epoch: 1, version: 901, state: 'late' })).toBe(false);
    expect(localRoom.known).toMatchObject({ epoch: 2, version: 3, state: 'new' });
  });

  it('sends no frame for the snapshot that joining sockets receive with the acknowledgement', () => {
    const { delivery, emitted, join } = setUp();
    join('');
    delivery.learn(address.room, { epoch: 1, version: 7, state: {} });
    vi.advanceTimersByTime(2_000);
    expect(emitted).toHaveLength(0);
    delivery.learn(address.room, { epoch: 1, version: 8, state: {} });
    expect(emitted).toMatchObject([{ version: 8 }]);
  });

  it('P4 ends at the highest (epoch, version), although updates are repeated, late, out of order or lost', () => {
    const apply = fc.record({
      epoch: fc.integer({ min: 1, max: 3 }),
      version: fc.integer({ min: 1, max: 30 }),
      pauseMs: fc.nat(400),
    });
    fc.assert(
      fc.property(fc.array(apply, { minLength: 1, maxLength: 60 }), (updates) => {
        const { delivery, emitted, join } = setUp();
        join('');
        for (const { epoch, version, pauseMs } of updates) {
          delivery.deliver(address.room, { epoch, version, state: {} });
          vi.advanceTimersByTime(pauseMs);
        }
        vi.advanceTimersByTime(1_000);
        const highest = updates.reduce((a, b) => (isNewer(b, a) ? b : a));
        expect(emitted.at(-1)).toMatchObject({ epoch: highest.epoch, version: highest.version });
        for (const [at, frame] of emitted.entries()) {
          const before = emitted[at - 1];
          if (before) expect(isNewer(frame, before)).toBe(true);
        }
      }),
    );
  });

  it('deletes a room with its last member', () => {
    const { delivery, localRoom, join, sizes } = setUp();
    for (const view of ['', 'card']) join(view);
    expect(delivery.open(address, kind).localRoom).toBe(localRoom);
    sizes.delete('auction:1');
    expect(delivery.release(localRoom)).toBe(false);
    sizes.delete('auction:1@card');
    expect(delivery.release(localRoom)).toBe(true);
    expect(delivery.deliver(address.room, { epoch: 1, version: 1, state: {} })).toBe(false);
    expect(delivery.localRooms.size).toBe(0);
  });
});
