import { auditLedger } from '@copup/server/audit.ts';
import type { Database } from '@copup/server/db/database.ts';
import type { AuditCheck, AuditFault } from '@copup/server/ledger/audit-report.ts';
import type { HistoryEvent } from '../history.ts';
import { type Facts, readFacts } from './facts.ts';
import { judgeBids, judgeFeesAndHolds, judgeLateness, judgeSettlements } from './judge-auctions.ts';
import { judgeAcknowledgements, judgeKeys } from './judge-commands.ts';
import { judgeBalances, judgeConservation } from './judge-ledger.ts';
import { judgeWatchers, type WatcherRecord } from './judge-watchers.ts';

export interface CheckInput {
  db: Database;
  history: readonly HistoryEvent[];
  watchers: readonly WatcherRecord[];
  /** Only this realm; all of them otherwise. */
  realm?: number | undefined;
  /** When the fault was over, for I9. Milliseconds since 1970. */
  faultEndedAtMs?: number | undefined;
}

export interface Verdict {
  id: string;
  promise: string;
  faults: string[];
}

/**
 * Judges I1 to I9 by one snapshot of a live database, a recorded history and what watchers saw last. I7 compares with
 * that snapshot, so it holds only once the rooms are quiet and the watchers had their time to converge. I1 and I2 are
 * judged twice: by sums of its own and by the ledger's audit.
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
    faults: [
      ...verdict.faults,
      ...audit.faults.filter((fault) => invariantOf[fault.check] === verdict.id).map(nameFault),
    ],
  }));
}

/** Which invariant a finding of the ledger's own audit speaks against. */
const invariantOf: Record<AuditCheck, string> = {
  transfers: 'I1',
  keys: 'I1',
  accounts: 'I1',
  users: 'I1',
  house: 'I1',
  conservation: 'I1',
  sequence: 'I2',
  balances: 'I2',
  negative: 'I2',
  holds: 'I2',
};
const nameFault = ({ table, row, message }: AuditFault) => `audit: ${table} ${row}: ${message}`;

/** The same by facts already read. Pure. */
export function judge(
  facts: Facts,
  { history, watchers, faultEndedAtMs }: Omit<CheckInput, 'db' | 'realm'>,
): Verdict[] {
  return [
    { id: 'I1', promise: 'coins are conserved', faults: judgeConservation(facts, history) },
    {
      id: 'I2',
      promise: 'balances are the sums of their entries, none negative',
      faults: judgeBalances(facts),
    },
    { id: 'I3', promise: 'one final row, prize and capture', faults: judgeSettlements(facts) },
    {
      id: 'I4',
      promise: 'acknowledged commands are there once',
      faults: judgeAcknowledgements(facts, history),
    },
    { id: 'I5', promise: 'prices rise, in time, in an unbroken chain', faults: judgeBids(facts) },
    { id: 'I6', promise: 'fees and holds are spent or returned', faults: judgeFeesAndHolds(facts) },
    { id: 'I7', promise: 'watchers see what PostgreSQL says', faults: judgeWatchers(facts, watchers) },
    { id: 'I8', promise: 'one key, one effect, one reply', faults: judgeKeys(facts, history) },
    { id: 'I9', promise: 'nothing is open 5 s past its end', faults: judgeLateness(facts, faultEndedAtMs) },
  ];
}

const shownFaults = 10;

/** One line for each invariant, with its first faults. */
export function describeVerdicts(verdicts: readonly Verdict[]): string {
  return verdicts
    .flatMap(({ id, promise, faults }) => [
      `${faults.length === 0 ? '✓' : '✗'} ${id} ${promise}`,
      ...faults.slice(0, shownFaults).map((fault) => `    ${fault}`),
      ...(faults.length > shownFaults ? [`    … and ${faults.length - shownFaults} more`] : []),
    ])
    .join('\n');
}
