import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Subject } from '../subject.ts';
import { rememberDebtors } from './accounts.ts';
import type { NewTransfer } from './post-transfers.ts';

/** Returns how many coins the user owes after chargebacks (W5). More than 0 blocks sends and payouts. */
export async function sumReceivables(source: Database | Transaction, userId: string): Promise<number> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ owed: number }>({
    name: 'sum-receivables',
    text: `SELECT coalesce(sum(amount - recovered), 0)::bigint AS owed FROM receivables
      WHERE user_id = $1 AND recovered < amount`,
    values: [userId],
  });
  return rows[0]?.owed ?? 0;
}

interface NewReceivable {
  userId: string;
  realm: number;
  /** What the coins are owed for. A subject has one receivable. */
  subject: Subject;
  amount: number;
}

/** Stores what a user owes, or adds to it. Lock the user's wallet before: credits look for receivables under this lock. */
export async function openReceivable(
  tx: Transaction,
  { userId, realm, subject, amount }: NewReceivable,
): Promise<void> {
  await tx.client.query({
    name: 'open-receivable',
    text: `INSERT INTO receivables (id, realm, user_id, subject_kind, subject_id, amount)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT ON CONSTRAINT receivables_once DO UPDATE SET amount = receivables.amount + excluded.amount`,
    values: [uuidv7(), realm, userId, subject.kind, subject.id, amount],
  });
  rememberDebtors(tx, [userId]);
}

interface OpenReceivable {
  id: string;
  userId: string;
  realm: number;
  subjectKind: string;
  subjectId: string;
  owed: number;
  recovered: number;
  available: number;
}

/**
 * Marks as recovered what these users owe and have available, the oldest receivable first, and returns the transfers
 * that take it: the caller posts them in the same transaction (X5). Lock the wallets before. The key of each transfer
 * is the receivable with the amount recovered before it, so the transfers of a receivable form a chain that the audit
 * follows.
 */
export async function takeRecoveries(tx: Transaction, userIds: readonly string[]): Promise<NewTransfer[]> {
  const { rows } = await tx.client.query<OpenReceivable>({
    name: 'open-receivables',
    text: `SELECT r.id, r.user_id AS "userId", r.realm, r.subject_kind AS "subjectKind", r.subject_id AS "subjectId",
        r.amount - r.recovered AS owed, r.recovered, w.available
      FROM receivables r JOIN wallets w ON w.user_id = r.user_id
      WHERE r.user_id = ANY($1::uuid[]) AND r.recovered < r.amount ORDER BY r.user_id, r.id`,
    values: [userIds],
  });
  const left = new Map(rows.map(({ userId, available }) => [userId, available]));
  const taken = rows.flatMap((row) => {
    const available = left.get(row.userId) ?? 0;
    const amount = Math.min(row.owed, available);
    left.set(row.userId, available - amount);
    return amount > 0 ? [{ ...row, amount }] : [];
  });
  if (taken.length === 0) return [];
  await tx.client.query({
    name: 'recover-receivables',
    text: `UPDATE receivables r SET recovered = r.recovered + t.amount
      FROM unnest($1::uuid[], $2::bigint[]) AS t (id, amount) WHERE r.id = t.id`,
    values: [taken.map(({ id }) => id), taken.map(({ amount }) => amount)],
  });
  return taken.map(({ id, userId, realm, subjectKind, subjectId, recovered, amount }) => ({
    id: uuidv7(),
    kind: 'recovery',
    realm,
    subject: { kind: subjectKind, id: subjectId },
    key: `${id}:${recovered}`,
    input: { amount },
    postings: [{ from: { kind: 'available', id: userId }, to: { kind: 'issuance' }, amount }],
  }));
}
