import type { BidReceipt } from '@copup/shared/auctions.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { toast } from '../../ui/toast.ts';

export interface Bidding {
  bid: (maxBidPoints: number) => void;
  isBusy: boolean;
  /** The price in the last refusal with PRICE_MOVED; null after any other result. */
  movedTo: number | null;
  /** Dismisses the notice that the price moved. */
  dismissMoved: () => void;
  /** Receipt of this page's last accepted bid. */
  receipt: BidReceipt | null;
  /** Hashes of this page's accepted bids by seq, to check that the chain contains them. */
  heads: ReadonlyMap<number, string>;
}

/** Places bids on one auction, one at a time. `onNotJoined` is called if the user has not paid the entry fee. */
export function useBid(auctionId: number, onNotJoined: () => void): Bidding {
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const heads = useRef(new Map<number, string>());
  const { mutate, isPending, data } = useMutation({
    meta: { moment: 'bid' },
    // A4: refused with PRICE_MOVED if the bid would cost more than `maxBidPoints`.
    mutationFn: (maxBidPoints: number) =>
      callOnce(`bid:${auctionId}`, 'POST /auction/bid/:id', {
        params: { id: auctionId },
        body: { maxBidPoints },
      }),
    onMutate: () => setMovedTo(null),
    onSuccess: (receipt) => {
      heads.current.set(receipt.seq, receipt.chain_head);
      // The button reports a bid that leads.
      if (receipt.current_seq !== receipt.seq) toast.info(receipt.message);
    },
    onError: (error) => {
      const price = movedPriceOf(error);
      if (price !== null) {
        setMovedTo(price);
        return;
      }
      if (error instanceof ApiError && error.code === 'NOT_JOINED') onNotJoined();
      toast.error(messageOf(error, 'Error placing bid.'));
    },
  });
  return {
    bid: mutate,
    isBusy: isPending,
    movedTo,
    dismissMoved: () => setMovedTo(null),
    receipt: data ?? null,
    heads: heads.current,
  };
}

function movedPriceOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'PRICE_MOVED') return null;
  const { currentBidAmount } = error.details;
  return typeof currentBidAmount === 'number' ? currentBidAmount : 0;
}
