import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { AdminPaymentsQuery, PersonHistory } from '@copup/shared/shop.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import type { AccountDeletion } from '../../feature.ts';
import {
  type Condition,
  equal,
  findUserIds,
  type OperatorList,
  readList,
  searchedId,
  searchPattern,
} from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid, withFound } from '../../operators/search-records.ts';
import { findBankReference } from '../../payments/find-bank-reference.ts';
import { manualPayments, type PaymentRow } from './shop.tables.ts';

/** A payment as the operators' queue shows it. */
export type QueuedPayment = PaymentRow & {
  username: string;
  fullName: string;
  registeredAt: Date;
  /** The operator's username. */
  decidedByName: string | null;
  approvalId: number | null;
} & Pick<z.output<typeof PersonHistory>, 'approved' | 'rejected'> & { approvedPoints: number };

export async function lockPayment(tx: Transaction, id: number): Promise<PaymentRow | undefined> {
  return (
    await tx.orm.select().from(manualPayments).where(eq(manualPayments.id, id)).for('no key update')
  )[0];
}

/** Returns the buyer, who never changes. */
export async function findBuyer(tx: Transaction, id: number): Promise<string | undefined> {
  const [row] = await tx.orm
    .select({ userId: manualPayments.userId })
    .from(manualPayments)
    .where(eq(manualPayments.id, id));
  return row?.userId;
}

/** The name of the action that a second operator approves. */
export const APPROVE = 'payment.approve';

const listed = Object.entries(getTableColumns(manualPayments)).map(
  ([name, column]) => `p."${column.name}" AS "${name}"`,
);
// The record of each person is read from an index that has all of its columns.
const columns = `${listed.join(', ')}, u.username::text, u.full_name AS "fullName", u.created_at AS "registeredAt",
  o.username::text AS "decidedByName", record.approved, record.rejected, record.points AS "approvedPoints",
  (SELECT a.id FROM approvals a WHERE a.action = '${APPROVE}' AND a.subject_kind = 'payment'
    AND a.subject_id = p.id::text AND a.status = 'pending' LIMIT 1) AS "approvalId"`;
const people = `JOIN users u ON u.id = p.user_id LEFT JOIN users o ON o.id = p.decided_by
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE r.status = 'approved')::int AS approved,
      count(*) FILTER (WHERE r.status = 'rejected')::int AS rejected,
      coalesce(sum(r.bid_points) FILTER (WHERE r.status = 'approved'), 0)::bigint AS points
    FROM manual_payments r WHERE r.user_id = p.user_id AND r.status <> 'pending'
  ) AS record`;

const queue: OperatorList = {
  from: 'manual_payments p',
  key: 'p.id',
  select: `SELECT ${columns} FROM page JOIN manual_payments p ON p.id = page.key ${people}`,
  orders: {
    id: ['p.id'],
    // Ids ascend with time.
    created_at: ['p.id'],
    status: ['p.status', 'p.id'],
  },
  orderBy: 'id',
};

export async function findQueuedPayment(db: Database, id: number): Promise<QueuedPayment | undefined> {
  const { rows } = await db.pool.query<QueuedPayment>(
    `SELECT ${columns} FROM manual_payments p ${people} WHERE p.id = $1`,
    [id],
  );
  return rows[0];
}

type Query = z.output<typeof ListQuery> & z.output<typeof AdminPaymentsQuery>;

/** Reads a page of the queue, with the total. An unknown sort field means the id. */
export async function listQueuedPayments(
  db: Database,
  query: Query,
): Promise<{ rows: QueuedPayment[]; total: number }> {
  const conditions = [...equal('p.status', query.status), ...equal('p.user_id', query.user_id)];
  if (!query.q) return readList<QueuedPayment>(db, queue, query, conditions);
  const search = await findMatches(db, query.q);
  return readList<QueuedPayment>(db, { ...queue, from: search.from }, query, [
    ...conditions,
    search.condition,
  ]);
}

/** Up to this many matching buyers are joined by id; above, payments are read in sequence until a page is full. */
const FEW = 1_000;

/** Finds by the buyer's username, the sender, or the reference. */
async function findMatches(db: Database, text: string): Promise<{ from: string; condition: Condition }> {
  const pattern = searchPattern(text);
  const own = 'p.sender_account_name ILIKE ? OR p.reference ILIKE ?';
  const buyers = await findUserIds(db, text, FEW + 1);
  if (buyers.length <= FEW) {
    const condition = {
      sql: `p.user_id = ANY(?::uuid[]) OR ${own}`,
      values: [buyers, pattern, pattern],
    };
    return { from: queue.from, condition };
  }
  return {
    from: `${queue.from} JOIN users u ON u.id = p.user_id`,
    condition: { sql: `u.username::text ILIKE ? OR ${own}`, values: [pattern, pattern, pattern] },
  };
}

/** S7: bank transfers that are not decided. Decided ones keep the sender's name as records of what was paid in. */
export const paymentDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const open = await tx.orm
      .select({ bidPoints: manualPayments.bidPoints, reference: manualPayments.reference })
      .from(manualPayments)
      .where(and(eq(manualPayments.userId, userId), eq(manualPayments.status, 'pending')));
    return open.map(({ bidPoints, reference }) => ({
      kind: 'payment',
      details: reference,
      bid_points: bidPoints,
      path: paths.payments,
    }));
  },
};

/** Finds payments by the buyer, the sender, either reference or the number. */
export const searchPayments =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const [proved, rows] = await Promise.all([
      findBankReference(db, 'payment', text),
      unlessUuid(text, () => listQueuedPayments(db, { ...firstHits, q: text })),
    ]);
    const id = proved ?? searchedId(text);
    const found = id === null ? undefined : await findQueuedPayment(db, id);
    return withFound(found, rows).map((payment) => ({
      id: String(payment.id),
      title: `${isolate(payment.fullName)}, ${inCoins(payment.bidPoints)}`,
      detail: `${payment.reference}, ${payment.status}`,
      realm: 0,
      image: null,
    }));
  };
