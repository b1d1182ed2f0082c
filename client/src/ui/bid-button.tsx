import { BIDDING_NAIRA_PER_COIN, coinWord, formatNaira, formatNumber } from '@copup/shared/coins.ts';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { CoinOnGold } from './art/coin.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

interface BidButtonProps {
  price: number;
  disabled: boolean;
  isBusy: boolean;
  /** The message about the user's bid, for a few seconds after it. */
  success?: string | undefined;
  describedBy: string;
  /** Called with the price displayed when the pointer or key went down (A4). */
  onBid: (paintedPrice: number) => void;
}

const longestPressMs = 5_000;

/**
 * The button Place Bid. If the price changes between pointer down and up, the bid uses the price at pointer down, which the player
 * saw; the server refuses it if it is too low.
 */
export function BidButton(props: BidButtonProps) {
  const { price, disabled, isBusy, success, describedBy, onBid } = props;
  const aimed = useRef({ price, atMs: Number.NEGATIVE_INFINITY });
  const aim = () => {
    aimed.current = { price, atMs: performance.now() };
  };
  const words = success ? (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5 text-left leading-tight">
        <span className="text-xs font-semibold tracking-normal">Place Bid </span>
        <span className="font-display">{success}</span>
      </span>
      <Check size={26} aria-hidden className="shrink-0" />
    </>
  ) : (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5 text-left leading-tight">
        <span className="whitespace-nowrap">Place Bid </span>
        {disabled ? null : <span className="text-xs font-semibold tracking-normal">takes the lead </span>}
      </span>
      <span className="grid justify-items-end gap-0.5 leading-tight">
        <span className="inline-flex items-center gap-1.5 font-display">
          <CoinOnGold className="size-5" />
          {formatNumber(price)}
          <span className="sr-only"> {coinWord(price)} </span>
        </span>
        <span className="text-xs font-semibold tracking-normal">
          {formatNaira(price * BIDDING_NAIRA_PER_COIN)}
        </span>
      </span>
    </>
  );
  return (
    <Button
      look="coin"
      size="lg"
      disabled={disabled}
      keepsFocus
      busy={isBusy}
      busyText={words}
      aria-describedby={describedBy}
      data-bid-button
      data-next-focus
      className={classNames(
        'min-h-15 w-full touch-manipulation justify-between!',
        success && 'bg-ok-soft! text-ok! shadow-none!',
      )}
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
