import { describe, expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import { RoomTraces, type RoomTracesOptions, type TracedCommand, tracedLane } from './room-traces.ts';
import { BYTES_PER_EVENT, TraceRing, traced } from './trace-ring.ts';

const MINUTE = 60_000;
/** A new ring has 16 places. */
const SMALLEST = 16 * BYTES_PER_EVENT;

function recorder(options: Partial<RoomTracesOptions> = {}) {
  const clock = { ms: 1_000_000 };
  const traces = new RoomTraces({ nowMs: () => clock.ms, minutes: () => 15, ...options });
  const times = (room: string, most = 1_000) => traces.read(room, most).events.map(({ atMs }) => atMs);
  return { clock, traces, times };
}

describe('TraceRing', () => {
  it('keeps events in order while it grows, and then the newest', () => {
    const ring = new TraceRing(40);
    for (let at = 1; at <= 100; at += 1) ring.push(at, traced.frame, at * 2, 0, 0, 0, `u${at}`);
    const events = [...ring.since(0)];
    expect(events.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 40 }, (_, nth) => nth + 61));
    expect(events[0]).toEqual({ atMs: 61, kind: traced.frame, a: 122, b: 0, c: 0, d: 0, user: 'u61' });
    expect(ring.lostAtMs).toBe(60);
    expect(ring.bytes).toBe(40 * BYTES_PER_EVENT);
  });

  it('forgets old events and returns the memory', () => {
    const ring = new TraceRing(1_000);
    let bytes = ring.bytes;
    for (let at = 0; at < 500; at += 1) bytes += ring.push(at, traced.join, 0, 0, 0, 0, 'u');
    expect(bytes).toBe(ring.bytes);
    bytes += ring.forget(498);
    expect([...ring.since(0)].map(({ atMs }) => atMs)).toEqual([498, 499]);
    expect(bytes).toBe(ring.bytes);
    expect(ring.bytes).toBe(SMALLEST);
    ring.push(500, traced.leave, 0, 0, 0, 0, 'u');
    expect([...ring.since(499)].map(({ kind }) => kind)).toEqual([traced.join, traced.leave]);
  });
});

