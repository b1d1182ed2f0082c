import type { AdminBet, BetCancelCause, MatchResult } from '@copup/shared/bets.ts';
import { formatNumber } from '@copup/shared/coins.ts';

const causes: Record<BetCancelCause, string> = {
  creator: 'by its creator',
  operator: 'by an operator',
  kickoff: 'no second player at kickoff',
  abandoned: 'match abandoned',
  no_result: 'no result in time',
  load_test: 'load test ended',
};
const results: Record<MatchResult, string> = {
  team_a: 'creator won',
  team_b: 'second player won',
  draw: 'draw',
  abandoned: 'match abandoned',
};

/** Returns how a bet ended, and what operators must know about it. */
export function betNotes(bet: AdminBet): string {
  const { result, fee_points, cancel_cause, cancel_reason, is_flagged, is_corrected } = bet;
  return [
    result && results[result],
    fee_points > 0 && `fee ${formatNumber(fee_points)}`,
    cancel_cause && causes[cancel_cause],
    cancel_reason,
    is_flagged && 'flagged',
    is_corrected && 'corrected',
  ]
    .filter(Boolean)
    .join(', ');
}
