import type { Database } from '../../db/database.ts';
import type { LinkedItem, TimelineSource } from '../../operators/item-timeline.ts';
import { numberKey } from '../../operators/item-timeline.ts';

const HIGHEST_SEQ = 2_147_483_647;

/** Accepted bids, with the seconds that a late one gained (A5, X16), without those that operators added (A14). */
export const bidSource: TimelineSource = {
  name: 'bids',
  async read(db, id, before, limit) {
    const { rows } = await db.pool.query<{
      seq: number;
      at: Date;
      userId: string;
      price: number;
      gainedMs: number;
    }>({
      name: 'auction-timeline-bids',
      text: `SELECT b.seq, b.at, b.user_id AS "userId", b.price,
          (coalesce(extract(epoch FROM b.end_date_after - p.end_date_after - coalesce((
            SELECT sum((c.details ->> 'after')::timestamptz - (c.details ->> 'before')::timestamptz) FROM subject_changes c
            WHERE c.subject_kind = 'auction' AND c.subject_id = b.auction_id AND c.change = 'extended'
              AND c.at BETWEEN p.at AND b.at), interval '0')), 0) * 1000)::bigint AS "gainedMs"
        FROM bids b LEFT JOIN bids p ON p.auction_id = b.auction_id AND p.seq = b.seq - 1
        WHERE b.auction_id = $1 AND b.seq < $2 ORDER BY b.seq DESC LIMIT $3`,
      values: [Number(id), numberKey(before, HIGHEST_SEQ), limit],
    });
    return rows.map(({ seq, at, userId, price, gainedMs }) => ({
      ...{ key: String(seq), at, kind: 'bid', userId, amount: price },
      ...(gainedMs > 0
        ? { text: `Late bid moved the end by ${gainedMs / 1_000} s`, tone: 'late' as const }
        : { text: seq % 100 === 0 ? `Bid ${seq}` : 'Bid', tone: 'plain' as const }),
    }));
  },
};

/** The leader or winner of an auction, and its order. */
export async function auctionLinks(db: Database, id: string): Promise<LinkedItem[] | undefined> {
  const { rows } = await db.pool.query<{
    status: string;
    leaderId: string | null;
    orderId: number | null;
  }>({
    name: 'auction-timeline-links',
    text: `SELECT a.status, a.leader_id AS "leaderId", (SELECT o.id FROM orders o WHERE o.auction_id = a.id) AS "orderId"
      FROM auctions a WHERE a.id = $1`,
    values: [Number(id)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { status, leaderId, orderId } = row;
  return [
    ...(leaderId
      ? [{ kind: 'user', id: leaderId, label: status === 'completed' ? 'Winner' : 'Leader' }]
      : []),
    ...(orderId ? [{ kind: 'order', id: String(orderId), label: 'Order' }] : []),
  ];
}
