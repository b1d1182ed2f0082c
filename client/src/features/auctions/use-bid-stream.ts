import { useEffect, useState } from 'react';
import { type RoomView, serverNow } from '../../realtime/index.ts';
import { addBids, type BidStream } from './bid-stream.ts';

/** The bids this client was told of: the last 20 at the join, then what each new state lets it see. */
export function useBidStream({ state, recent, epoch }: RoomView<'auction'>): BidStream {
  const [known, setKnown] = useState<{ epoch: number; stream: BidStream }>({ epoch, stream: [] });
  const { seq, price, leader } = state ?? { seq: 0, price: 0, leader: null };

  useEffect(() => {
    const bid = seq > 0 && leader !== null ? [{ seq, price, username: leader, at: serverNow() }] : [];
    setKnown((before) => {
      // Another epoch is another history: its numbers are not these (R5).
      const start = before.epoch === epoch ? before.stream : [];
      const stream = addBids(addBids(start, recent, true), bid, false);
      return stream === before.stream ? before : { epoch, stream };
    });
  }, [seq, price, leader, recent, epoch]);

  return known.stream;
}
