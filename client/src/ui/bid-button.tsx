import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import { Check } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { CoinOnGold } from './art/coin.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

interface BidButtonProps {
  /** The price displayed on the button. */
  price: number;
  disabled: boolean;
  isBusy: boolean;
  /** Whether the user has bid and another user leads. */
  isOutbid?: boolean;
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
  const { price, disabled, isBusy, isOutbid = false, success, describedBy, onBid } = props;
  const aimed = useRef({ price, atMs: Number.NEGATIVE_INFINITY });
  const aim = () => {
    aimed.current = { price, atMs: performance.now() };
  };
  const words = success ? (
    <>
      <TwoLines text={success} />
      <Check size={26} aria-hidden className="shrink-0" />
    </>
  ) : isOutbid && !disabled ? (
    <>
      <TwoLines
        text={
          <>
            Take the lead · {formatNumber(price)}
            <span className="sr-only"> {coinWord(price)}</span>
          </>
        }
      />
      <CoinOnGold className="size-6.5 shrink-0" />
    </>
  ) : (
    <>
      <span className="flex-1 text-left whitespace-nowrap">Place Bid</span>
      <span className="inline-flex items-center gap-1.5 font-display">
        <CoinOnGold className="size-[22px]" />
        {formatNumber(price)}
        <span className="sr-only"> {coinWord(price)}</span>
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
        'min-h-16! w-full touch-manipulation justify-between!',
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

/** "Place Bid", and what it does now. */
function TwoLines({ text }: { text: ReactNode }) {
  return (
    <span className="grid min-w-0 flex-1 gap-0.5 text-left leading-tight">
      <span className="text-xs font-semibold tracking-normal opacity-86">Place Bid </span>
      <span className="font-display">{text}</span>
    </span>
  );
}
