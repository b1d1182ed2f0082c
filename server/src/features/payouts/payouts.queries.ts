import { paths } from '@copup/shared/page-paths.ts';
import type { HeldCoins } from '@copup/shared/payouts.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { and, eq, getTableColumns, inArray, ne } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import type { AccountDeletion } from '../../feature.ts';
import { accountEnquiries, banks, payoutSendings, payouts } from './payouts.tables.ts';

type Source = Database | Transaction;
const clientOf = (source: Source) => ('client' in source ? source.client : source.pool);

/** A payout with its bank. */
export type PayoutRow = typeof payouts.$inferSelect & { bankCode: string; bankName: string };
/** With the time at which the provider was asked to send it (W19). */
export type ListedPayout = PayoutRow & { sentAt: Date | null };

const newest = newestFirst('payouts.id');

const columns = { ...getTableColumns(payouts), bankCode: banks.code, bankName: banks.name };
export const selectPayouts = (orm: Database['orm']) =>
  orm.select(columns).from(payouts).innerJoin(banks, eq(banks.id, payouts.bankId)).$dynamic();

/** Lists the user's own payouts, newest first. */
export async function listPayoutsOf(
  { orm }: Database,
  userId: string,
  query: PageQuery,
): Promise<Page<ListedPayout>> {
  const { after, by, limit } = newest.orm(query);
  const isOwn = eq(payouts.userId, userId);
  const rows = await orm
    .select({ ...columns, sentAt: payoutSendings.startedAt })
    .from(payouts)
    .innerJoin(banks, eq(banks.id, payouts.bankId))
    .leftJoin(
      payoutSendings,
      and(eq(payoutSendings.payoutId, payouts.id), ne(payoutSendings.state, 'refused')),
    )
    .where(and(isOwn, after))
    .orderBy(by)
    .limit(limit);
  return newest.cut(rows, query);
}

export async function findPayout({ orm }: Source, id: number): Promise<PayoutRow | undefined> {
  return (await selectPayouts(orm).where(eq(payouts.id, id)))[0];
}

/** Locks the payout only (L5). */
export async function lockPayout({ orm }: Transaction, id: number): Promise<PayoutRow | undefined> {
  const isIt = eq(payouts.id, id);
  return (await selectPayouts(orm).where(isIt).for('no key update', { of: payouts }))[0];
}

/** What decides whether a user may request a payout, beside their wallet. */
export interface RequestFacts {
  isOpen: boolean;
  /** Null without a PIN. */
  wrongTries: number | null;
  lockedUntil: Date | null;
}

/** Reads whether the user has an open payout, and the lock of the PIN. */
export async function readRequestFacts(source: Source, userId: string): Promise<RequestFacts> {
  const { rows } = await clientOf(source).query<RequestFacts>({
    name: 'payout-request-facts',
    text: `SELECT EXISTS (SELECT FROM payouts WHERE user_id = $1 AND status IN ('pending', 'approved')) AS "isOpen",
        i.wrong_tries AS "wrongTries", i.locked_until AS "lockedUntil"
      FROM (VALUES (1)) AS one LEFT JOIN pins i ON i.user_id = $1`,
    values: [userId],
  });
  return rows[0] ?? { isOpen: false, wrongTries: null, lockedUntil: null };
}

type Held = z.output<typeof HeldCoins>;

/** Sums the user's open holds by kind of subject, most coins first. */
export async function listHeldCoins(db: Database, userId: string): Promise<Held[]> {
  const { rows } = await db.pool.query<Held>({
    name: 'payout-held-coins',
    text: `SELECT h.subject_kind AS kind, count(*)::int AS count, sum(h.amount)::bigint AS bid_points,
        CASE WHEN count(*) = 1 THEN min(a.name) END AS name
      FROM holds h
        LEFT JOIN auctions a ON h.subject_kind = 'auction' AND a.id = CASE WHEN h.subject_kind = 'auction' THEN h.subject_id::int END
      WHERE h.user_id = $1 AND h.outcome IS NULL GROUP BY h.subject_kind ORDER BY bid_points DESC, kind`,
    values: [userId],
  });
  return rows;
}

/** Lists ids of pending payouts of a realm, ordered by user: the order in which wallets are locked (L5). */
export async function listPendingOf(db: Database, realm: number, limit: number): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>({
    name: 'payouts-pending-of-realm',
    text: `SELECT id FROM payouts WHERE realm = $1 AND status = 'pending' ORDER BY user_id LIMIT $2`,
    values: [realm, limit],
  });
  return rows.map(({ id }) => id);
}

/** S7: the open payout. Decided payouts keep bank and account as records of what was paid to whom; enquiries are deleted. */
export const payoutDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const open = await tx.orm
      .select({ bidPoints: payouts.bidPoints, status: payouts.status })
      .from(payouts)
      .where(and(eq(payouts.userId, userId), inArray(payouts.status, ['pending', 'approved'])));
    return open.map(({ bidPoints, status }) => ({
      kind: 'payout',
      details: status,
      bid_points: bidPoints,
      path: paths.payouts,
    }));
  },
  async erase(tx, userId) {
    await tx.orm.delete(accountEnquiries).where(eq(accountEnquiries.userId, userId));
  },
};
