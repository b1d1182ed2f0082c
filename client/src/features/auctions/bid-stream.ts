import type { RecentBid } from '@copup/shared/auctions.ts';

/** The known bids, newest first, one per seq. */
export type BidStream = readonly RecentBid[];

const mostKept = 50;

/** Adds bids. Bids of a join have the exact time of the decision, which replaces an estimate. */
export function addBids(stream: BidStream, received: readonly RecentBid[], isExact: boolean): BidStream {
  const bySeq = new Map(stream.map((bid) => [bid.seq, bid]));
  let hasChanged = false;
  for (const bid of received) {
    const known = bySeq.get(bid.seq);
    if (known && (!isExact || (known.at === bid.at && known.username === bid.username))) continue;
    bySeq.set(bid.seq, bid);
    hasChanged = true;
  }
  if (!hasChanged) return stream;
  return [...bySeq.values()].sort((a, b) => b.seq - a.seq).slice(0, mostKept);
}

export type StreamRow = { kind: 'bid'; bid: RecentBid } | { kind: 'gap'; count: number; belowSeq: number };

/** Returns the rows to show, with at most `mostBids` bids; missed bids are one row with their number. */
export function rowsOf(stream: BidStream, mostBids: number): StreamRow[] {
  const rows: StreamRow[] = [];
  for (const [at, bid] of stream.slice(0, mostBids).entries()) {
    const above = stream[at - 1];
    const missing = above ? above.seq - bid.seq - 1 : 0;
    if (above && missing > 0) rows.push({ kind: 'gap', count: missing, belowSeq: above.seq });
    rows.push({ kind: 'bid', bid });
  }
  const last = stream.at(-1);
  if (last && stream.length <= mostBids && last.seq > 1) {
    rows.push({ kind: 'gap', count: last.seq - 1, belowSeq: last.seq });
  }
  return rows;
}
