import { RoomTrace } from '@copup/shared/room-trace.ts';
import { describe, expect, it } from 'vitest';
import { RoomTraces } from '../../rooms/room-traces.ts';
import { mergeParts, writeTraceFile } from './merge-parts.ts';
import { readPart, TracePart } from './trace-part.ts';

const ROOM = 'auction:1';
const SECRET = 'ada@example.com';

/** A server whose monotonic clock started at another time. Events are recorded at times of the database's clock. */
function serverOf(id: string, startedAtMs: number) {
  const clock = { databaseMs: 0 };
  const traces = new RoomTraces({ nowMs: () => clock.databaseMs - startedAtMs, minutes: () => 15 });
  return {
    traces,
    at(databaseMs: number, record: (traces: RoomTraces) => void) {
      clock.databaseMs = databaseMs;
      record(traces);
    },
    part(databaseMs: number, { members = 0, cards = 0, most = 1_000, salt = 'salt' } = {}): TracePart {
      clock.databaseMs = databaseMs;
      const nowMs = databaseMs - startedAtMs;
      const options = { server: id, room: ROOM, salt, most, members, cards, offsetMs: startedAtMs, nowMs };
      return TracePart.parse(readPart(traces, options));
    },
  };
}

const T = 1_800_000_000_000;
const none = { missing: [], isWhole: true };

function twoServers() {
  const [one, two] = [serverOf('a', T - 5_000_000), serverOf('b', T - 77)];
  one.at(T, (traces) => traces.joined(ROOM, SECRET, false, false));
  two.at(T + 10, (traces) => traces.joined(ROOM, 'ben', true, true));
  one.at(T + 20, (traces) =>
    traces.command(ROOM, { userId: SECRET, command: 'bid', result: 'accepted', ms: 4.26, price: 9, seq: 3 }),
  );
  one.at(T + 25, (traces) => traces.emitted(ROOM, false, 4, 321, 1, 5));
  two.at(T + 26, (traces) => traces.emitted(ROOM, true, 4, 300, 1, -1));
  two.at(T + 30, (traces) =>
    traces.command(ROOM, { userId: SECRET, command: 'bid', result: 'PRICE_MOVED', ms: 7 }),
  );
  two.at(T + 31, (traces) => traces.delivered(ROOM, 12.34));
  one.at(T + 40, (traces) => traces.left(ROOM, SECRET, false, true));
  two.at(T + 41, (traces) => traces.left(ROOM, 'ben', true, false));
  return { one, two };
}

describe('O2 merging the parts of several servers', () => {
  it('orders events by the database’s time, whatever the clocks of the servers say', () => {
    const { one, two } = twoServers();
    const trace = mergeParts(ROOM, { parts: [two.part(T + 50), one.part(T + 50)], ...none }, 1_000);
    expect(trace.events).toEqual([
      { at: T, server: 0, event: 'join', user: 'p1' },
      { at: T + 10, server: 1, event: 'reconnect', user: 'p2', card: true },
      {
        at: T + 20,
        server: 0,
        event: 'command',
        user: 'p1',
        command: 'bid',
        result: 'accepted',
        ms: 4.3,
        price: 9,
        seq: 3,
      },
      { at: T + 25, server: 0, event: 'frame', version: 4, bytes: 321, recipients: 1, ms: 5 },
      { at: T + 26, server: 1, event: 'frame', version: 4, bytes: 300, recipients: 1, card: true },
      { at: T + 30, server: 1, event: 'command', user: 'p1', command: 'bid', result: 'PRICE_MOVED', ms: 7 },
      { at: T + 31, server: 1, event: 'delivered', ms: 12.3 },
      { at: T + 40, server: 0, event: 'close', user: 'p1' },
      { at: T + 41, server: 1, event: 'leave', user: 'p2', card: true },
    ]);
    expect(trace).toMatchObject({
      room: ROOM,
      kind: 'auction',
      users: 2,
      count: 9,
      to: T + 50,
      isWhole: true,
    });
    expect(RoomTrace.parse(trace)).toEqual(trace);
  });

  it('gives a user the same pseudonym on all servers, and no id leaves its server', () => {
    const { one, two } = twoServers();
    const parts = [one.part(T + 50), two.part(T + 50)];
    expect(JSON.stringify(parts)).not.toContain('ada');
    expect(JSON.stringify(parts)).not.toContain('ben');
    const file = writeTraceFile(mergeParts(ROOM, { parts, ...none }, 1_000));
    expect(file).not.toMatch(/ada|ben/);
    expect(file.trimEnd().split('\n')).toHaveLength(10);
    // The tags of another question differ: two traces cannot be joined by them.
    expect(one.part(T + 50, { salt: 'other' }).users).not.toEqual(parts[0]?.users);
  });

  it('has the sockets at the beginning, also after the oldest events were dropped', () => {
    const { one, two } = twoServers();
    const parts = [one.part(T + 50, { members: 4 }), two.part(T + 50, { members: 1, cards: 2 })];
    const all = mergeParts(ROOM, { parts, ...none }, 1_000);
    expect(all.servers.map(({ members, cards, isCut }) => [members, cards, isCut])).toEqual([
      [4, 0, false],
      [1, 2, false],
    ]);
    const few = mergeParts(ROOM, { parts, ...none }, 3);
    expect(few.events.map(({ event }) => event)).toEqual(['delivered', 'close', 'leave']);
    expect(few.servers.map(({ members, cards, isCut, from }) => [members, cards, isCut, from])).toEqual([
      [5, 0, true, T + 31],
      [1, 3, true, T + 31],
    ]);
    expect(few).toMatchObject({ users: 2, count: 3, from: T + 31 });
  });

  it('names the servers that are missing, after the others', () => {
    const { one } = twoServers();
    const missing = [
      { id: 'x', state: 'gone' as const, seenAt: T - 1_000 },
      { id: 'y', state: 'silent' as const, seenAt: T },
    ];
    const trace = mergeParts(ROOM, { parts: [one.part(T + 50)], missing, isWhole: true }, 1_000);
    expect(trace.servers.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'a answered',
      'x gone',
      'y silent',
    ]);
    expect(trace.count).toBe(4);
  });

  it('is empty for a room without events', () => {
    const idle = serverOf('a', T - 10_000_000);
    const trace = mergeParts(ROOM, { parts: [idle.part(T, { members: 2 })], ...none }, 1_000);
    expect(trace).toMatchObject({
      events: [],
      count: 0,
      users: 0,
      from: T - 10_000_000 + 10_000_000 - 900_000,
    });
    expect(trace.servers[0]).toMatchObject({ members: 2, isCut: false });
  });
});
