import { describe, expect, it } from 'vitest';
import { BadOptions } from '../bad-options.ts';
import type { Step } from '../scenarios/scenario.ts';
import { judgeReplay } from './judge-replay.ts';
import { planReplay, sizesOf } from './plan-replay.ts';
import { cutTrace, parseTrace, type TracePart } from './read-trace.ts';
import { smallTrace, textOf, traceOf } from './trace.fixture.ts';

const planned = planReplay(smallTrace, { rampMs: 300 });

describe('O2 the file of a trace', () => {
  const lines = textOf(smallTrace).trimEnd().split('\n');
  const errorOf = (text: string): string => {
    try {
      parseTrace(text, 'a.jsonl');
    } catch (error) {
      expect(error).toBeInstanceOf(BadOptions);
      return (error as Error).message;
    }
    throw new Error('the file was accepted');
  };
  const withLine = (nth: number, line: string) => lines.with(nth - 1, line).join('\n');

  it('is read as it was written, with any line ends', () => {
    expect(parseTrace(textOf(smallTrace))).toEqual(smallTrace);
    expect(parseTrace(lines.join('\r\n'))).toEqual(smallTrace);
  });

  it.each([
    ['an empty file', '', 'a.jsonl is empty'],
    ['a line that is not JSON', withLine(4, '{"at":'), 'line 4: this is not JSON'],
    ['another file', '{"format":"copup-load-1"}', 'line 1: this is not the header'],
    ['a file that is no object', 'null', 'line 1: this is not the header'],
    [
      'a bad header',
      withLine(1, '{"format":"copup-room-trace-1","room":"auction:1"}'),
      'line 1: the header is not valid: kind',
    ],
    [
      'an unknown event',
      withLine(3, '{"at":1800000000100,"server":0,"event":"explode"}'),
      'line 3: this is no event: event',
    ],
    [
      'an unknown server',
      withLine(3, '{"at":1800000000100,"server":7,"event":"leave"}'),
      'line 3: there is no server 7',
    ],
    ['events out of order', withLine(5, lines[1] ?? ''), 'line 5: its time is out of order'],
    [
      'an event after the end',
      withLine(15, '{"at":1900000000000,"server":0,"event":"leave"}'),
      'line 15: its time',
    ],
    ['a file that was cut off', lines.slice(0, -2).join('\n'), 'has 12 events, but its header says 14'],
  ])('refuses %s', (_, text, message) => {
    expect(errorOf(text)).toContain(message);
  });
});

describe('O2 the plan of replay', () => {
  it('has the watchers of before, then each join at its time', () => {
    expect(
      planned.sockets.map(({ user, rooms, opensAtMs, isLate }) => [user, rooms[0], opensAtMs, isLate]),
    ).toEqual([
      [1, 'auction:#0', 0, undefined],
      [4, 'auction:#0', 100, undefined],
      [4, 'auction:#0', 200, undefined],
      [0, 'auction:#0', 0, true],
      [2, 'auction:#0@card', 300, true],
      [0, 'auction:#0', 700, true],
      [1, 'auction:#0', 950, true],
    ]);
    expect(planned.users).toBe(5);
  });

  it('opens and closes the right sockets, and bids, at the recorded times', () => {
    expect(planned.steps).toEqual([
      { atMs: 0, do: 'open', socket: 3, isReconnect: false },
      { atMs: 100, do: 'close', socket: 0 },
      { atMs: 200, do: 'bid', user: 0, auction: 0 },
      { atMs: 300, do: 'open', socket: 4, isReconnect: false },
      { atMs: 400, do: 'bid', user: 3, auction: 0 },
      { atMs: 500, do: 'bid', user: 3, auction: 0 },
      { atMs: 600, do: 'close', socket: 3 },
      { atMs: 700, do: 'open', socket: 5, isReconnect: true },
      { atMs: 900, do: 'bid', user: 0, auction: 0 },
      { atMs: 950, do: 'open', socket: 6, isReconnect: false },
      { atMs: 1_500, do: 'bid', user: 3, auction: 0 },
    ] satisfies Step[]);
  });

  it('raises the price by the recorded steps, and all bidders have entered and have the coins', () => {
    expect(planned.auctions).toEqual([{ name: 'Replay of auction:1001', entryFee: 2, increment: 5 }]);
    expect(planned.entries.map(({ user }) => user)).toEqual([0, 3]);
    expect(planned.coins).toBeGreaterThan(5 * 5 + 2);
  });

  it('has the sizes of the file', () => {
    expect(sizesOf(smallTrace)).toEqual({ clients: 7, rooms: 1, rate: 2.5, durationMs: 2_000 });
  });

  it('refuses rooms without bids that can be repeated, and traces with nothing to do', () => {
    const heist = traceOf(smallTrace.events.slice(0, 1), { room: 'heist:5', kind: 'heist' });
    expect(() => planReplay(heist, { rampMs: 0 })).toThrow('heist:5 is not the room of an auction');
    const idle = traceOf([{ at: 0, server: 0, event: 'frame', version: 1, bytes: 1, recipients: 1 }]);
    expect(() => planReplay(idle, { rampMs: 0 })).toThrow('has no joins and no bids');
  });
});

