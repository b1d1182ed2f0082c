import { describe, expect, it } from 'vitest';
import { isVoid } from './contests.queries.ts';

describe('C8 a contest at its end', () => {
  it.each([
    ['too few players', { players: 3, bestScore: 9 }, true],
    ['no player with a point', { players: 4, bestScore: 0 }, true],
    ['enough players and a point', { players: 4, bestScore: 1 }, false],
  ])('with %s: %j is void: %s', (_, contest, expected) => {
    expect(isVoid({ minimumUsers: 4, ...contest })).toBe(expected);
  });
});
