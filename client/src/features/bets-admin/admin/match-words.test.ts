import type { AdminFixtureDetail } from '@copup/shared/bets.ts';
import { expect, it } from 'vitest';
import { consequencesOf, matchName, resultName } from './match-words.ts';

const team = (id: number, name: string) => ({ id, name, crest: 'pale-0a7245-f6f4ee' });
const fixture: AdminFixtureDetail = {
  id: 2001,
  team_a: team(101, 'Green Eagles FC'),
  team_b: team(102, 'Lagoon United'),
  kickoff: '2026-11-22T15:00:00.000Z',
  realm: 0,
  state: 'due',
  result: null,
  goals_a: null,
  goals_b: null,
  result_by: null,
  result_at: null,
  corrections: 0,
  bets: 3,
  approval_id: null,
  created_at: '2026-11-01T15:00:00.000Z',
  updated_at: '2026-11-01T15:00:00.000Z',
  pending_bets: 0,
  active_bets: 2,
  settled_bets: 0,
  cancelled_bets: 1,
  stake_points: 1_400,
};

it('a result names the winner and the goals', () => {
  expect(matchName(fixture)).toBe('Green Eagles FC v Lagoon United');
  expect(resultName(fixture, { result: 'team_b', goals_a: 0, goals_b: 3 })).toBe('Lagoon United won 0–3');
  expect(resultName(fixture, { result: 'abandoned', goals_a: null, goals_b: null })).toBe('Abandoned');
});

it('B4 what a result pays, returns, and takes back first', () => {
  expect(consequencesOf(fixture, 'team_a')).toEqual([
    '2 bets: the player who backed Green Eagles FC receives both stakes less the fee of the bet. The stakes are 1,400 coins in total.',
  ]);
  expect(consequencesOf({ ...fixture, active_bets: 1, pending_bets: 1 }, 'draw')).toEqual([
    '1 bet: both stakes go back to their players, 1,400 coins in total.',
    '1 bet without a second player: cancelled, and the stake goes back.',
  ]);
  expect(consequencesOf({ ...fixture, active_bets: 0, stake_points: 0 }, 'team_b')).toEqual([
    'No bet between two players is about this match, so no coins are paid.',
  ]);
  const [first, second] = consequencesOf(
    { ...fixture, result: 'team_a', active_bets: 0, settled_bets: 2 },
    'team_b',
  );
  expect(first).toContain('taken back first');
  expect(second).toContain('who backed Lagoon United');
});
