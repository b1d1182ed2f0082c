import type { Auction, BidReceipt, RecentBid } from '@copup/shared/auctions.ts';
import { useEffect, useState } from 'react';
import { vibrate } from '../../lib/haptics.ts';
import { useSession } from '../../lib/session.ts';
import { playTone } from '../../lib/sound.ts';
import { type RoomView, serverNow, useConnection, useServerNow } from '../../realtime/index.ts';
import { shortToastDurationMs } from '../../ui/toaster.tsx';
import { useSettled } from '../../ui/use-coalesced.ts';
import { addBids, type BidStream } from './bid-stream.ts';
import { type LiveAuction, newestState, phaseOf } from './live-auction.ts';
import { lastOwnCoins, leftAfter, see, seenFirst } from './moments.ts';
import { useAuctionRoom, useReadState, useStaleSince } from './use-auction.ts';
import type { Bidding } from './use-bid.ts';

export type LiveView = ReturnType<typeof useLiveAuction>;

/**
 * Returns what the page of an auction shows. All of it derives from one state, so that it changes in one paint. `visit` has the
 * bids that a visitor's page was loaded with.
 */
export function useLiveAuction(
  auction: Auction,
  bidding: Pick<Bidding, 'receipt' | 'movedTo'>,
  visit?: { recent: RecentBid[] },
) {
  // No player is called like a visitor.
  const username = useSession(({ user }) => user?.username) ?? '';
  const room = useAuctionRoom(auction.id, visit !== undefined);
  const connection = useConnection();
  const nowMs = useServerNow();
  const state = newestState(useReadState(auction), room.state, bidding.receipt, bidding.movedTo);
  const stream = useBidStream(visit && room.version === -1 ? { ...room, ...visit } : room, state);
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

interface Known {
  epoch: number;
  recent: readonly RecentBid[];
  seq: number;
  stream: BidStream;
}

/**
 * Returns the bids that this client knows: the last 20 at the join, then those of each new state. It changes in the same paint as
 * the state.
 */
function useBidStream(
  { recent, epoch }: Pick<RoomView<'auction'>, 'recent' | 'epoch'>,
  state: LiveAuction,
): BidStream {
  const [known, setKnown] = useState<Known>({ epoch, recent: [], seq: 0, stream: [] });
  const next = advance(known, { recent, epoch }, state);
  if (next !== known) setKnown(next);
  return next.stream;
}

function advance(
  known: Known,
  { recent, epoch }: Pick<Known, 'recent' | 'epoch'>,
  { seq, price, leader }: LiveAuction,
): Known {
  const isSameEpoch = known.epoch === epoch;
  if (isSameEpoch && known.recent === recent && known.seq === seq) return known;
  const bid = seq > 0 && leader !== null ? [{ seq, price, username: leader, at: serverNow() }] : [];
  // Bid numbers of another epoch are not comparable (R5).
  const start = isSameEpoch ? known.stream : [];
  return { epoch, recent, seq, stream: addBids(addBids(start, recent, true), bid, false) };
}

const joltMs = 1_000;
const lateMs = 2_400;
const outbidVibrationMs = 60;
const leastBetweenVibrationsMs = 2_000;

/** Returns what just happened in the auction. It changes in the same paint as the state. */
function useMoments(state: LiveAuction, username: string, receipt: BidReceipt | null, tickMs: number) {
  const [seen, setSeen] = useState(() => seenFirst(state));
  const next = see(seen, state, username, serverNow());
  if (next !== seen) setSeen(next);
  const { outbid, late } = next;
  const outbidSeq = outbid?.seq ?? 0;
  useEffect(() => {
    if (outbidSeq === 0) return;
    vibrate(outbidVibrationMs, leastBetweenVibrationsMs);
    playTone(440);
  }, [outbidSeq]);
  const isJolted = useIsNew(outbidSeq, joltMs);
  const isLateNow = useIsNew(late?.seq ?? 0, lateMs);
  const isBidNew = useIsNew(receipt?.seq ?? 0, shortToastDurationMs);
  return {
    /** Whole seconds to the end. */
    left: leftAfter(next, tickMs),
    /** Whether the user lost the lead less than a second ago. */
    isJolted,
    /** Coins that were returned when the user lost the lead on this page; null if unknown. */
    returnedCoins: outbid?.coins ?? null,
    /** The last late bid. */
    late,
    /** Whether the late bid was just now. */
    isLateNow,
    /** The number of the user's own bid of the last seconds, while it leads, and its message. */
    success:
      isBidNew && receipt !== null && state.leader === username
        ? { seq: receipt.seq, text: receipt.message || 'Bid placed successfully!' }
        : null,
  };
}

/** Returns whether the number of a bid is new; 0 means none. */
function useIsNew(seq: number, forMs: number): boolean {
  const settled = useSettled(seq, forMs);
  return seq > 0 && settled !== seq;
}
