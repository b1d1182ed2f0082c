import type { Auction } from '@copup/shared/auctions.ts';
import type { RoomStates } from '@copup/shared/socket-events.ts';

export type Change = RoomStates['auctions']['changes'][number];

/**
 * Puts status changes into a list that was read earlier. `before` is what the room said last, null for nothing yet.
 * A new auction is not in the list, and a client that knows none of the changes may have missed others: then the
 * list has to be read again. The same list when nothing in it changed.
 */
export function applyChanges(
  auctions: Auction[],
  changes: readonly Change[],
  before: readonly Change[] | null,
): { auctions: Auction[]; needsRead: boolean } {
  const known = new Set((before ?? []).map(nameOf));
  const fresh = changes.filter((change) => !known.has(nameOf(change)));
  // Newest first: the first that is met of an auction is its present status.
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
    ({ status, at }) => (status === 'pending' || status === 'active') && (before !== null || at > readAtMs),
  );
  const hasMissed =
    before !== null && before.length > 0 && fresh.length === changes.length && fresh.length > 0;
  return { auctions: hasChanged ? next : auctions, needsRead: isUnknown || hasMissed };
}

const nameOf = ({ id, status, at }: Change) => `${id} ${status} ${at}`;
