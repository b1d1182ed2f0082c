import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';

type TellDeps = Pick<Deps, 'db' | 'notices'>;

/** Auctions and notices of one transaction. */
const AUCTIONS = 100;
const NOTICES = 500;

interface Settled {
  id: number;
  name: string;
  status: 'completed' | 'unsold' | 'cancelled';
  leaderId: string | null;
  cancelReason: string | null;
}

interface Untold {
  auctionId: number;
  userId: string;
  paid: number;
}

/** A8: tells everybody who joined and did not win, once each: lost, or refunded. Runs until nobody is left. */
export async function tellSettled(deps: TellDeps): Promise<void> {
  while (await tellSome(deps));
}

/**
 * The settled rows are locked, so that two servers do not write one notice twice; those that another server works on are
 * left to it. Who was told is seen by their notices, so a crash costs nothing.
 */
async function tellSome(deps: TellDeps): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const settled = await lockUntold(tx);
    if (settled.length === 0) return false;
    const byId = new Map(settled.map((auction) => [auction.id, auction]));
    const untold = await listUntold(tx, [...byId.keys()]);
    if (untold.length > 0) {
      await deps.notices.write(
        tx,
        untold.map((entry) => toNotice(byId.get(entry.auctionId) as Settled, entry)),
      );
    }
    if (untold.length === NOTICES) return true;
    await tx.client.query({
      name: 'auctions-told',
      text: 'UPDATE auctions SET told_at = clock_timestamp() WHERE id = ANY($1::int[])',
      values: [[...byId.keys()]],
    });
    return settled.length === AUCTIONS;
  });
}

async function lockUntold(tx: Transaction): Promise<Settled[]> {
  const { rows } = await tx.client.query<Settled>({
    name: 'auctions-untold',
    text: `SELECT id, name, status, leader_id AS "leaderId", cancel_reason AS "cancelReason" FROM auctions
      WHERE settled_at IS NOT NULL AND told_at IS NULL ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    values: [AUCTIONS],
  });
  return rows;
}

async function listUntold(tx: Transaction, ids: readonly number[]): Promise<Untold[]> {
  const { rows } = await tx.client.query<Untold>({
    name: 'auction-entries-untold',
    text: `SELECT e.auction_id AS "auctionId", e.user_id AS "userId", e.paid_available + e.paid_bonus AS paid
      FROM auction_entries e JOIN auctions a ON a.id = e.auction_id
      WHERE e.auction_id = ANY($1::int[]) AND (a.status <> 'completed' OR e.user_id <> a.leader_id)
        AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = e.user_id AND n.subject_kind = 'auction'
          AND n.subject_id = e.auction_id::text AND n.kind = CASE a.status WHEN 'completed' THEN 'lost' ELSE 'refunded' END
          AND n.kind IN ('won', 'lost', 'refunded'))
      ORDER BY e.user_id, e.auction_id LIMIT $2`,
    values: [ids, NOTICES],
  });
  return rows;
}

function toNotice({ id, name, status, cancelReason }: Settled, { userId, paid }: Untold) {
  const subject = { kind: 'auction', id: String(id) };
  if (status === 'completed') return { userId, kind: 'lost' as const, subject, details: { name } };
  return {
    userId,
    kind: 'refunded' as const,
    subject,
    details: { name, bid_points: paid, reason: cancelReason },
  };
}
