import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { outageOf } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { OUTBID_QUIET } from './bids.queries.ts';

type NotifyDeps = Pick<Deps, 'db' | 'notices'>;

/** Maximum number of auctions in one run; the others follow in the next. */
const AUCTIONS = 200;
/** Bids read at once: those of a hot auction are read in pages. */
const BIDS = 2_000;
/** Maximum number of notices in one transaction. */
const NOTICES = 500;

/**
 * Notifies users who were outbid since the last run, unless they have an unread notice (W6). An auction that fails does
 * not delay the others; the first error is thrown at the end.
 */
export async function notifyOutbid(deps: NotifyDeps): Promise<void> {
  const { rows } = await deps.db.pool.query<{ id: number }>({
    name: 'auctions-outbid-due',
    text: `SELECT id FROM auctions WHERE status = 'active' AND outbid_due_at <= statement_timestamp()
      ORDER BY outbid_due_at LIMIT $1`,
    values: [AUCTIONS],
  });
  const failures: unknown[] = [];
  for (const { id } of rows) {
    try {
      await notifyOne(deps, id);
    } catch (error) {
      if (outageOf(error) === 'unavailable') throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

type Claimed = Pick<AuctionRow, 'id' | 'seq' | 'noticedSeq'>;

/**
 * Notifies the outbid users of one auction. Locks its row only to claim it and to store the position, never while it
 * reads bidders or writes notices. A claim lasts until the auction is due again, so one server writes. After a crash
 * the next run continues after the last stored page; within the interrupted page, users with an unread notice get no
 * second one.
 */
async function notifyOne(deps: NotifyDeps, id: number): Promise<void> {
  const auction = await claim(deps, id);
  if (!auction) return;
  // The bid up to which notices were written led at that time; its bidder may have been outbid since.
  for (let from = Math.max(auction.noticedSeq, 1); ; ) {
    const upto = Math.min(from + BIDS - 1, auction.seq);
    const userIds = await listUnnotified(deps, id, { from, upto });
    for (let nth = 0; nth < userIds.length; nth += NOTICES) {
      if (!(await writeNotices(deps, id, userIds.slice(nth, nth + NOTICES), from))) return;
    }
    if (!(await keepPosition(deps, auction, upto))) return;
    if (upto === auction.seq) return;
    auction.noticedSeq = upto;
    from = upto + 1;
  }
}

async function claim({ db }: NotifyDeps, id: number): Promise<Claimed | undefined> {
  const { rows } = await db.pool.query<Claimed>({
    name: 'auction-outbid-claim',
    text: `UPDATE auctions SET noticed_at = clock_timestamp(), outbid_due_at = clock_timestamp() + ${OUTBID_QUIET}
      WHERE id = $1 AND status = 'active' AND outbid_due_at <= statement_timestamp()
      RETURNING id, seq, noticed_seq AS "noticedSeq"`,
    values: [id],
  });
  return rows[0];
}

/** Prolongs the claim, or ends it after the last page. Returns false when another server has taken over. */
async function keepPosition({ db }: NotifyDeps, auction: Claimed, upto: number): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'auction-outbid-position',
    text: `UPDATE auctions SET noticed_seq = $3::int, outbid_due_at = CASE
        WHEN $3 < $4::int THEN clock_timestamp() + ${OUTBID_QUIET} WHEN seq > $4 THEN noticed_at + ${OUTBID_QUIET} END
      WHERE id = $1 AND noticed_seq = $2`,
    values: [auction.id, auction.noticedSeq, upto, auction.seq],
  });
  return rowCount === 1;
}

/**
 * Lists bidders of these bids without an unread notice, and those with one from before their own last bid, of whom push
 * subscriptions receive it again (W23). A scalar subquery can only be an index lookup for each bidder.
 */
async function listUnnotified(
  { db }: NotifyDeps,
  id: number,
  { from, upto }: { from: number; upto: number },
): Promise<string[]> {
  const { rows } = await db.pool.query<{ userId: string }>({
    name: 'auction-bidders-unnotified',
    text: `WITH bidders AS MATERIALIZED (
        SELECT user_id, max(at) AS at FROM bids WHERE auction_id = $1 AND seq BETWEEN $2 AND $3 GROUP BY user_id)
      SELECT user_id AS "userId" FROM bidders WHERE (
        SELECT true FROM notifications n WHERE n.user_id = bidders.user_id AND n.subject_kind = 'auction'
          AND n.subject_id = $4 AND n.kind = 'outbid' AND n.read_at IS NULL AND (n.created_at >= bidders.at
            OR NOT EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = bidders.user_id))) IS NULL ORDER BY 1`,
    values: [id, from, upto, String(id)],
  });
  return rows.map(({ userId }) => userId);
}

/**
 * Writes the notices. The leader is read just before: each user notified here was outbid at that time. Returns false
 * once the auction is over, when its result is notified instead.
 */
async function writeNotices(
  deps: NotifyDeps,
  id: number,
  userIds: readonly string[],
  fromSeq: number,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const { rows } = await tx.client.query<
      Pick<AuctionRow, 'status' | 'name' | 'leaderId' | 'currentBidAmount'>
    >({
      name: 'auction-outbid-facts',
      text: `SELECT status, name, leader_id AS "leaderId", current_bid_amount AS "currentBidAmount"
        FROM auctions WHERE id = $1`,
      values: [id],
    });
    const [auction] = rows;
    if (auction?.status !== 'active') return false;
    const passed = await listPassedMaximums(tx, id, userIds, fromSeq);
    await deps.notices.write(
      tx,
      userIds
        .filter((userId) => userId !== auction.leaderId)
        .map((userId) => ({
          userId,
          kind: 'outbid' as const,
          subject: { kind: 'auction', id: String(id) },
          details: {
            name: auction.name,
            price: auction.currentBidAmount,
            ...(passed.has(userId) && { maximum: passed.get(userId) }),
          },
        })),
    );
    return true;
  });
}

/** Reads which of these users had their own maximum passed from this bid on (A13). */
async function listPassedMaximums(
  tx: Transaction,
  auctionId: number,
  userIds: readonly string[],
  fromSeq: number,
): Promise<Map<string, number>> {
  const { rows } = await tx.client.query<{ userId: string; maximum: number }>({
    name: 'auction-maximums-passed',
    text: `SELECT u.user_id AS "userId", m.maximum FROM unnest($2::uuid[]) AS u (user_id)
      CROSS JOIN LATERAL (SELECT maximum, ended, until_seq FROM auction_maximums
        WHERE auction_id = $1 AND user_id = u.user_id ORDER BY after_seq DESC, id DESC LIMIT 1) AS m
      WHERE m.ended = 'passed' AND m.until_seq >= $3`,
    values: [auctionId, userIds, fromSeq],
  });
  return new Map(rows.map(({ userId, maximum }) => [userId, maximum]));
}
