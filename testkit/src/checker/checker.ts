import { auditLedger } from '@copup/server/audit.ts';
import type { Database } from '@copup/server/db/database.ts';
import type { AuditCheck, AuditError } from '@copup/server/ledger/audit-report.ts';
import type { HistoryEvent } from '../history.ts';
import { type Facts, readFacts } from './facts.ts';
import { judgeReplies } from './judge-attempts.ts';
import { judgeBids, judgeFeesAndHolds, judgeLateness, judgeSettlements } from './judge-auctions.ts';
import { judgeAcknowledgements, judgeKeys } from './judge-commands.ts';
import {
  judgeContestLateness,
  judgePlayTimes,
  judgePots,
  judgePrizes,
  judgeScores,
} from './judge-contests.ts';
import { judgeAcknowledgedHeists } from './judge-heist-commands.ts';
import {
  judgeHeistLateness,
  judgeHeistPots,
  judgeHeistPrizes,
  judgeHeistTimes,
  judgeTickets,
} from './judge-heists.ts';
import { judgeBalances, judgeConservation } from './judge-ledger.ts';
import { judgeAcknowledgedPlays } from './judge-plays.ts';
import { judgeAcknowledgedMoves } from './judge-wallet.ts';
import { judgeWatchers, type WatcherRecord } from './judge-watchers.ts';

export interface CheckInput {
  db: Database;
  history: readonly HistoryEvent[];
  watchers: readonly WatcherRecord[];
  /** Checks only this realm. Default: all realms. */
  realm?: number | undefined;
  /** When the injected fault ended, for I9, in milliseconds since 1970. */
  faultEndedAtMs?: number | undefined;
}

export interface Verdict {
  id: string;
  promise: string;
  violations: string[];
}

/**
 * Checks the invariants I1 to I9 with one snapshot of a live database, a recorded history and the last states of
 * watchers. I7 compares with that snapshot, so call this after the last update has been delivered. I1 and I2 are checked
 * twice: with the checker's own sums and with the ledger's audit.
 */
export async function check(input: CheckInput): Promise<Verdict[]> {
  const client = await input.db.pool.connect();
  let facts: Facts;
  try {
    facts = await readFacts(client, input.realm);
  } finally {
    client.release();
  }
  const audit = await auditLedger(
    input.db,
    input.realm === undefined ? { mode: 'full' } : { realm: input.realm },
  );
  return judge(facts, input).map((verdict) => ({
    ...verdict,
    violations: [
      ...verdict.violations,
      ...audit.errors.filter((error) => invariantOf[error.check] === verdict.id).map(describeAuditError),
    ],
  }));
}

/** The invariant that a finding of the ledger's audit violates. */
const invariantOf: Record<AuditCheck, string> = {
  transfers: 'I1',
  keys: 'I1',
  accounts: 'I1',
  users: 'I1',
  platform: 'I1',
  conservation: 'I1',
  sequence: 'I2',
  balances: 'I2',
  receivables: 'I2',
  negative: 'I2',
  holds: 'I2',
  maximums: 'I6',
  settlements: 'I3',
  shares: 'I3',
  young: 'I6',
  payments: 'I6',
  payouts: 'I6',
  trades: 'I6',
  bets: 'I6',
  affiliates: 'I6',
  spins: 'I6',
  welcome: 'I6',
  play: 'I6',
  tasks: 'I6',
  scores: 'I4',
};
const describeAuditError = ({ table, row, message }: AuditError) => `audit: ${table} ${row}: ${message}`;

/** Checks facts that were already read. Pure. */
export function judge(
  facts: Facts,
  { history, watchers, faultEndedAtMs }: Omit<CheckInput, 'db' | 'realm'>,
): Verdict[] {
  return [
    { id: 'I1', promise: 'coins are conserved', violations: judgeConservation(facts, history) },
    {
      id: 'I2',
      promise: 'balances are the sums of their entries, none negative',
      violations: judgeBalances(facts),
    },
    {
      id: 'I3',
      promise: 'one final row, prize and capture',
      violations: [...judgeSettlements(facts), ...judgePrizes(facts), ...judgeHeistPrizes(facts)],
    },
    {
      id: 'I4',
      promise: 'acknowledged commands have exactly one effect',
      violations: [
        ...judgeAcknowledgements(facts, history),
        ...judgeAcknowledgedPlays(facts, history),
        ...judgeAcknowledgedMoves(facts, history),
        ...judgeScores(facts),
        ...judgeAcknowledgedHeists(facts, history),
        ...judgeTickets(facts),
      ],
    },
    {
      id: 'I5',
      promise: 'prices rise in an unbroken chain; bids, plays, tickets and answers are in time',
      violations: [...judgeBids(facts), ...judgePlayTimes(facts), ...judgeHeistTimes(facts)],
    },
    {
      id: 'I6',
      promise: 'fees and holds are spent or returned',
      violations: [...judgeFeesAndHolds(facts), ...judgePots(facts), ...judgeHeistPots(facts)],
    },
    {
      id: 'I7',
      promise: 'watchers have the state of PostgreSQL',
      violations: judgeWatchers(facts, watchers),
    },
    {
      id: 'I8',
      promise: 'one key, one effect, one reply',
      violations: [...judgeKeys(facts, history), ...judgeReplies(history)],
    },
    {
      id: 'I9',
      promise: 'nothing is open 5 s past its end',
      violations: [
        ...judgeLateness(facts, faultEndedAtMs),
        ...judgeContestLateness(facts, faultEndedAtMs),
        ...judgeHeistLateness(facts, faultEndedAtMs),
      ],
    },
  ];
}

const shownViolations = 10;

/** Formats one line per invariant, with its first violations. */
export function describeVerdicts(verdicts: readonly Verdict[]): string {
  return verdicts
    .flatMap(({ id, promise, violations }) => [
      `${violations.length === 0 ? '✓' : '✗'} ${id} ${promise}`,
      ...violations.slice(0, shownViolations).map((violation) => `    ${violation}`),
      ...(violations.length > shownViolations
        ? [`    … and ${violations.length - shownViolations} more`]
        : []),
    ])
    .join('\n');
}
