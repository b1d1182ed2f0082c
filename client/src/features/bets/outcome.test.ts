import type { OwnBet } from '@copup/shared/bets.ts';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

const bet: OwnBet = {
  bet_id: 700_001,
  title: 'First to score',
  team_a: 'Ibadan Athletic',
  team_b: 'Calabar Waves',
  team_a_id: 101,
  team_b_id: 102,
  team_a_crest: 'bars-6b3f00-ffcf70',
  team_b_crest: 'halves-0b6170-c9f0f5',
  stake_points: 500,
  prize_points: 950,
  fee_percent: 5,
  kickoff: '2026-11-22T15:00:00.000Z',
  status: 'settled',
  creator: 'ada',
  opponent: 'chidi',
  created_at: '2026-11-20T15:00:00.000Z',
  own_side: 'team_a',
  password: 'eagles-24',
  can_cancel: false,
  outcome: 'won',
  received_points: 950,
  result: 'team_a',
  goals_a: 2,
  goals_b: 1,
  cancel_cause: null,
  cancel_reason: null,
  is_corrected: false,
  ended_at: '2026-11-22T17:00:00.000Z',
};
const cancelled: OwnBet = {
  ...bet,
  status: 'cancelled',
  outcome: 'returned',
  received_points: 500,
  result: null,
  goals_a: null,
  goals_b: null,
  cancel_cause: 'kickoff',
};

describe('B2 what a bet brought', () => {
  it('is nothing before its end, then the prize with the coins won beyond the stake, or the lost stake', () => {
    expect(outcomeOf({ ...bet, status: 'active', outcome: null })).toBeUndefined();
    expect(outcomeOf(bet)).toEqual({
      look: 'won',
      title: 'You won 950 coins',
      reason: 'Ibadan Athletic 2, Calabar Waves 1.',
      change: 450,
    });
    const lost = { ...bet, outcome: 'lost', received_points: 0, goals_a: null, goals_b: null } as const;
    expect(outcomeOf({ ...lost, own_side: 'team_b', password: null })).toEqual({
      look: 'lost',
      title: 'You lost 500 coins',
      reason: 'Ibadan Athletic won.',
      change: -500,
    });
  });

  it.each([
    ['draw', 'The match was a draw.'],
    ['abandoned', 'The match was abandoned.'],
  ] as const)('is the stake after the result %s', (result, reason) => {
    const returned = { outcome: 'returned', received_points: 500, goals_a: null, goals_b: null } as const;
    expect(outcomeOf({ ...bet, ...returned, result })).toEqual({
      look: 'returned',
      title: 'Your 500 coins are back',
      reason,
      change: null,
    });
  });

  it('B4 names why a bet was cancelled, and says that the result was corrected', () => {
    expect(outcomeOf(cancelled)?.reason).toBe('No other player joined before kickoff.');
    expect(
      outcomeOf({ ...cancelled, cancel_cause: 'operator', cancel_reason: 'The match was moved.' })?.reason,
    ).toBe('An operator cancelled this bet. The match was moved.');
    expect(outcomeOf({ ...bet, is_corrected: true })?.reason).toMatch(/The result was corrected\.$/);
  });
});
