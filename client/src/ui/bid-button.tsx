import { formatNumber } from '@copup/shared/coins.ts';
import { useRef } from 'react';
import { CoinOnGold } from './art/coin.tsx';
import { Button } from './button.tsx';

interface BidButtonProps {
  /** The price displayed on the button. */
  price: number;
  disabled: boolean;
  isBusy: boolean;
  describedBy: string;
  /** Called with the price displayed when the pointer or key went down (A4). */
  onBid: (paintedPrice: number) => void;
}

const longestPressMs = 5_000;

/**
 * The button Place Bid. If the price changes between pointer down and up, the bid uses the price at pointer down, which the player
 * saw; the server refuses it if it is too low.
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
        // Ignores a press that started long ago and was released elsewhere.
        const isThisPress = performance.now() - aimed.current.atMs < longestPressMs;
        onBid(isThisPress ? aimed.current.price : price);
      }}
    >
      {words}
    </Button>
  );
}