describe('O2 the judge of replay', () => {
  const right = { joins: 7, outcomes: { accepted: 4, ALREADY_LEADING: 1 }, latestStepMs: 12.4, bidP99Ms: 31 };

  it('confirms a complete repetition, and says what it was', () => {
    const { violations, check } = judgeReplay(smallTrace, planned, right);
    expect(violations).toEqual([]);
    expect(check).toBe(
      'the recorded minutes of auction:1001: 7 joins, of them 1 reconnects, and 5 bids at their times, at most 12 ms late; ' +
        '99 % of bids were decided in 10 ms then, and answered in 31 ms now; 1 other commands were not repeated',
    );
  });

  it('detects bids that were not sent, or twice', () => {
    for (const accepted of [3, 5])
      expect(
        judgeReplay(smallTrace, planned, { ...right, outcomes: { accepted, BUSY: 1 } }).violations,
      ).toEqual([`replay: 5 bids were recorded, ${accepted + 1} were sent`]);
  });

  it('detects joins that did not happen, but not of a socket that closed at once', () => {
    expect(judgeReplay(smallTrace, planned, { ...right, joins: 5 }).violations).toEqual([
      'replay: 7 joins were recorded, 5 happened',
    ]);
    expect(judgeReplay(smallTrace, planned, { ...right, joins: 6 }).violations).toEqual([]);
  });
});

describe('O2 a part of a trace', () => {
  const timesOf = (part: TracePart, trace = smallTrace) => {
    const cut = cutTrace(trace, part);
    return planReplay(cut, { rampMs: 0 }).steps.map(({ atMs, do: what }) => `${atMs} ${what}`);
  };

  it('begins with the first event that is repeated, whatever the header says', () => {
    const frame = { at: 10, server: 0, event: 'frame', version: 1, bytes: 1, recipients: 1 } as const;
    const late = smallTrace.events.map((event) => ({ ...event, at: event.at - smallTrace.from + 621_000 }));
    const cut = cutTrace(traceOf([frame, ...late], { members: [2, 1] }), {});
    expect(planReplay(cut, { rampMs: 300 }).steps).toEqual(planned.steps);
    expect(sizesOf(cut)).toEqual(sizesOf(smallTrace));
  });

  it('has only the events between two times, and the sockets that were open before', () => {
    expect(timesOf({ fromMs: 300, toMs: 700 })).toEqual([
      '0 open',
      '100 bid',
      '200 bid',
      '300 close',
      '400 open',
    ]);
    // Before: three watchers, p1 joined and p2 left.
    const { servers, count } = cutTrace(smallTrace, { fromMs: 300, toMs: 700 });
    expect(servers.map(({ members }) => members)).toEqual([2, 1]);
    expect(count).toBe(6);
  });

  it('can be faster and slower', () => {
    expect(timesOf({ fromMs: 600, speed: 2 })).toEqual([
      '0 close',
      '50 open',
      '150 bid',
      '175 open',
      '450 bid',
    ]);
    expect(timesOf({ toMs: 200, speed: 0.5 })).toEqual(['0 open', '200 close', '400 bid']);
  });
});
