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
/** How long a batch waits for a lock on a whole table; locked rows are skipped. */
const BATCH_LOCK_TIMEOUT = '500ms';
/** Subjects that batches skipped because other transactions wait for them: this many at a time, within this time. */
const HELD_READ = 20;
const HELD_AMONG = 1_000;
const HELD_RUN_MS = 2_000;

export type DueDeps = SettleDeps & Pick<Deps, 'db' | 'log'>;

/** Locks rows that no other transaction has locked. Sends its statement at once. */
type Claim<Row> = (tx: Transaction) => Promise<Row[]>;
type SettleClaimed<Row> = (claim: Claim<Row>) => Promise<unknown>;

/** Subjects that are due by the time in a column; `at` reads it from the row. */
interface DueRows<Row> {
  name: string;
  column: string;
  where: string;
  at(row: Row): Date;
}

/**
 * Settles all subjects past their end, except those with a locked row: the subject, its entries, its winner's wallet.
 * Rows are found by the time at which the statement began, so that an index can be used; once locked, they decide, by
 * a clock read after that (P3, P7).
 */
export async function closeOverdue<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
): Promise<void> {
  for (const { name, where } of kind.dueParts ?? [{ name: 'all', where: 'true' }]) {
    const due: DueRows<Row> = {
      name: `overdue-${name}`,
      column: 'end_date',
      where: `${isOneOf(kind.openStatuses)} AND ${where}`,
      at: ({ endDate }) => endDate,
    };
    await inBatches(deps, kind, due, (claim) => closeFree(deps, kind, claim));
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
  const { column } = start;
  // Whether it has ended too is checked under the lock: a second condition here made the planner scan all ends.
  const due = { name: `to-${start.name}`, column, where: `status = '${start.from}'`, at: start.at };
  await inBatches(deps, kind, due, (claim) => startFree(deps, kind, start, claim));
}

/**
 * Prevents starvation: settles subjects that batches have skipped for a second one by one, waiting for their locks. A
 * lane that holds the row past its end settles it as well (A8).
 */
export async function closeHeld<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
): Promise<void> {
  if ((await listOverdueLong(deps, kind)).length === 0) return;
  // When thousands are due at once, most of them only wait for their batch, which costs a sixth.
  await closeOverdue(deps, kind);
  const ids = await listOverdueLong(deps, kind);
  const startedAtMs = performance.now();
  for (const id of ids) {
    if (performance.now() - startedAtMs > HELD_RUN_MS) return;
    await settleOne(deps, kind, id, () => closeSubjects(deps, kind, [id]));
  }
}

async function listOverdueLong<Row extends SubjectRow>(
  { db }: DueDeps,
  { table, openStatuses }: SubjectKind<Row>,
): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>({
    name: `${table}-held`,
    text: `SELECT id FROM (SELECT id FROM ${table} WHERE ${isOneOf(openStatuses)}
        AND end_date <= statement_timestamp() - interval '1 second' ORDER BY end_date, id LIMIT $2) AS held
      ORDER BY random() LIMIT $1`,
    values: [HELD_READ, HELD_AMONG],
  });
  return rows.map(({ id }) => id);
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

/** Does the same for those claimed. */
async function closeFree<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
  claim: Claim<Row>,
): Promise<void> {
  // In one round trip with the BEGIN; the database runs them in this order, so the clock is read under the locks.
  const open = (tx: Transaction) =>
    Promise.all([claim(tx), tx.clock(), tx.client.query(`SET LOCAL lock_timeout = '${BATCH_LOCK_TIMEOUT}'`)]);
  await inTransaction(
    deps.db,
    async (tx, [locked, now]) => {
      const due = await lockForSettling(
        tx,
        kind,
        locked.filter((row) => isDueToSettle(kind, row, now)),
        deps,
      );
      await settleLocked(tx, kind, due, now, deps);
    },
    open,
  );
}

async function startFree<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
  start: TimedStart<Row>,
  claim: Claim<Row>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const locked = await claim(tx);
    await startLocked(tx, kind, start, locked, await tx.clock(), deps);
  });
}

/**
 * Each transaction claims the next rows that are free, so several servers share the work and never try the same rows.
 * A row is tried once in a run: failed or locked ones wait for the next. Retries a failed batch one by one, so that one
 * bad row cannot keep the others open.
 */
async function inBatches<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
  { name, column, where, at }: DueRows<Row>,
  settle: SettleClaimed<Row>,
): Promise<void> {
  const { table, columns } = kind;
  const isDue = `${where} AND ${column} <= statement_timestamp()`;
  // Most runs find nothing, and open no transaction. The order makes the planner use the index of the due ones.
  const { rowCount } = await deps.db.pool.query({
    name: `${table}-${name}`,
    text: `SELECT FROM ${table} WHERE ${isDue} ORDER BY ${column} LIMIT 1`,
  });
  if (rowCount === 0) return;
  let batch: Row[] = [];
  do {
    const last = batch.at(-1);
    batch = [];
    const claim: Claim<Row> = async (tx) => {
      const { rows } = await tx.client.query<Row>({
        name: `${table}-claim-${name}`,
        text: `SELECT ${columns} FROM ${table} s WHERE ${isDue} AND (${column}, id) > ($1, $2)
          ORDER BY ${column}, id LIMIT ${DUE_BATCH} FOR NO KEY UPDATE SKIP LOCKED`,
        values: [last ? at(last) : '-infinity', last?.id ?? 0],
      });
      batch = rows;
      return rows;
    };
    try {
      await settle(claim);
    } catch (error) {
      if (!isOfOneRow(error)) return;
      if (batch.length === 0) throw error;
      for (const { id } of batch) {
        const claimOne: Claim<Row> = (tx) => lockFreeSubjects(tx, kind, [id]);
        if (!(await settleOne(deps, kind, id, () => settle(claimOne)))) return;
      }
    }
  } while (batch.length === DUE_BATCH);
}

/** Returns false when a lock took too long: the rest waits for the next run. */
async function settleOne(
  deps: DueDeps,
  kind: { name: string },
  id: number,
  settle: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await settle();
  } catch (error) {
    if (!isOfOneRow(error)) return false;
    const subject = subjectOf(kind, id);
    deps.log.error({ err: error, subject }, 'a subject could not be started or settled');
  }
  return true;
}

/** Returns false for a lock that took too long. Throws when the database is unavailable. */
function isOfOneRow(error: unknown): boolean {
  const outage = outageOf(error);
  if (outage === 'unavailable') throw error;
  return outage !== 'busy';
}
