import type { AuctionCategory } from '@copup/shared/auctions.ts';
import type { Database } from '../../db/database.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { selectColumns } from '../../subjects/subject-rows.ts';
import { type AuctionRow, auctionColumns } from './auctions.tables.ts';

/** An auction as one user of its realm sees it, with whether the user joined it and wants to be reminded of it. */
export type ViewedAuction = AuctionRow & {
  joined: boolean;
  watchlisted: boolean;
  ownBid: number | null;
  serverTime: Date;
};

/** An auction that the user joined, and what is open for the user. */
export type JoinedRow = AuctionRow & { ownBid: number | null; isLeader: boolean; inCart: boolean };

type Caller = Pick<Viewer, 'userId' | 'realm'>;

/** Maximum number of auctions in a list. */
const LISTED = 100;
/** Maximum number of ended auctions among them. */
const LISTED_ENDED = 20;
const ENDED_FOR_HOURS = 24;

const columns = selectColumns(auctionColumns, 'a');
/** The columns of a `ViewedAuction`, of `auctions a`; `$1` is the user. */
export const viewedColumns = `${columns}, clock_timestamp() AS "serverTime",
  EXISTS (SELECT 1 FROM auction_entries e WHERE e.auction_id = a.id AND e.user_id = $1) AS joined,
  EXISTS (SELECT 1 FROM auction_watches w WHERE w.auction_id = a.id AND w.user_id = $1) AS watchlisted,
  (SELECT b.price FROM bids b WHERE b.auction_id = a.id AND b.user_id = $1 ORDER BY b.seq DESC LIMIT 1) AS "ownBid"`;

export async function findAuctionFor(
  db: Database,
  viewer: Caller,
  id: number,
): Promise<ViewedAuction | undefined> {
  const { rows } = await db.pool.query<ViewedAuction>({
    name: 'auction-view',
    text: `SELECT ${viewedColumns} FROM auctions a WHERE a.id = $3 AND a.realm = $2`,
    values: [viewer.userId, viewer.realm, id],
  });
  return rows[0];
}

/**
 * Builds the query of a list. Each part is read in the order of an index and limited, so the cost does not grow with
 * the number of auctions. The limits are constants, since the plan of a prepared statement assumes a tenth of all rows
 * for a parameter as a limit. A category has its own index, and so its own statement.
 */
function listText(category: string): string {
  return `WITH picked AS (
      (SELECT id, 1 AS part, extract(epoch FROM end_date) AS nth, id AS tie FROM auctions
        WHERE realm = $2 AND status = 'active' ${category} ORDER BY end_date, id LIMIT ${LISTED})
      UNION ALL
      (SELECT id, 2, extract(epoch FROM starts_at), id FROM auctions
        WHERE realm = $2 AND status = 'pending' ${category} ORDER BY starts_at, id LIMIT ${LISTED})
      UNION ALL
      (SELECT id, 3, -extract(epoch FROM status_at), -id FROM auctions
        WHERE realm = $2 AND status IN ('completed', 'unsold') ${category}
          AND status_at > statement_timestamp() - interval '${ENDED_FOR_HOURS} hours'
        ORDER BY status_at DESC, id DESC LIMIT ${LISTED_ENDED})
      ORDER BY part, nth, tie LIMIT ${LISTED})
    SELECT ${viewedColumns} FROM picked JOIN auctions a ON a.id = picked.id ORDER BY picked.part, picked.nth, picked.tie`;
}

const listAll = { name: 'auction-views', text: listText('') };
const listCategory = { name: 'auction-views-of-category', text: listText('AND category = $3') };

/** Lists live auctions by their end, then pending ones by their start, then those of the last day, latest first. */
export async function listAuctionsFor(
  db: Database,
  viewer: Caller,
  category: AuctionCategory | undefined,
): Promise<ViewedAuction[]> {
  const values = [viewer.userId, viewer.realm];
  const { rows } = await db.pool.query<ViewedAuction>(
    category ? { ...listCategory, values: [...values, category] } : { ...listAll, values },
  );
  return rows;
}

/** Lists the auctions that the user joined, the newest entry first. */
export async function listJoined(db: Database, userId: string): Promise<JoinedRow[]> {
  const { rows } = await db.pool.query<JoinedRow>({
    name: 'auctions-joined',
    text: `SELECT ${columns}, a.leader_id IS NOT DISTINCT FROM $1 AS "isLeader",
        (SELECT b.price FROM bids b WHERE b.auction_id = a.id AND b.user_id = $1 ORDER BY b.seq DESC LIMIT 1) AS "ownBid",
        EXISTS (SELECT FROM cart_items c WHERE c.auction_id = a.id AND c.user_id = $1 AND c.order_id IS NULL) AS "inCart"
      FROM auction_entries e JOIN auctions a ON a.id = e.auction_id
      WHERE e.user_id = $1 ORDER BY e.joined_at DESC, e.auction_id DESC LIMIT $2`,
    values: [userId, LISTED],
  });
  return rows;
}
