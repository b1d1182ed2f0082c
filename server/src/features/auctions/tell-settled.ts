import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import type { NewNotice } from '../../notifications/notices.ts';

type NotifyDeps = Pick<Deps, 'db' | 'notices'>;

/** Auctions and entries of one transaction. */
const AUCTIONS = 100;
const ENTRIES = 500;
/** While so many auctions wait to be closed, their closes come first; what is overdue for longer does not count. */
const CLOSES_FIRST = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Settled {
  id: number;
  name: string;
  status: 'completed' | 'unsold' | 'cancelled';
  leaderId: string | null;
  cancelReason: string | null;
  /** Entrants up to this one have had their notice. */
  toldUpto: string | null;
}

interface Entry {
  auctionId: number;
  userId: string;
  paid: number;
}

/**
 * A8: notifies all entrants who did not win, once each: lost, or refunded. Runs until none is left, or until many auctions
 * are due to be closed: the next run continues after them.
 */
export async function tellSettled(deps: NotifyDeps): Promise<void> {
  while (await notifySome(deps));
}

/**
 * Writes the notices of the next entries, in the order of their keys, and in the same transaction how far it came: after a
 * crash the next run continues there. The rows of the auctions are locked, so two servers do not write one notice twice;
 * what another server works on is left to it.
 */
async function notifySome(deps: NotifyDeps): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const settled = await lockUntold(tx);
    if (settled.length === 0) return false;
    const entries = await listEntries(tx, settled);
    const byId = new Map(settled.map((auction) => [auction.id, auction]));
    await deps.notices.write(
      tx,
      entries.flatMap((entry) => toNotices(byId.get(entry.auctionId) as Settled, entry)),
    );
    // A full page may end within an auction: those before it are done, and those behind it were not reached.
    const last = entries.length === ENTRIES ? (entries.at(-1) as Entry) : undefined;
    const done = settled.filter(({ id }) => last === undefined || id < last.auctionId);
    if (last) await keepPosition(tx, last);
    if (done.length > 0) await markTold(tx, done);
    return last !== undefined || settled.length === AUCTIONS;
  });
}

async function lockUntold(tx: Transaction): Promise<Settled[]> {
  const { rows } = await tx.client.query<Settled>({
    name: 'auctions-untold',
    text: `SELECT id, name, status, leader_id AS "leaderId", cancel_reason AS "cancelReason", told_upto AS "toldUpto"
      FROM auctions WHERE settled_at IS NOT NULL AND told_at IS NULL
        AND (SELECT count(*) FROM (SELECT FROM auctions WHERE status IN ('pending', 'active')
          AND end_date BETWEEN statement_timestamp() - interval '5 seconds' AND statement_timestamp() LIMIT $2) AS due) < $2
      ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    values: [AUCTIONS, CLOSES_FIRST],
  });
  return rows;
}

/**
 * The next entries of these auctions by auction and user. Each auction's are read by their primary key, in its order, and
 * no more auctions than a page needs.
 */
async function listEntries(tx: Transaction, settled: readonly Settled[]): Promise<Entry[]> {
  const { rows } = await tx.client.query<Entry>({
    name: 'auction-entries-untold',
    text: `SELECT a.id AS "auctionId", e.user_id AS "userId", e.paid_available + e.paid_bonus AS paid
      FROM (SELECT * FROM unnest($1::int[], $2::uuid[]) AS a (id, after) ORDER BY id) AS a, LATERAL (
        SELECT user_id, paid_available, paid_bonus FROM auction_entries
        WHERE auction_id = a.id AND user_id > a.after ORDER BY user_id LIMIT $3) AS e
      ORDER BY a.id, e.user_id LIMIT $3`,
    values: [settled.map(({ id }) => id), settled.map(({ toldUpto }) => toldUpto ?? FIRST_ID), ENTRIES],
  });
  return rows;
}

async function keepPosition(tx: Transaction, { auctionId, userId }: Entry): Promise<void> {
  await tx.client.query({
    name: 'auction-told-upto',
    text: 'UPDATE auctions SET told_upto = $2 WHERE id = $1',
    values: [auctionId, userId],
  });
}

async function markTold(tx: Transaction, done: readonly Settled[]): Promise<void> {
  await tx.client.query({
    name: 'auctions-told',
    text: 'UPDATE auctions SET told_at = clock_timestamp() WHERE id = ANY($1::int[])',
    values: [done.map(({ id }) => id)],
  });
}

function toNotices(
  { id, name, status, leaderId, cancelReason }: Settled,
  { userId, paid }: Entry,
): NewNotice[] {
  const subject = { kind: 'auction', id: String(id) };
  if (status !== 'completed') {
    const details = { name, bid_points: paid, reason: cancelReason };
    return [{ userId, kind: 'refunded', subject, details }];
  }
  // The winner was notified by the close.
  if (userId === leaderId) return [];
  return [{ userId, kind: 'lost', subject, details: { name } }];
}
