import type { AuctionCategory } from '@copup/shared/auctions.ts';
import type { Database } from '../../db/database.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { type AuctionRow, auctionColumns } from './auctions.queries.ts';

/** An auction as one user sees it: only of their own realm, and with whether they joined. */
export type ViewedAuction = AuctionRow & { joined: boolean; serverTime: Date };

type Asking = Pick<Viewer, 'userId' | 'realm'>;

/** Auctions of one list. */
const LISTED = 100;
/** Of them, at most this many that are over. */
const LISTED_ENDED = 20;
const ENDED_FOR_HOURS = 24;

const viewed = `${auctionColumns}, clock_timestamp() AS "serverTime",
  EXISTS (SELECT 1 FROM auction_entries e WHERE e.auction_id = a.id AND e.user_id = $1) AS joined`;

export async function findAuctionFor(
  db: Database,
  viewer: Asking,
  id: number,
): Promise<ViewedAuction | undefined> {
  const { rows } = await db.pool.query<ViewedAuction>({
    name: 'auction-view',
    text: `SELECT ${viewed} FROM auctions a WHERE a.id = $3 AND a.realm = $2`,
    values: [viewer.userId, viewer.realm, id],
  });
  return rows[0];
}

/** Live ones by their end, then those to come by their start, then those of the last day, latest first. */
export async function listAuctionsFor(
  db: Database,
  viewer: Asking,
  category: AuctionCategory | undefined,
): Promise<ViewedAuction[]> {
  const { rows } = await db.pool.query<ViewedAuction>({
    name: 'auction-views',
    text: `WITH picked AS (
        (SELECT id, 1 AS part, row_number() OVER (ORDER BY end_date, id) AS nth FROM auctions
          WHERE realm = $2 AND status = 'active' AND ($3::text IS NULL OR category = $3) ORDER BY nth LIMIT $4)
        UNION ALL
        (SELECT id, 2, row_number() OVER (ORDER BY starts_at, id) AS nth FROM auctions
          WHERE realm = $2 AND status = 'pending' AND ($3::text IS NULL OR category = $3) ORDER BY nth LIMIT $4)
        UNION ALL
        (SELECT id, 3, row_number() OVER (ORDER BY status_at DESC, id DESC) AS nth FROM auctions
          WHERE realm = $2 AND status IN ('completed', 'unsold') AND ($3::text IS NULL OR category = $3)
            AND status_at > clock_timestamp() - make_interval(hours => $6) ORDER BY nth LIMIT $5)
        ORDER BY part, nth LIMIT $4)
      SELECT ${viewed} FROM picked JOIN auctions a ON a.id = picked.id ORDER BY picked.part, picked.nth`,
    values: [viewer.userId, viewer.realm, category ?? null, LISTED, LISTED_ENDED, ENDED_FOR_HOURS],
  });
  return rows;
}

/** Auctions the user joined, the newest entry first. */
export async function listJoined(db: Database, userId: string): Promise<AuctionRow[]> {
  const { rows } = await db.pool.query<AuctionRow>({
    name: 'auctions-joined',
    text: `SELECT ${auctionColumns} FROM auction_entries e JOIN auctions a ON a.id = e.auction_id
      WHERE e.user_id = $1 ORDER BY e.joined_at DESC, e.auction_id DESC LIMIT $2`,
    values: [userId, LISTED],
  });
  return rows;
}
