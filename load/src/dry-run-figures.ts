import type { DryRunFigures } from '@copup/shared/dry-runs.ts';
import { expectedRefusals } from './expected-refusals.ts';
import type { Rehearsed } from './rehearsal.ts';
import type { LoadResult, Percentiles } from './result.ts';

const SHOWN_VIOLATIONS = 10;

/** Returns what a dry run reports of a run on the copies of its subject. */
export function dryRunFigures(
  { totals, latencies, verdict, stopped, timeline }: LoadResult,
  copies: readonly Rehearsed[keyof Rehearsed][],
): DryRunFigures {
  const { outcomes, errorKinds } = totals;
  const refused = Object.entries(outcomes).filter(([code]) => expectedRefusals.has(code));
  const [copy] = copies;
  return {
    stopped: stopped?.reason ?? null,
    seconds: totals.seconds,
    accepted: totals.accepted,
    refused: Object.fromEntries(refused),
    errors: errorKinds,
    command: timesOf(latencies.bid),
    delivery: timesOf(latencies.delivery),
    compared: verdict.compared,
    divergent: verdict.divergent,
    lost: verdict.lost,
    doubled: verdict.doubled,
    unbalanced: verdict.unbalancedCoins,
    violations: verdict.violations.slice(0, SHOWN_VIOLATIONS),
    checks: verdict.checks,
    timeline: timeline.map(({ at, accepted, p99 }) => ({ at: Math.round(at), accepted, p99 })),
    close_ms: orNull(totals.slowestCloseMs),
    ended: copy ? endOf(copy) : null,
  };
}

function endOf(copy: Rehearsed[keyof Rehearsed]): DryRunFigures['ended'] {
  const { status } = copy;
  if ('current_bid_amount' in copy) {
    const { current_bid_amount: coins, highest_bidder: winner, entries_count: entries } = copy;
    return { status, coins, winner, entries };
  }
  const entries = 'participant_count' in copy ? copy.participant_count : copy.players;
  return { status, coins: copy.prize, winner: copy.winner, entries };
}

const timesOf = ({ count, p50, p99 }: Percentiles) => ({ count, p50: orNull(p50), p99: orNull(p99) });
const orNull = (ms: number): number | null => (Number.isFinite(ms) ? Math.round(ms * 10) / 10 : null);
