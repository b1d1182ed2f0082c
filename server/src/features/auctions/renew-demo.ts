import { NewAuctionBody } from '@copup/shared/auctions.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { type CreateDeps, createAuction } from './create-auction.ts';
import { type DemoItem, demoCatalogue } from './demo-catalogue.ts';

/** Any constant will do; it must only differ from other advisory locks on this database. */
const LOCK = 7_301_005;
const MS_PER_MIN = 60_000;

export async function demoExists(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query<{ exists: boolean }>('SELECT EXISTS (SELECT FROM auctions)');
  return rows[0]?.exists === true;
}

/**
 * Creates an auction for each place of the catalogue that has none pending or active. When several servers run it at
 * once, one of them works and the others return.
 */
export async function renewDemo(deps: CreateDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { rows } = await tx.client.query<{ isMine: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS "isMine"',
      [LOCK],
    );
    if (!rows[0]?.isMine) return;
    const live = await tx.client.query<{ name: string }>(
      `SELECT name FROM auctions WHERE realm = 0 AND status IN ('pending', 'active') AND name = ANY($1::text[])`,
      [demoCatalogue.map((item) => item.auction.name)],
    );
    const names = new Set(live.rows.map((row) => row.name));
    const now = await tx.clock();
    for (const item of demoCatalogue) {
      if (!names.has(item.auction.name))
        await createAuction(deps, NewAuctionBody.parse(auctionOf(item, now)), null);
    }
  });
}

/** The next auction of a place, counted from `now`. */
export function auctionOf(item: DemoItem, now: Date): NewAuctionBody {
  const startsAtMs = now.getTime() + item.startsInMin * MS_PER_MIN;
  return {
    ...item.auction,
    ...(item.startsInMin > 0 ? { starts_at: new Date(startsAtMs).toISOString() } : {}),
    end_date: new Date(startsAtMs + item.lastsMin * MS_PER_MIN).toISOString(),
  };
}
