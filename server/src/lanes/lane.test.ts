import { describe, expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import {
  averageMs,
  countRefusal,
  FIRST_BATCH_MS,
  isTooLate,
  Lane,
  moveOrAnswer,
  newKindState,
  statsOf,
  type Waiting,
  withFirstReplies,
} from './lane.ts';
import { type LaneKind, MovedTo } from './lane-kind.ts';

const kindOf = (over: Partial<LaneKind<unknown, unknown, unknown>> = {}) =>
  newKindState({
    name: 'numbers',
    maxBatch: 4,
    decide: async () => ({ answers: [] }),
    recover: async () => [],
    ...over,
  });
const waiting = (command: number, deadlineMs = 1_000): Waiting => ({
  ...{ command, receivedAtMs: 0, deadlineMs, trace: undefined },
  answer: () => {},
  refuse: () => {},
});
const add = (lane: Lane, ...ones: Waiting[]) => {
  for (const one of ones) lane.add(one);
};
const numbersOf = (ones: readonly Waiting[]) => ones.map(({ command }) => command);

/** Returns a lane with a failed batch of `failed` commands, numbered from 100, and `after` later ones from 1. */
function laneOf(failed: number, after: number, of = kindOf()) {
  const lane = new Lane('a', of);
  if (failed > 0) lane.halve(Array.from({ length: failed }, (_, nth) => waiting(100 + nth)));
  add(lane, ...Array.from({ length: after }, (_, nth) => waiting(1 + nth)));
  return lane;
}

describe('A6 A12 the commands of a lane', () => {
  it.each([
    [0, 0, []],
    [0, 3, [[1, 2, 3]]],
    [0, 4, [[1, 2, 3, 4]]],
    [0, 5, [[1, 2, 3, 4], [5]]],
    [3, 1, [[100, 101], [102], [1]]],
    [
      4,
      0,
      [
        [100, 101],
        [102, 103],
      ],
    ],
  ])('are taken in order, the halves of %i failed ones before %i others', (failed, after, batches) => {
    const lane = laneOf(failed, after);
    let left = failed + after;
    for (const batch of batches) {
      expect([lane.waitingCount, lane.isEmpty]).toEqual([left, false]);
      expect(numbersOf(lane.take())).toEqual(batch);
      left -= batch.length;
    }
    expect([lane.waitingCount, lane.isEmpty, lane.hasParts]).toEqual([0, true, false]);
  });

  it('have parts only until these are taken', () => {
    const lane = laneOf(2, 1);
    expect(lane.hasParts).toBe(true);
    lane.take();
    expect(lane.hasParts).toBe(true);
    lane.take();
    expect([lane.hasParts, lane.isEmpty]).toEqual([false, false]);
    expect(lane.of.halvings).toBe(1);
  });

  it('are at most 256 in a batch when the kind says nothing else', () => {
    const lane = laneOf(0, 300, kindOf({ maxBatch: undefined }));
    expect(lane.take()).toHaveLength(256);
    expect([lane.waitsForLocks, laneOf(0, 0, kindOf({ waitsForLocks: () => true })).waitsForLocks]).toEqual([
      false,
      true,
    ]);
  });
});

describe('A11 the commands of a lane whose deadline has passed', () => {
  it.each([
    ['none', [20, 30], [20, 30], []],
    ['of those that wait', [20, 30], [10, 20, 9], [1, 3]],
    ['of a failed batch', [10, 20, 30], [20], [100]],
    ['of both, the failed ones first', [20, 10], [10, 20], [101, 1]],
    ['all', [10, 9], [8], [100, 101, 1]],
  ])('are removed: %s', (_, failed, after, expected) => {
    const lane = new Lane('a', kindOf());
    lane.halve(failed.map((deadlineMs, nth) => waiting(100 + nth, deadlineMs)));
    add(lane, ...after.map((deadlineMs, nth) => waiting(1 + nth, deadlineMs)));
    expect(numbersOf(lane.takeExpired(10))).toEqual(expected);
    const rest = [...failed.map((ms, nth) => [100 + nth, ms]), ...after.map((ms, nth) => [1 + nth, ms])]
      .filter(([, ms]) => (ms as number) > 10)
      .map(([number]) => number);
    expect(lane.waitingCount).toBe(rest.length);
    const left: unknown[] = [];
    // A part that became empty would be a batch of none.
    while (!lane.isEmpty) {
      const batch = numbersOf(lane.take());
      expect(batch).not.toEqual([]);
      left.push(...batch);
    }
    expect(left).toEqual(rest);
  });

  it('include one at its deadline', () => {
    expect([9, 10, 11].map((deadlineMs) => isTooLate({ deadlineMs }, 10))).toEqual([true, true, false]);
  });
});

describe('A11 the expected wait', () => {
  it.each([
    ['none before the first batch is full', 0, 3, undefined, 0],
    ['a batch before one that is full', 0, 4, undefined, 1],
    ['two batches', 0, 9, undefined, 2],
    ['the halves of a failed batch', 2, 0, undefined, 2],
    ['halves and batches', 2, 4, undefined, 3],
    ['the rest of the running batch', 0, 0, 2, 0.6],
    ['as long again for a batch that exceeds the average', 0, 0, 5, 1],
    ['as long again for a slow one', 0, 4, 15, 4],
  ])('counts %s', (_, failed, after, runningMs, batches) => {
    const lane = laneOf(failed, after);
    if (runningMs !== undefined) {
      lane.state = 'running';
      lane.runningSinceMs = 100;
    }
    expect(lane.expectedWaitMs(100 + (runningMs ?? 50))).toBeCloseTo(batches * FIRST_BATCH_MS);
  });

  it('follows the moving average, in which one batch counts a fifth and at most a second', () => {
    expect([averageMs(5, 105), averageMs(100, 0), averageMs(5, 1_000), averageMs(5, 60_000)]).toEqual([
      25, 80, 204, 204,
    ]);
    const lane = laneOf(0, 4);
    lane.finished(105);
    expect([lane.expectedWaitMs(0), lane.of.batchMs, lane.of.batches]).toEqual([25, 25, 1]);
    lane.finished(25);
    expect([lane.expectedWaitMs(0), lane.of.batches]).toEqual([25, 2]);
    expect(laneOf(0, 4, lane.of).expectedWaitMs(0)).toBe(25);
  });
});

it('counts refusals by their code in the statistics', () => {
  const of = kindOf();
  expect(statsOf(of, [])).toEqual({
    ...{ name: 'numbers', lanes: 0, waiting: 0, batches: 0, commands: 0, accepted: 0, halvings: 0 },
    ...{ lostCommits: 0, batchMs: FIRST_BATCH_MS, refused: {} },
  });
  for (const code of ['BUSY', 'BUSY', 'HEIST_FULL'] as const) countRefusal(of, new Refusal(code, ''));
  expect(statsOf(of, [{ waitingCount: 2 }, { waitingCount: 3 }])).toMatchObject({
    ...{ lanes: 2, waiting: 5, refused: { BUSY: 2, HEIST_FULL: 1 } },
  });
});

it('P6 gives each command the first reply to its user’s key, and A11 whether it is too late', () => {
  type Command = { user: string; key: string | undefined };
  const reply = { userId: 'ada', key: 'k', inputHash: Buffer.from(''), reply: 7 };
  const batch = [
    { command: { user: 'ada', key: 'k' }, receivedAtMs: 0, deadlineMs: 10 },
    { command: { user: 'ben', key: 'k' }, receivedAtMs: 0, deadlineMs: 11 },
    { command: { user: 'ada', key: undefined }, receivedAtMs: 0, deadlineMs: 11 },
  ];
  expect(withFirstReplies<Command, number>(batch, [reply], 10, ({ user }) => user)).toEqual([
    { command: batch[0]?.command, isTooLate: true, stored: reply },
    { command: batch[1]?.command, isTooLate: false, stored: undefined },
    { command: batch[2]?.command, isTooLate: false, stored: undefined },
  ]);
});

it('A6 answers in the order of arrival when some commands move to another lane', () => {
  expect(moveOrAnswer([undefined, 'b', undefined], [1, 2])).toEqual([1, new MovedTo('b'), 2]);
});