describe('O2 RoomTraces', () => {
  it('returns the events of the recorded time only', () => {
    const { clock, traces, times } = recorder({ minutes: () => 2 });
    traces.joined('auction:1', 'ada', false, false);
    clock.ms += 1.5 * MINUTE;
    traces.left('auction:1', 'ada', false, true);
    expect(times('auction:1')).toEqual([1_000_000, 1_000_000 + 1.5 * MINUTE]);
    clock.ms += MINUTE;
    expect(times('auction:1')).toEqual([1_000_000 + 1.5 * MINUTE]);
    expect(traces.read('auction:1', 10)).toMatchObject({ isCut: false, fromMs: clock.ms - 2 * MINUTE });
    expect(traces.read('auction:2', 10)).toMatchObject({ events: [], isCut: false });
  });

  it('says since when the events are complete, when there were too many', () => {
    const { clock, traces } = recorder({ roomEvents: 20 });
    for (let nth = 0; nth < 30; nth += 1) {
      clock.ms += 10;
      traces.emitted('auction:1', false, nth, 100, 5, 3);
    }
    const { events, fromMs, isCut } = traces.read('auction:1', 100);
    expect(events).toHaveLength(20);
    expect({ fromMs, isCut }).toEqual({ fromMs: events[0]?.atMs, isCut: true });
    const few = traces.read('auction:1', 4);
    expect(few.events).toEqual(events.slice(-4));
    expect(few).toMatchObject({ isCut: true, fromMs: few.events[0]?.atMs });
  });

  it('deletes the rooms with the oldest last event when the memory is used up', () => {
    const { clock, traces, times } = recorder({ mostBytes: 10 * SMALLEST });
    for (let room = 1; room <= 10; room += 1) {
      clock.ms += 1_000;
      traces.joined(`auction:${room}`, 'ada', false, false);
    }
    clock.ms += 1_000;
    traces.joined('auction:1', 'ben', false, false);
    traces.joined('auction:11', 'ben', false, false);
    const { bytes, rooms, evicted } = traces.stats();
    expect(bytes).toBeLessThanOrEqual(10 * SMALLEST);
    expect({ rooms, evicted }).toEqual({ rooms: 9, evicted: 2 });
    expect(times('auction:2')).toEqual([]);
    expect(traces.read('auction:2', 10).isCut).toBe(true);
    expect(times('auction:1')).toHaveLength(2);
    expect(times('auction:11')).toHaveLength(1);
  });

  it('never uses more memory than allowed, whatever happens', () => {
    const mostBytes = 50 * SMALLEST;
    const { clock, traces } = recorder({ mostBytes, roomEvents: 100 });
    let most = 0;
    for (let nth = 0; nth < 5_000; nth += 1) {
      clock.ms += 7;
      traces.emitted(`auction:${(nth * 7_919) % 211}`, nth % 2 === 0, nth, 100, 5, 3);
      if (nth % 500 === 0) traces.sweep();
      most = Math.max(most, traces.stats().bytes);
    }
    expect(most).toBeLessThanOrEqual(mostBytes);
    expect(traces.stats().evicted).toBeGreaterThan(0);
    clock.ms += 16 * MINUTE;
    traces.sweep();
    expect(traces.stats()).toMatchObject({ rooms: 0, events: 0, bytes: 0 });
  });

  it('records nothing while it is off, and is not complete for the time before', () => {
    let minutes = 0;
    const { clock, traces } = recorder({ minutes: () => minutes });
    traces.joined('auction:1', 'ada', false, false);
    traces.command('auction:1', { userId: 'ada', command: 'bid', result: 'accepted', ms: 1 });
    expect(traces.stats().rooms).toBe(0);
    minutes = 15;
    clock.ms += MINUTE;
    traces.sweep();
    traces.joined('auction:1', 'ada', false, false);
    expect(traces.read('auction:1', 10)).toMatchObject({ fromMs: clock.ms, events: [{ atMs: clock.ms }] });
    minutes = 0;
    traces.sweep();
    traces.joined('auction:1', 'ben', false, false);
    expect(traces.read('auction:1', 10).events).toHaveLength(1);
  });
});

it('O2 records how each command ended and how long it took, waiting included', async () => {
  const recorded: [string, TracedCommand][] = [];
  let monotonicMs = 500;
  const clock = { wallMs: () => 10_000 + monotonicMs, monotonicMs: () => monotonicMs };
  const submitted: unknown[] = [];
  const lane = tracedLane(
    {
      submit: async (...args: [string, { by: string; fails?: Error }, number?]) => {
        submitted.push(args);
        monotonicMs += 20;
        const [, { fails }] = args;
        if (fails) throw fails;
        return { price: 7 };
      },
    },
    {
      traces: { command: (room, command) => recorded.push([room, command]) },
      clock,
      describe: (key, { by }) => ({ room: `auction:${key}`, userId: by, command: 'bid' }),
      facts: ({ price }) => ({ price }),
    },
  );
  await expect(lane.submit('5', { by: 'ada' }, 10_490)).resolves.toEqual({ price: 7 });
  const refusal = new Refusal('PRICE_MOVED', 'The price moved.');
  await expect(lane.submit('5', { by: 'ben', fails: refusal })).rejects.toBe(refusal);
  await expect(lane.submit('5', { by: 'ben', fails: new Error('broken') })).rejects.toThrow('broken');
  expect(submitted[0]).toEqual(['5', { by: 'ada' }, 10_490]);
  expect(recorded).toEqual([
    ['auction:5', { userId: 'ada', command: 'bid', result: 'accepted', price: 7, ms: 30 }],
    ['auction:5', { userId: 'ben', command: 'bid', result: 'PRICE_MOVED', ms: 20 }],
    ['auction:5', { userId: 'ben', command: 'bid', result: 'INTERNAL', ms: 20 }],
  ]);
});
