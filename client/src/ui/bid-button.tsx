import { formatNumber } from '@copup/shared/coins.ts';
import { useRef } from 'react';
import { CoinOnGold } from './art/coin.tsx';
import { Button } from './button.tsx';

interface BidButtonProps {
  /** The price that is painted on it. */
  price: number;
  disabled: boolean;
  isBusy: boolean;
  describedBy: string;
  /** Called with the price that was painted when the finger, or the key, went down (A4). */
  onBid: (paintedPrice: number) => void;
}

const longestPressMs = 5_000;

/**
 * Place Bid. A price that changes between the finger going down and up does not change what is bid: the player saw
 * the one below the finger, and the server refuses it if it is no longer enough.
 */
export function BidButton({ price, disabled, isBusy, describedBy, onBid }: BidButtonProps) {
  const aimed = useRef({ price, atMs: Number.NEGATIVE_INFINITY });
  const aim = () => {
    aimed.current = { price, atMs: performance.now() };
  };
  const words = (
    <>
      <span className="flex-1 text-left whitespace-nowrap">Place Bid</span>
      <span className="inline-flex items-center gap-1.5 font-display">
        {disabled ? null : <CoinOnGold className="size-[22px]" />}
        {formatNumber(price)}
        <span className="sr-only"> coins</span>
      </span>
    </>
  );
  return (
    <Button
      look="coin"
      size="lg"
      disabled={disabled}
      busy={isBusy}
      busyText={words}
      aria-describedby={describedBy}
      data-bid-button
      className="w-full justify-between! touch-manipulation"
      onPointerDown={aim}
      onKeyDown={(event) => {
        if (!event.repeat && (event.key === 'Enter' || event.key === ' ')) aim();
      }}
      onClick={() => {
        // A press that was begun long ago and let go elsewhere is not what this click means.
        const isThisPress = performance.now() - aimed.current.atMs < longestPressMs;
        onBid(isThisPress ? aimed.current.price : price);
      }}
    >
      {words}
    </Button>
  );
}
