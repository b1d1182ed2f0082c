import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { isOpen } from '../../subjects/subject-kind.ts';
import { auctionEnded, auctionNotFound } from './auctions.errors.ts';
import { auctionKind, findAuction } from './auctions.subject.ts';
import { endingAt, endingJob } from './notify-ending.ts';
import { deleteEndedWatches, deleteWatch, insertWatch, lockWatchlist } from './watchlist.queries.ts';

type WatchDeps = Pick<Deps, 'db' | 'jobs' | 'settings'>;

/** Maximum number of auctions on one watchlist; those that are over make room for others. */
export const MAX_WATCHED = 200;

/** Puts an open auction on the user's watchlist (A13). Adding it again changes nothing. */
export async function addToWatchlist(
  deps: WatchDeps,
  viewer: Pick<Viewer, 'userId' | 'realm'>,
  auctionId: number,
): Promise<void> {
  const auction = await findAuction(deps.db, auctionId);
  if (auction?.realm !== viewer.realm) throw auctionNotFound();
  if (!isOpen(auctionKind, auction)) throw auctionEnded();
  const { userId } = viewer;
  await inTransaction(deps.db, async (tx) => {
    await lockWatchlist(tx, userId);
    if (await insertWatch(tx, userId, auctionId, MAX_WATCHED)) return;
    await deleteEndedWatches(tx, userId);
    if (await insertWatch(tx, userId, auctionId, MAX_WATCHED)) return;
    throw new Refusal('WATCHLIST_FULL', `A watchlist has at most ${MAX_WATCHED} auctions. Remove one first.`);
  });
  // Users who add the same auction schedule the same job.
  deps.jobs.scheduleJob(endingJob, String(auctionId), endingAt(deps, auction));
}

/** Removes an auction, open or not, from the user's watchlist. */
export async function removeFromWatchlist(
  { db }: Pick<Deps, 'db'>,
  { userId }: Pick<Viewer, 'userId'>,
  auctionId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockWatchlist(tx, userId);
    await deleteWatch(tx, userId, auctionId);
  });
}
