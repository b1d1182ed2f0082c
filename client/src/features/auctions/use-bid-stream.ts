import type { RecentBid } from '@copup/shared/auctions.ts';
import { useState } from 'react';
import { type RoomView, serverNow } from '../../realtime/index.ts';
import { addBids, type BidStream } from './bid-stream.ts';
import type { LiveAuction } from './live-auction.ts';

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
export function useBidStream(
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
