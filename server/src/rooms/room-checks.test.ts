import { hashState } from '@copup/shared/room-hash.ts';
import type { RoomShown } from '@copup/shared/rooms.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Delivery } from './delivery.ts';
import type { Member } from './member.ts';
import { type Drift, RoomChecks } from './room-checks.ts';
import type { RoomKind } from './room-kind.ts';
import type { Known } from './room-view.ts';

type Reply = (error: Error | null, shown?: unknown) => void;
const known = (version: number, state: unknown = { version }): Known => ({ epoch: 1, version, state });
const shownOf = ({ epoch, version, state }: Known): RoomShown => ({ epoch, version, hash: hashState(state) });

const kind: RoomKind = {
  ...{ kind: 'counter', isPlay: false, changes: 'noted', minIntervalMs: 1 },
  views: { card: { minIntervalMs: 1, present: () => 'small' } },
  authorize: () => true,
  snapshot: async () => new Map(),
};

/** A socket is asked once in this time. */
const restS = 200;

/** One room with one member, which shows what the test says, and rows of which the test decides. */
function setUp(room = 'counter:1') {
  const drifts: Drift[] = [];
  const delivery = new Delivery({
    nowMs: () => performance.now(),
    defaultIntervalMs: () => 1,
    size: () => 1,
    watchers: () => 1,
    emit: () => {},
  });
  const [, view = ''] = room.split('@');
  delivery.open({ room: 'counter:1', kind: 'counter', id: '1', view }, kind);
  const world = {
    drifts,
    deliver: (state: Known) => {
      delivery.deliver('counter:1', state);
      vi.advanceTimersByTime(5);
    },
    /** Called when the member is asked. */
    answer: (reply: Reply) => reply(new Error('no answer')),
    rows: known(1),
    rooms: new Set(['own', room]),
    asked: 0,
    member: {
      hasDeltas: true,
      viewer: { userId: 'ada' },
      socket: {
        id: 'own',
        connected: true,
        get rooms() {
          return world.rooms;
        },
        timeout: () => ({
          emit: (_event: string, _room: object, reply: Reply) => {
            world.asked += 1;
            world.answer(reply);
          },
        }),
      },
    } as unknown as Member,
    checks: undefined as unknown as RoomChecks,
    /** Lets so many seconds pass, with their checks. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        world.checks.tick();
        await vi.advanceTimersByTimeAsync(1_000);
      }
    },
  };
  world.checks = new RoomChecks({
    delivery,
    members: () => new Set([world.member]),
    snapshot: async () => ({ ...world.rows, epoch: 1 }),
    nowMs: () => performance.now(),
    onDrift: (drift) => drifts.push(drift),
    onError: (error) => {
      throw error;
    },
  });
  world.deliver(known(1));
  return world;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('O6 a client', () => {
  it('that shows what was sent, or something newer, does not drift; one that does not answer neither', async () => {
    const world = setUp();
    world.answer = (reply) => reply(null, shownOf(world.rows));
    await world.pass(restS);
    // The next state is on its way while it is asked.
    world.answer = (reply) => {
      world.rows = known(world.rows.version + 1);
      world.deliver(world.rows);
      reply(null, shownOf(world.rows));
    };
    await world.pass(restS);
    for (const answer of [null, { version: 1 }, 'x']) {
      world.answer = (reply) => reply(null, answer);
      await world.pass(restS);
    }
    expect(world.asked).toBe(5);
    expect(world.drifts).toEqual([]);
  });

  it('is not asked while its network lags', async () => {
    const world = setUp();
    Object.assign(world.member, { isLagging: true });
    await world.pass(restS);
    expect(world.asked).toBe(0);
    Object.assign(world.member, { isLagging: false });
    await world.pass(1);
    expect(world.asked).toBe(1);
  });

  it('that missed a frame, or shows a wrong field, is found within 10 s', async () => {
    for (const [shown, how] of [
      [known(1), 'behind'],
      [known(2, { version: 2, leader: 'bola' }), 'differs'],
    ] as const) {
      const world = setUp();
      world.rows = known(2);
      world.deliver(known(2));
      world.answer = (reply) => reply(null, shownOf(shown));
      await world.pass(10);
      expect(world.drifts[0]).toEqual({
        ...{ room: 'counter:1', kind: 'counter', of: 'client', how },
        ...{ version: shown.version, expected: 2, userId: 'ada' },
      });
    }
  });

  it('that drifts once does not count: the reply to its join was on its way; nor does one that left', async () => {
    const world = setUp();
    world.rows = known(2);
    world.deliver(known(2));
    world.answer = (reply) => {
      world.answer = (next) => next(null, shownOf(known(2)));
      reply(null, shownOf(known(1)));
    };
    await world.pass(restS);
    expect(world.asked).toBeGreaterThan(1);
    world.answer = (reply) => {
      world.rooms = new Set(['own']);
      reply(null, shownOf(known(1)));
    };
    await world.pass(restS);
    expect(world.rooms.size).toBe(1);
    expect(world.drifts).toEqual([]);
  });

  it('of a slower view is compared with what that view receives; one without deltas is not asked', async () => {
    const world = setUp('counter:1@card');
    world.answer = (reply) => reply(null, { epoch: 1, version: 1, hash: hashState('small') });
    await world.pass(3);
    expect(world.drifts).toEqual([]);
    const { asked } = world;
    expect(asked).toBeGreaterThan(0);
    world.member.hasDeltas = false;
    await world.pass(restS);
    expect(world.asked).toBe(asked);
  });
});

describe('O6 a server', () => {
  it('that knows another state than the rows, or an older one for three seconds, is found within 10 s', async () => {
    const wrong = setUp();
    wrong.rows = known(1, { version: 1, leader: 'bola' });
    await wrong.pass(10);
    expect(wrong.drifts[0]).toMatchObject({ of: 'server', how: 'differs', version: 1, expected: 1 });
    const stale = setUp();
    stale.rows = known(4);
    await stale.pass(10);
    expect(stale.drifts[0]).toMatchObject({ of: 'server', how: 'behind', version: 1, expected: 4 });
  });

  it('that catches up in time does not drift', async () => {
    const world = setUp();
    world.rows = known(2);
    await world.pass(2);
    world.deliver(known(2));
    await world.pass(8);
    expect(world.drifts).toEqual([]);
  });
});
