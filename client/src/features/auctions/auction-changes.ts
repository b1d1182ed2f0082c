import type { Auction } from '@copup/shared/auctions.ts';
import type { RoomStates } from '@copup/shared/socket-events.ts';
import { freshChanges } from '../../lib/list-changes.ts';

type Change = RoomStates['auctions']['changes'][number];

/**
 * Applies status changes to a list that was read earlier. `before` is the room's previous state, null before the first.
 * Auctions up to `lastId` may be on a page that was not read. The list must be reloaded for a new auction, and if none of
 * the changes is known, because others may have been missed. Returns the same list without a change.
 */
export function applyChanges(
  auctions: Auction[],
  changes: readonly Change[],
  before: readonly Change[] | null,
  lastId = 0,
): { auctions: Auction[]; needsRead: boolean } {
  const fresh = freshChanges(changes, before);
  // Newest first: the first change of an auction is its current status.
  const statusOf = new Map([...fresh].reverse().map((change) => [change.id, change]));
  const readAtMs = Math.max(0, ...auctions.map((auction) => Date.parse(auction.server_time)));
  let hasChanged = false;
  const next = auctions.map((auction) => {
    const change = statusOf.get(auction.id);
    statusOf.delete(auction.id);
    if (!change || change.status === auction.status || change.at < Date.parse(auction.server_time))
      return auction;
    hasChanged = true;
    return { ...auction, status: change.status };
  });
  const isUnknown = [...statusOf.values()].some(
    ({ id, status, at }) =>
      id > lastId && (status === 'pending' || status === 'active') && (before !== null || at > readAtMs),
  );
  const hasMissed =
    before !== null && before.length > 0 && fresh.length === changes.length && fresh.length > 0;
  return { auctions: hasChanged ? next : auctions, needsRead: isUnknown || hasMissed };
}
