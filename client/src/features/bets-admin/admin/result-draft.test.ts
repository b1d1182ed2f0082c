import { describe, expect, it } from 'vitest';
import { errorsOfResult, type ResultFields, readResult } from './result-draft.ts';

const fields = (given: Partial<ResultFields>): ResultFields => ({
  result: 'team_a',
  goals_a: '',
  goals_b: '',
  reason: '',
  ...given,
});

describe('B4 the form of a result', () => {
  it('needs a result, for a correction a reason, and the goals of both teams or of none', () => {
    expect(errorsOfResult(fields({ result: '' }), false)).toEqual({ result: 'Choose the result.' });
    expect(errorsOfResult(fields({}), true)).toHaveProperty('reason');
    expect(errorsOfResult(fields({ reason: 'wrong score' }), true)).toEqual({});
    expect(errorsOfResult(fields({ goals_a: '2' }), false)).toHaveProperty('goals_b');
    expect(errorsOfResult(fields({ result: 'abandoned', goals_a: '0', goals_b: '4' }), false)).toEqual({});
  });

  it.each([
    ['team_a', '1', '2'],
    ['team_b', '1', '1'],
    ['draw', '1', '0'],
  ])('refuses goals that do not agree with %s: %s–%s', (result, goals_a, goals_b) => {
    expect(errorsOfResult(fields({ result, goals_a, goals_b }), false)).toEqual({
      goals_a: 'The goals do not agree with the result.',
    });
  });

  it('becomes a request', () => {
    expect(readResult(fields({ goals_a: '2', goals_b: '1' }), false)).toEqual({
      result: 'team_a',
      goals_a: 2,
      goals_b: 1,
    });
    expect(readResult(fields({ result: 'draw', reason: ' typo ' }), true)).toEqual({
      result: 'draw',
      goals_a: null,
      goals_b: null,
      reason: 'typo',
    });
  });
});
