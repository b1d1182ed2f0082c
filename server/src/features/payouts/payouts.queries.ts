import { paths } from '@copup/shared/page-paths.ts';
import type { HeldCoins, PayoutStatus } from '@copup/shared/payouts.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import type { AccountDeletion } from '../../feature.ts';
import { payouts } from './payouts.tables.ts';

type Source = Database | Transaction;
const clientOf = (source: Source) => ('client' in source ? source.client : source.pool);

/** A payout with its bank. */
export interface PayoutRow {
  id: number;
  userId: string;
  realm: number;
  bidPoints: number;
  rateKobo: number;
  accountName: string;
  accountNumber: string;
  status: PayoutStatus;
  createdAt: Date;
  decidedAt: Date | null;
  endedAt: Date | null;
  reason: string | null;
  bankReference: string | null;
  bankCode: string;
  bankName: string;
}

const columns = `p.id, p.user_id AS "userId", p.realm, p.bid_points AS "bidPoints", p.rate_kobo AS "rateKobo",
  p.account_name AS "accountName", p.account_number AS "accountNumber", p.status, p.created_at AS "createdAt",
  p.decided_at AS "decidedAt", p.ended_at AS "endedAt", p.reason, p.bank_reference AS "bankReference",
  b.code AS "bankCode", b.name AS "bankName"`;
const joined = 'payouts p JOIN banks b ON b.id = p.bank_id';

const newest = newestFirst('p.id');

/** Lists the user's own payouts, newest first. */
export async function listPayoutsOf(db: Database, userId: string, page: PageQuery): Promise<Page<PayoutRow>> {
  const { rows } = await db.pool.query<PayoutRow>({
    name: 'payouts-of-user',
    text: `SELECT ${columns} FROM ${joined} WHERE p.user_id = $1 AND ${newest.page(2)}`,
    values: [userId, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}

export async function findPayout(source: Source, id: number): Promise<PayoutRow | undefined> {
  const { rows } = await clientOf(source).query<PayoutRow>({
    name: 'payout-find',
    text: `SELECT ${columns} FROM ${joined} WHERE p.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Locks the payout only (L5). */
export async function lockPayout(tx: Transaction, id: number): Promise<PayoutRow | undefined> {
  const { rows } = await tx.client.query<PayoutRow>({
    name: 'payout-lock',
    text: `SELECT ${columns} FROM ${joined} WHERE p.id = $1 FOR NO KEY UPDATE OF p`,
    values: [id],
  });
  return rows[0];
}

/** What decides whether a user may request a payout, beside their wallet. */
export interface RequestFacts {
  isOpen: boolean;
  /** Null without a PIN. */
  wrongTries: number | null;
  lockedUntil: Date | null;
}

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

/** S7: the open payout. Decided payouts keep bank and account as records of what was paid to whom. */
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
};
