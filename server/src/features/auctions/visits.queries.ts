import type { RecentBid } from '@copup/shared/auctions.ts';
import type { Database } from '../../db/database.ts';
import { type ViewedAuction, viewedColumns } from './auction-views.queries.ts';
import { recentBids } from './auctions.room.ts';

/** The id of no user: a visitor has joined nothing. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

export type VisitedRow = ViewedAuction & { recent: RecentBid[] };

/** Finds an auction of real players, as a visitor sees it but for the names. */
export async function findVisited(db: Database, id: number): Promise<VisitedRow | undefined> {
  const { rows } = await db.pool.query<VisitedRow>({
    name: 'auction-visited',
    text: `SELECT ${viewedColumns}, ${recentBids('a')} AS recent FROM auctions a WHERE a.id = $2 AND a.realm = 0`,
    values: [NO_USER, id],
  });
  return rows[0];
}

export interface LandingRow {
  id: number;
  name: string;
  image: string | null;
  category: 'cash' | 'product' | 'coupon';
  priceKobo: number;
  entryBidPoints: number;
  price: number;
  seq: number;
  isStarter: boolean;
  startsAt: Date;
  endDate: Date;
  recent: RecentBid[];
  /** Of all live auctions. */
  count: number;
  starters: number;
  now: Date;
}

const SHOWN = 4;

/** Lists the live auctions of the landing page: those with bids first, then the soonest end. */
export async function listForLanding(db: Database): Promise<LandingRow[]> {
  const { rows } = await db.pool.query<LandingRow>({
    name: 'landing-live',
    text: `SELECT a.id, a.name, a.image, a.category, a.price_kobo AS "priceKobo", a.entry_bid_points AS "entryBidPoints",
        a.current_bid_amount AS price, a.seq, a.is_starter AS "isStarter", a.starts_at AS "startsAt",
        a.end_date AS "endDate", ${recentBids('a', 2)} AS recent, clock_timestamp() AS now,
        (count(*) OVER ())::int AS count, (count(*) FILTER (WHERE a.is_starter) OVER ())::int AS starters
      FROM auctions a WHERE a.realm = 0 AND a.status = 'active' AND a.end_date > statement_timestamp()
      ORDER BY a.seq = 0, a.end_date, a.id LIMIT ${SHOWN}`,
  });
  return rows;
}

/** Finds the next auction that starts. */
export async function findNextStart(db: Database): Promise<{ name: string; startsAt: Date } | undefined> {
  const { rows } = await db.pool.query<{ name: string; startsAt: Date }>({
    name: 'landing-next',
    text: `SELECT name, starts_at AS "startsAt" FROM auctions WHERE realm = 0 AND status = 'pending'
      ORDER BY starts_at, id LIMIT 1`,
  });
  return rows[0];
}

interface WinRow {
  id: number;
  name: string;
  username: string;
  price: number;
}

/** Lists the last auctions that were won, within a week. */
export async function listLastWins(db: Database): Promise<WinRow[]> {
  const { rows } = await db.pool.query<WinRow>({
    name: 'landing-wins',
    text: `SELECT id, name, leader_username AS username, current_bid_amount AS price FROM auctions
      WHERE realm = 0 AND status = 'completed' AND leader_username IS NOT NULL
        AND status_at > statement_timestamp() - interval '7 days'
      ORDER BY status_at DESC, id DESC LIMIT 2`,
  });
  return rows;
}
