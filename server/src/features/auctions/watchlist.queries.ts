import { lockText } from '../../db/advisory-locks.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { type ViewedAuction, viewedColumns } from './auction-views.queries.ts';

export type WatchedRow = ViewedAuction & { addedAt: Date };

const newest = new Keyset('DESC', { addedAt: ['added_at', 'time'], id: ['auction_id', 'int'] });

/** Lists the auctions on the user's watchlist, the newest addition first. */
export async function listWatched(
  db: Database,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
  page: PageQuery,
): Promise<Page<WatchedRow>> {
  const { rows } = await db.pool.query<WatchedRow>({
    name: 'watchlist',
    text: `SELECT ${viewedColumns}, l.added_at AS "addedAt" FROM (
        SELECT auction_id, added_at FROM auction_watches
        WHERE user_id = $1 AND ${newest.page(3)}) AS l
      JOIN auctions a ON a.id = l.auction_id AND a.realm = $2 ORDER BY l.added_at DESC, l.auction_id DESC`,
    values: [userId, realm, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}

/** Serializes the changes of one user's watchlist until the transaction ends. */
export async function lockWatchlist(tx: Transaction, userId: string): Promise<void> {
  await lockText(tx, 'watchlist-lock', `watchlist ${userId}`);
}

/** Adds the auction unless the list has `mostListed` others. Returns whether it is on the list. */
export async function insertWatch(
  tx: Transaction,
  userId: string,
  auctionId: number,
  mostListed: number,
): Promise<boolean> {
  const { rows } = await tx.client.query<{ isListed: boolean }>({
    name: 'watchlist-insert',
    text: `WITH added AS (
        INSERT INTO auction_watches (user_id, auction_id)
        SELECT $1, $2 WHERE (SELECT count(*) FROM auction_watches WHERE user_id = $1 AND auction_id <> $2) < $3
        ON CONFLICT DO NOTHING RETURNING auction_id)
      SELECT EXISTS (SELECT FROM added) OR EXISTS (
        SELECT FROM auction_watches WHERE user_id = $1 AND auction_id = $2) AS "isListed"`,
    values: [userId, auctionId, mostListed],
  });
  return rows[0]?.isListed === true;
}

/** Removes the auctions that are over from a full list. */
export async function deleteEndedWatches(tx: Transaction, userId: string): Promise<void> {
  await tx.client.query({
    name: 'watchlist-delete-ended',
    text: `DELETE FROM auction_watches w WHERE w.user_id = $1 AND (
        SELECT a.settled_at IS NOT NULL OR a.status = 'cancelling' FROM auctions a WHERE a.id = w.auction_id)`,
    values: [userId],
  });
}

export async function deleteWatch(tx: Transaction, userId: string, auctionId: number): Promise<void> {
  await tx.client.query({
    name: 'watchlist-delete',
    text: 'DELETE FROM auction_watches WHERE user_id = $1 AND auction_id = $2',
    values: [userId, auctionId],
  });
}

/** S7: the watchlist is personal (A13). */
export async function eraseWatches(tx: Transaction, userId: string): Promise<void> {
  await tx.client.query({
    name: 'watchlist-erase',
    text: 'DELETE FROM auction_watches WHERE user_id = $1',
    values: [userId],
  });
}
