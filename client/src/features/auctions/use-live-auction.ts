import type { Auction } from '@copup/shared/auctions.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { newestState, phaseOf } from './live-auction.ts';
import { lastOwnCoins } from './moments.ts';
import { useAuctionRoom, useReadState, useStaleSince } from './use-auction.ts';
import type { Bidding } from './use-bid.ts';
import { useBidStream } from './use-bid-stream.ts';
import { useMoments } from './use-moments.ts';

/** Returns what the page of an auction shows. All of it derives from one state, so that it changes in one paint. */
export function useLiveAuction(auction: Auction, bidding: Bidding) {
  const { username } = useSignedInUser();
  const room = useAuctionRoom(auction.id);
  const connection = useConnection();
  const nowMs = useServerNow();
  const state = newestState(useReadState(auction), room.state, bidding.receipt, bidding.movedTo);
  const stream = useBidStream(room, state);
  const moments = useMoments(state, username, bidding.receipt, nowMs);
  const phase = phaseOf(state, nowMs);
  const isOver = phase === 'completed' || phase === 'unsold' || phase === 'cancelled';
  // Before the first reply no displayed state can be old.
  const isStale = room.status === 'stale' || connection === 'stale' || connection === 'offline';
  const staleSinceMs = useStaleSince(!isStale);
  const isAged = isStale && !isOver && staleSinceMs !== null;
  const isLeading = state.leader === username;
  const hasBid = isLeading || bidding.receipt !== null || stream.some((bid) => bid.username === username);
  return {
    username,
    state,
    stream,
    moments,
    nowMs,
    phase,
    isOver,
    isStale,
    isOffline: connection === 'offline',
    /** Whether the displayed price is the server's current one. */
    isLive: room.status === 'live' && !isStale,
    /** Age of the price in seconds; null while it is live, and after the end. */
    ageS: isAged ? Math.max(0, Math.floor((nowMs - staleSinceMs) / 1000)) : null,
    watchers: room.watchers,
    isLeading,
    isWon: phase === 'completed' && isLeading,
    hasBid,
    /** Whether the user has bid and another user leads. */
    isOutbid: hasBid && !isLeading && state.leader !== null,
    /** Coins of the user's last bid, which are back; null if unknown. */
    ownCoins: moments.returnedCoins ?? lastOwnCoins(stream, username),
    /** Whole seconds to the end, while the auction is live. */
    left: phase === 'live' ? moments.left : 0,
  };
}
