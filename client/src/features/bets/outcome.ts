import type { BetCancelCause, OwnBet } from '@copup/shared/bets.ts';
import { coinsAre, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';

const causes: Record<Exclude<BetCancelCause, 'operator'>, string> = {
  creator: 'You cancelled this bet.',
  kickoff: 'No other player joined before kickoff.',
  abandoned: 'The match was abandoned.',
  no_result: 'There was no result in time.',
  load_test: 'The load test ended.',
};

export interface OutcomeText {
  look: 'won' | 'lost' | 'returned';
  title: string;
  reason: string;
  /** Coins won or lost; null when the stake came back. */
  change: number | null;
}

/** Returns what an ended bet brought the user, and why; undefined while it has not ended. */
export function outcomeOf(bet: OwnBet): OutcomeText | undefined {
  const { status, outcome, stake_points, received_points } = bet;
  if (status === 'pending' || status === 'active') return undefined;
  const reason = [status === 'cancelled' ? cancelText(bet) : resultText(bet), correctedText(bet)]
    .filter(Boolean)
    .join(' ');
  if (outcome === 'won')
    return {
      look: 'won',
      title: `You won ${inCoins(received_points)}`,
      reason,
      change: received_points - stake_points,
    };
  if (outcome === 'lost')
    return { look: 'lost', title: `You lost ${inCoins(stake_points)}`, reason, change: -stake_points };
  return { look: 'returned', title: `Your ${coinsAre(stake_points)} back`, reason, change: null };
}

function cancelText({ cancel_cause, cancel_reason }: OwnBet): string {
  if (cancel_cause === 'operator')
    return `An operator cancelled this bet.${cancel_reason ? ` ${cancel_reason}` : ''}`;
  return cancel_cause ? causes[cancel_cause] : 'This bet was cancelled.';
}

/** "Ibadan Athletic 2, Calabar Waves 1". */
function resultText({ result, team_a, team_b, goals_a, goals_b }: OwnBet): string {
  if (result === 'abandoned') return 'The match was abandoned.';
  if (goals_a !== null && goals_b !== null)
    return `${isolate(team_a)} ${goals_a}, ${isolate(team_b)} ${goals_b}.`;
  if (result === 'draw') return 'The match was a draw.';
  return result === null ? '' : `${result === 'team_a' ? team_a : team_b} won.`;
}

const correctedText = ({ is_corrected }: OwnBet) => (is_corrected ? 'The result was corrected.' : '');
