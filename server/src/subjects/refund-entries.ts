import { FIRST_ID } from '../db/first-id.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { outageOf } from '../db/pg-errors.ts';
import type { Deps } from '../deps.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import { lockFreeWallets } from '../ledger/wallets.ts';
import { announceStatus } from './announce.ts';
import { CANCELLING, entryKey, type SubjectKind, type SubjectRow, subjectOf } from './subject-kind.ts';
import { lockFreeSubjects, lockSubject } from './subject-rows.ts';

/** Maximum number of entries refunded in one transaction (A8). */
export const REFUND_CHUNK = 500;
/** Ids of subjects read at once. */
const SUBJECTS = 100;

/** What an entry was paid with. */
export interface PaidEntry {
  userId: string;
  paidAvailable: number;
  paidBonus: number;
}

type RefundDeps = Pick<Deps, 'db' | 'newId'>;
type LockOne = typeof lockSubject;

/** Continues the refunds of all subjects with the status `cancelling`. One that is locked or fails does not keep the others. */
export async function refundAll<Row extends SubjectRow>(
  deps: RefundDeps & Pick<Deps, 'log'>,
  kind: SubjectKind<Row>,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: { id: number }[] } = await deps.db.pool.query({
      name: `${kind.table}-refunding`,
      text: `SELECT id FROM ${kind.table} WHERE status = '${CANCELLING}' AND id > $2 ORDER BY id LIMIT $1`,
      values: [SUBJECTS, after],
    });
    for (const { id } of rows) {
      try {
        await refundEntries(deps, kind, id, lockFree);
      } catch (error) {
        const outage = outageOf(error);
        if (outage === 'unavailable') throw error;
        if (outage === undefined)
          deps.log.error({ err: error, subject: subjectOf(kind, id) }, 'entries could not be refunded');
      }
    }
    after = rows.length < SUBJECTS ? undefined : rows.at(-1)?.id;
  }
}

/** Locks a subject, unless another transaction has locked it. */
const lockFree: LockOne = async <Row extends SubjectRow>(...[tx, kind, id]: Parameters<LockOne>) =>
  (await lockFreeSubjects<Row>(tx, kind, [id]))[0];

/**
 * Refunds all entries of a `cancelling` subject, chunk by chunk (A8), except those whose wallets other transactions have
 * locked: the next run of the sweep takes them. Several servers may run it concurrently, and a crash between two chunks
 * loses nothing: refunded entries are marked in the same transaction.
 */
export async function refundEntries<Row extends SubjectRow>(
  deps: RefundDeps,
  kind: SubjectKind<Row>,
  id: number,
  lock: LockOne = lockSubject,
): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    after = await refundChunk(deps, kind, id, after, lock);
  }
}

/**
 * Refunds the next entries whose wallets are free to the original parts of the wallets (L6), with a transfer key each, and sets the final
 * status with the last of them. Entries up to the user `after` were refunded before and are not read again, since the
 * index keeps their old versions as long as any transaction may see them. Returns the user to continue after, if any
 * are left.
 */
async function refundChunk<Row extends SubjectRow>(
  deps: RefundDeps,
  kind: SubjectKind<Row>,
  id: number,
  after: string,
  lock: LockOne,
): Promise<string | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const row = await lock<Row>(tx, kind, id);
    if (row?.status !== CANCELLING) return undefined;
    const entries = await listPaid(tx, kind, id, after);
    const free = await lockFreeWallets(
      tx,
      entries.map(({ userId }) => userId),
    );
    const refunded = entries.filter(({ userId }) => free.has(userId));
    if (refunded.length > 0) await refund(tx, deps, kind, row, refunded);
    if (entries.length === REFUND_CHUNK) return entries.at(-1)?.userId;
    // The status is final only when no paid entry is left, including those up to `after`.
    if ((await listPaid(tx, kind, id, FIRST_ID)).length === 0) await finish(tx, kind, row);
    return undefined;
  });
}

async function listPaid<Row extends SubjectRow>(
  tx: Transaction,
  { entries: { table, subjectId } }: SubjectKind<Row>,
  id: number,
  after: string,
): Promise<PaidEntry[]> {
  const { rows } = await tx.client.query<PaidEntry>({
    name: `${table}-to-refund`,
    text: `SELECT user_id AS "userId", paid_available AS "paidAvailable", paid_bonus AS "paidBonus" FROM ${table}
      WHERE ${subjectId} = $1 AND refunded_by IS NULL AND paid_available + paid_bonus > 0 AND user_id > $3
      ORDER BY user_id LIMIT $2`,
    values: [id, REFUND_CHUNK, after],
  });
  return rows;
}

async function refund<Row extends SubjectRow>(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  kind: SubjectKind<Row>,
  row: Row,
  entries: readonly PaidEntry[],
): Promise<void> {
  const userIds = entries.map(({ userId }) => userId);
  const transferIds = await postRefunds(tx, deps, kind, row, entries, ({ userId }) =>
    entryKey(kind, row.id, userId),
  );
  const { table, subjectId } = kind.entries;
  await tx.client.query({
    name: `${table}-refunded`,
    text: `UPDATE ${table} e SET refunded_by = r.transfer_id FROM unnest($2::uuid[], $3::uuid[]) AS r (user_id, transfer_id)
      WHERE e.${subjectId} = $1 AND e.user_id = r.user_id`,
    values: [row.id, userIds, transferIds],
  });
}

/** Moves what the entries paid back to the parts of the wallets that paid it (L6); returns the ids of the transfers. */
export async function postRefunds<Row extends SubjectRow>(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  kind: SubjectKind<Row>,
  row: Row,
  entries: readonly PaidEntry[],
  keyOf: (entry: PaidEntry) => string,
): Promise<string[]> {
  const from = kind.feeAccount(row);
  const transfers = entries.map((entry) => ({
    id: deps.newId(),
    kind: 'refund' as const,
    realm: row.realm,
    subject: subjectOf(kind, row.id),
    key: keyOf(entry),
    postings: [
      { part: 'available' as const, amount: entry.paidAvailable },
      { part: 'bonus' as const, amount: entry.paidBonus },
    ]
      .filter(({ amount }) => amount > 0)
      .map(({ part, amount }) => ({ from, to: { kind: part, id: entry.userId }, amount })),
  }));
  await postTransfers(tx, transfers);
  return transfers.map(({ id }) => id);
}

async function finish<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  row: Row,
): Promise<void> {
  await tx.client.query({
    name: `${kind.table}-refunds-done`,
    text: `UPDATE ${kind.table} SET status = final_status, settled_at = $2, status_at = $2, version = version + 1
      WHERE id = $1`,
    values: [row.id, await tx.clock()],
  });
  await announceStatus(tx, kind, [row]);
}
