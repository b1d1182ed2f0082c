import { describe, expect, it } from 'vitest';
import { ageWords, historyWords, neighbourOf, stepTo, waitingWords } from './queue-words.ts';

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
    expect(stepTo(items, 4, 1)).toBe(7);
    expect(stepTo(items, 4, -1)).toBe(4);
    expect(stepTo(items, 9, 1)).toBe(9);
    expect(stepTo(items, null, 1)).toBe(4);
    expect(stepTo([], null, 1)).toBeNull();
  });
});
