import { describe, expect, it } from 'vitest';
import { convertible, nextAttempt, standingOf } from './task-rules.ts';

describe('T7 uploads of a task', () => {
  it('are one, and one more after each of the first three rejections', () => {
    expect(nextAttempt(undefined)).toBe(1);
    for (const attempt of [1, 2, 3]) expect(nextAttempt({ status: 'rejected', attempt })).toBe(attempt + 1);
    expect(() => nextAttempt({ status: 'rejected', attempt: 4 })).toThrow('All 4 of your screenshots');
    expect(() => nextAttempt({ status: 'pending', attempt: 1 })).toThrow(
      'already uploaded wait for 48hrs for verification',
    );
    expect(() => nextAttempt({ status: 'approved', attempt: 2 })).toThrow('completed');
  });

  it.each([
    [undefined, { status: 'open', uploads_left: 4 }],
    [{ status: 'pending', attempt: 1 } as const, { status: 'pending', uploads_left: 0 }],
    [{ status: 'approved', attempt: 1 } as const, { status: 'approved', uploads_left: 0 }],
    [{ status: 'rejected', attempt: 1 } as const, { status: 'rejected', uploads_left: 3 }],
    [{ status: 'rejected', attempt: 4 } as const, { status: 'rejected', uploads_left: 0 }],
  ])('after %j leave %j', (last, standing) => {
    expect(standingOf(last)).toEqual(standing);
  });
});

it.each([
  [0, 10, 0, 0],
  [9, 10, 0, 0],
  [129, 10, 120, 12],
  [129, 1, 129, 129],
  [129, 0, 0, 0],
])('T7 of %i task coins at %i to 1, %i become %i bonus coins', (owned, rate, taskCoins, bidPoints) => {
  expect(convertible(owned, rate)).toEqual({ taskCoins, bidPoints });
});
