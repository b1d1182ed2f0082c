import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { outageOf } from '../db/pg-errors.ts';
import type { Deps } from '../deps.ts';
import { lockForSettling, settleLocked } from './settle-subjects.ts';
import { startLocked } from './start-subjects.ts';
import {
  isDueToSettle,
  isOneOf,
  type SettleDeps,
  type SubjectKind,
  type SubjectRow,
  subjectOf,
  type TimedStart,
} from './subject-kind.ts';
import { lockFreeSubjects, lockSubjects } from './subject-rows.ts';

/** Maximum number of subjects that are settled in one transaction (A8). */
const DUE_BATCH = 100;
/** Ids read at once. */
const DUE_READ = 1_000;
/** How long a batch waits for a lock on a whole table; locked rows are skipped. */
const BATCH_LOCK_TIMEOUT = '500ms';
/** Subjects that batches skipped because other transactions wait for them: this many at a time, within this time. */
const HELD_READ = 20;
const HELD_RUN_MS = 2_000;

export type DueDeps = SettleDeps & Pick<Deps, 'db' | 'log'>;
type Settle = (ids: readonly number[]) => Promise<unknown>;

/**
 * Settles all subjects past their end, except those with a locked row: the subject, its entries, its winner's wallet.
 * Ids are read without locks, by the time at which the statement began, so that an index can be used; once locked, the
 * rows decide, by a clock read after that (P3, P7).
 */
export async function closeOverdue<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
): Promise<void> {
  for (const { name, where } of kind.dueParts ?? [{ name: 'all', where: 'true' }]) {
    await inBatches(
      deps,
      kind,
      {
        name: `${kind.table}-overdue-${name}`,
        text: `SELECT id FROM ${kind.table} WHERE ${isOneOf(kind.openStatuses)} AND end_date <= statement_timestamp()
          AND id <> ALL($2::int[]) AND ${where} ORDER BY end_date, id LIMIT $1`,
      },
      (ids) => closeFree(deps, kind, ids),
    );
  }
}

/**
 * Starts all subjects past their start and not past their end, except those with a locked row. The sweep refunds the
 * entries of those that are cancelled instead.
 */
export async function startOverdue<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
  start: TimedStart<Row>,
): Promise<void> {
  await inBatches(
    deps,
    kind,
    {
      name: `${kind.table}-to-${start.name}`,
      // Whether it has ended too is checked under the lock: a second condition here made the planner scan all ends.
      text: `SELECT id FROM ${kind.table} WHERE status = '${start.from}' AND ${start.column} <= statement_timestamp()
        AND id <> ALL($2::int[]) ORDER BY ${start.column}, id LIMIT $1`,
    },
    (ids) => startFree(deps, kind, start, ids),
  );
}

/**
 * Prevents starvation: settles subjects that batches have skipped for a second one by one, waiting for their locks. A
 * lane that holds the row past its end settles it as well (A8).
 */
export async function closeHeld<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
): Promise<void> {
  const { rows } = await deps.db.pool.query<{ id: number }>({
    name: `${kind.table}-held`,
    text: `SELECT id FROM (SELECT id FROM ${kind.table} WHERE ${isOneOf(kind.openStatuses)}
        AND end_date <= statement_timestamp() - interval '1 second' ORDER BY end_date, id LIMIT $2) AS held
      ORDER BY random() LIMIT $1`,
    values: [HELD_READ, DUE_READ],
  });
  const startedAtMs = performance.now();
  for (const { id } of rows) {
    if (performance.now() - startedAtMs > HELD_RUN_MS) return;
    await settleOrSplit(deps, kind, [id], (ids) => closeSubjects(deps, kind, ids));
  }
}

/** Settles those of the subjects that are open and past their end, in one transaction. Returns their ids. */
export async function closeSubjects<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
  ids: readonly number[],
): Promise<number[]> {
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockSubjects<Row>(tx, kind, ids);
    return settleLocked(tx, kind, locked, await tx.clock(), deps);
  });
}

/** Does the same for those that no other transaction has locked. */
async function closeFree<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
  ids: readonly number[],
): Promise<number[]> {
  // In one round trip with the BEGIN; the database runs them in this order, so the clock is read under the locks.
  const open = (tx: Transaction) =>
    Promise.all([
      lockFreeSubjects<Row>(tx, kind, ids),
      tx.clock(),
      tx.client.query(`SET LOCAL lock_timeout = '${BATCH_LOCK_TIMEOUT}'`),
    ]);
  return inTransaction(
    deps.db,
    async (tx, [locked, now]) => {
      const due = await lockForSettling(
        tx,
        kind,
        locked.filter((row) => isDueToSettle(kind, row, now)),
        deps,
      );
      return settleLocked(tx, kind, due, now, deps);
    },
    open,
  );
}

async function startFree<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
  start: TimedStart<Row>,
  ids: readonly number[],
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockFreeSubjects<Row>(tx, kind, ids);
    await startLocked(tx, kind, start, locked, await tx.clock(), deps);
  });
}

/**
 * Retries a failed batch one by one, so that one bad row cannot keep the others open. Each id is tried once in a run:
 * failed or locked ones wait for the next. Batches are shuffled, since another server may process the same ids at the
 * moment.
 */
async function inBatches(
  deps: DueDeps,
  kind: { name: string },
  dueIds: { name: string; text: string },
  settle: Settle,
): Promise<void> {
  const tried: number[] = [];
  for (;;) {
    const { rows } = await deps.db.pool.query<{ id: number }>({ ...dueIds, values: [DUE_READ, tried] });
    const ids = rows.map(({ id }) => id);
    const batches: number[][] = [];
    for (let from = 0; from < ids.length; from += DUE_BATCH) batches.push(ids.slice(from, from + DUE_BATCH));
    while (batches.length > 0) {
      const [batch] = batches.splice(Math.floor(Math.random() * batches.length), 1);
      if (batch && !(await settleOrSplit(deps, kind, batch, settle))) return;
    }
    if (ids.length < DUE_READ) return;
    tried.push(...ids);
  }
}

/** Returns false when a lock took too long: the rest waits for the next run. */
async function settleOrSplit(
  deps: DueDeps,
  kind: { name: string },
  ids: readonly number[],
  settle: Settle,
): Promise<boolean> {
  try {
    await settle(ids);
  } catch (error) {
    const outage = outageOf(error);
    if (outage === 'unavailable') throw error;
    if (outage === 'busy') return false;
    if (ids.length === 1) {
      const subject = subjectOf(kind, ids[0] as number);
      deps.log.error({ err: error, subject }, 'a subject could not be started or settled');
      return true;
    }
    for (const id of ids) if (!(await settleOrSplit(deps, kind, [id], settle))) return false;
  }
  return true;
}
