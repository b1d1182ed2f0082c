import type { AdminFixture, AdminFixtureDetail, MatchResult } from '@copup/shared/bets.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';

type Match = Pick<AdminFixture, 'team_a' | 'team_b'>;
type Entered = { result: MatchResult; goals_a: number | null; goals_b: number | null };

export const matchName = ({ team_a, team_b }: Match) => `${isolate(team_a.name)} v ${isolate(team_b.name)}`;

/** "Green Eagles FC won 2–1", "Draw", "Abandoned". */
export function resultName({ team_a, team_b }: Match, { result, goals_a, goals_b }: Entered): string {
  const names = {
    team_a: `${isolate(team_a.name)} won`,
    team_b: `${isolate(team_b.name)} won`,
    draw: 'Draw',
    abandoned: 'Abandoned',
  };
  return goals_a === null || goals_b === null ? names[result] : `${names[result]} ${goals_a}–${goals_b}`;
}

const inBets = (count: number) => `${formatNumber(count)} ${count === 1 ? 'bet' : 'bets'}`;

/** Returns what a result pays, for the operator who is about to enter it (B4). */
export function consequencesOf(fixture: AdminFixtureDetail, result: MatchResult): string[] {
  const { active_bets, settled_bets, pending_bets, stake_points, team_a, team_b } = fixture;
  const bets = active_bets + settled_bets;
  const lines: string[] = [];
  if (fixture.result !== null)
    lines.push(
      'What the earlier result paid is taken back first. A player who has spent those coins owes them: the next credits repay them.',
    );
  if (bets === 0) lines.push('No bet between two players is about this match, so no coins are paid.');
  else if (result === 'draw' || result === 'abandoned')
    lines.push(`${inBets(bets)}: both stakes go back to their players, ${inCoins(stake_points)} in total.`);
  else
    lines.push(
      `${inBets(bets)}: the player who backed ${result === 'team_a' ? team_a.name : team_b.name} receives both stakes less the fee of the bet. The stakes are ${inCoins(stake_points)} in total.`,
    );
  if (pending_bets > 0)
    lines.push(`${inBets(pending_bets)} without a second player: cancelled, and the stake goes back.`);
  return lines;
}
