import { describe, expect, it } from 'vitest';
import {
  ageWords,
  countsOf,
  dueWords,
  historyWords,
  neighbourOf,
  stepTo,
  waitingWords,
} from './queue-words.ts';

const items = [{ id: 4 }, { id: 7 }, { id: 9 }];

describe('O1 a queue', () => {
  it.each([
    [59_999, 'under 1 min'],
    [60_000, '1 min'],
    [41 * 60_000, '41 min'],
    [3_600_000, '1 h'],
    [24 * 3_600_000, '1 day'],
    [50 * 3_600_000, '2 days'],
  ])('shows an age of %i ms as %s', (ms, words) => expect(ageWords(ms)).toBe(words));

  it.each([
    [3 * 3_600_000, 'due in 3 h'],
    [0, 'due in under 1 min'],
    [-20 * 60_000, 'due 20 min ago'],
    [-49 * 3_600_000, 'due 2 days ago'],
  ])('shows that %i ms are left as %s', (ms, words) => expect(dueWords(ms)).toBe(words));

  it('counts what waits and what is overdue in each list, and nothing in a list of decided items', () => {
    const by_status = [
      { status: 'pending', waiting: 5, overdue: 2 },
      { status: 'returning', waiting: 1, overdue: 1 },
    ];
    const queue = { waiting: 6, overdue: 3, by_status };
    expect(countsOf(queue, { status: 'waiting', name: 'Waiting' })).toMatchObject({ waiting: 6, overdue: 3 });
    expect(countsOf(queue, { status: 'pending', name: 'Waiting' })).toMatchObject({ waiting: 5, overdue: 2 });
    const overdue = { status: 'pending', name: 'Overdue', filter: { overdue: 'true' } };
    expect(countsOf(queue, overdue)).toMatchObject({ waiting: 2, overdue: 2 });
    for (const status of ['approved', '']) expect(countsOf(queue, { status, name: '' })).toBeUndefined();
    expect(countsOf(undefined, { status: 'pending', name: 'Waiting' })).toBeUndefined();
  });

  it('counts what waits, and a person’s earlier decisions', () => {
    expect(waitingWords(0, null)).toBe('Nothing waits');
    expect(waitingWords(17, 41 * 60_000)).toBe('17 waiting, the oldest 41 min');
    expect(historyWords({ approved: 14, rejected: 0 })).toBe('14 approved, none rejected');
    expect(historyWords({ approved: 0, rejected: 2 })).toBe('None approved, 2 rejected');
    expect(historyWords({ approved: 0, rejected: 0 })).toBe('The first one');
  });

  it('moves to the next item after a decision, and with the arrow keys to both ends', () => {
    expect(neighbourOf(items, 4)).toBe(7);
    expect(neighbourOf(items, 9)).toBe(7);
    expect(neighbourOf(items, 5)).toBe(4);
    expect(neighbourOf([{ id: 4 }], 4)).toBeNull();
    // What another operator decides comes last.
    expect(neighbourOf(items, 4, (id) => id === 7)).toBe(9);
    expect(neighbourOf(items, 7, (id) => id === 9)).toBe(4);
    expect(neighbourOf(items, 4, () => true)).toBe(7);
    expect(stepTo(items, 4, 1)).toBe(7);
    expect(stepTo(items, 4, -1)).toBe(4);
    expect(stepTo(items, 9, 1)).toBe(9);
    expect(stepTo(items, null, 1)).toBe(4);
    expect(stepTo([], null, 1)).toBeNull();
  });
});
