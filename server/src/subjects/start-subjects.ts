import type { Transaction } from '../db/in-transaction.ts';
import { announceStatus } from './announce.ts';
import { cancelLocked } from './cancel-locked.ts';
import { settleLocked } from './settle-subjects.ts';
import {
  isDueToSettle,
  isDueToStart,
  type SettleDeps,
  type SubjectKind,
  type SubjectRow,
  type TimedStart,
} from './subject-kind.ts';
import { findSubject } from './subject-rows.ts';

/**
 * Starts those of the locked subjects that are due by `now` (the database's clock, read under their locks), or cancels
 * them where the start says so; the sweep then refunds their entries.
 */
export async function startLocked<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  start: TimedStart<Row>,
  locked: readonly Row[],
  now: Date,
  deps: SettleDeps,
): Promise<void> {
  const started: Row[] = [];
  const cancelled: { row: Row; reason: string }[] = [];
  for (const row of locked) {
    if (!isDueToStart(start, row, now)) continue;
    const reason = start.cancels?.(row);
    if (reason === undefined) started.push(row);
    else cancelled.push({ row, reason });
  }
  await cancelLocked(tx, kind, cancelled, now, deps);
  if (started.length === 0) return;
  await tx.client.query({
    name: `${kind.table}-${start.name}`,
    text: `UPDATE ${kind.table} SET status = '${start.to}', status_at = $2, version = version + 1 WHERE id = ANY($1::int[])`,
    values: [started.map(({ id }) => id), now],
  });
  await announceStatus(tx, kind, started);
}

/**
 * Performs the starts, or the end, that a locked subject is due for, and returns its row. For lanes that lock the row
 * again and again: the sweeps skip locked rows.
 */
export async function advanceLocked<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  locked: Row,
  now: Date,
  deps: SettleDeps,
): Promise<Row> {
  if (isDueToSettle(kind, locked, now)) {
    await settleLocked(tx, kind, [locked], now, deps);
    return locked;
  }
  let row = locked;
  for (const start of kind.starts) {
    if (!isDueToStart(start, row, now)) continue;
    await startLocked(tx, kind, start, [row], now, deps);
    row = (await findSubject<Row>(tx, kind, row.id)) ?? row;
  }
  return row;
}
