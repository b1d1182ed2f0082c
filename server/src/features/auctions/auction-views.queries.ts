import type { AuctionCategory } from '@copup/shared/auctions.ts';
import type { Database } from '../../db/database.ts';
import { Keyset, newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { BatchReads } from '../../single-flight.ts';
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
export type JoinedRow = AuctionRow & {
  joinedAt: Date;
  ownBid: number | null;
  isLeader: boolean;
  inCart: boolean;
};

type Caller = Pick<Viewer, 'userId' | 'realm'>;

/** Maximum number of ended auctions in the list. */
const LISTED_ENDED = 20;
const ENDED_FOR_HOURS = 24;

const columns = selectColumns(auctionColumns, 'a');
const viewedBy = (user: string) => `${columns}, clock_timestamp() AS "serverTime",
  EXISTS (SELECT 1 FROM auction_entries e WHERE e.auction_id = a.id AND e.user_id = ${user}) AS joined,
  EXISTS (SELECT 1 FROM auction_watches w WHERE w.auction_id = a.id AND w.user_id = ${user}) AS watchlisted,
  (SELECT b.price FROM bids b WHERE b.auction_id = a.id AND b.user_id = ${user} ORDER BY b.seq DESC LIMIT 1) AS "ownBid"`;
/** The columns of a `ViewedAuction`, of `auctions a`; `$1` is the user. */
export const viewedColumns = viewedBy('$1');

/** Finds an auction of the viewer's realm with what concerns the viewer. */
type FindAuctionFor = (viewer: Caller, id: number) => Promise<ViewedAuction | undefined>;

/** Reads for all callers of a moment together: thousands open an auction when a notice arrives. */
export function findAuctionsFor(db: Database): FindAuctionFor {
  const views = new BatchReads<ViewedAuction>(async (keys) => {
    const callers = keys.map((key) => key.split(' '));
    const { rows } = await db.pool.query<ViewedAuction & { key: string }>({
      name: 'auction-views-for',
      text: `SELECT c.key, ${viewedBy('c.user_id')}
        FROM unnest($1::text[], $2::uuid[], $3::int[], $4::int[]) AS c (key, user_id, realm, id)
        JOIN auctions a ON a.id = c.id AND a.realm = c.realm`,
      values: [keys, ...[0, 1, 2].map((part) => callers.map((caller) => caller[part]))],
    });
    return new Map(rows.map((row) => [row.key, row]));
  });
  return ({ userId, realm }, id) => views.get(`${userId} ${realm} ${id}`);
}

const newest = newestFirst('id');

/**
 * Builds the query of a list. Both parts are read in the order of an index and limited, so the cost does not grow with
 * the number of auctions. A category has its own indexes, and so its own statement.
 */
const listText = (category: string) => `WITH picked AS (
      (SELECT id FROM auctions WHERE realm = $2 AND status IN ('pending', 'active') ${category} AND ${newest.page(3)})
      UNION ALL
      (SELECT id FROM (SELECT id FROM auctions
          WHERE realm = $2 AND status IN ('completed', 'unsold') ${category}
            AND status_at > statement_timestamp() - interval '${ENDED_FOR_HOURS} hours'
          ORDER BY status_at DESC, id DESC LIMIT ${LISTED_ENDED}) AS ended WHERE ${newest.page(3)})
      ORDER BY id DESC LIMIT $3)
    SELECT ${viewedColumns} FROM picked JOIN auctions a USING (id) ORDER BY id DESC`;

const listAll = { name: 'auction-views', text: listText('') };
const listCategory = { name: 'auction-views-of-category', text: listText('AND category = $5') };

/** Lists pending and live auctions and the last ended ones, newest first. */
export async function listAuctionsFor(
  db: Database,
  viewer: Caller,
  { category, ...page }: PageQuery & { category?: AuctionCategory | undefined },
): Promise<Page<ViewedAuction>> {
  const values = [viewer.userId, viewer.realm, ...newest.values(page)];
  const { rows } = await db.pool.query<ViewedAuction>(
    category ? { ...listCategory, values: [...values, category] } : { ...listAll, values },
  );
  return newest.cut(rows, page);
}

const newestEntry = new Keyset('DESC', { joinedAt: ['e.joined_at', 'time'], id: ['e.auction_id', 'int'] });

/** Lists the auctions that the user joined, the newest entry first. */
export async function listJoined(db: Database, userId: string, page: PageQuery): Promise<Page<JoinedRow>> {
  const { rows } = await db.pool.query<JoinedRow>({
    name: 'auctions-joined',
    text: `SELECT ${columns}, e.joined_at AS "joinedAt", a.leader_id IS NOT DISTINCT FROM $1 AS "isLeader",
        (SELECT b.price FROM bids b WHERE b.auction_id = a.id AND b.user_id = $1 ORDER BY b.seq DESC LIMIT 1) AS "ownBid",
        EXISTS (SELECT FROM cart_items c WHERE c.auction_id = a.id AND c.user_id = $1 AND c.order_id IS NULL) AS "inCart"
      FROM auction_entries e JOIN auctions a ON a.id = e.auction_id
      WHERE e.user_id = $1 AND ${newestEntry.page(2)}`,
    values: [userId, ...newestEntry.values(page)],
  });
  return newestEntry.cut(rows, page);
}
