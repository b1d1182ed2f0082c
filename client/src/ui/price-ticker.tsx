import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber } from '@copup/shared/coins.ts';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Coin } from './art/coin.tsx';
import { classNames } from './class-names.ts';
import { sizeOfNumber, spellMoney } from './money.tsx';
import { RollingNumber } from './rolling-number.tsx';
import { announceEveryMs, useCoalesced } from './use-coalesced.ts';

interface PriceTickerProps {
  price: number;
  /** Whether there are bids; without bids the price is the starting price. */
  hasBids: boolean;
  /** Whether the auction has its result. */
  isOver?: boolean;
  /** Age of the price in seconds; null while it is live. */
  ageS: number | null;
  /** The item's value in naira; 0 if it has none. */
  worth?: number;
  /** Whether the user was outbid just now: the price jolts and is red. */
  isJolted?: boolean;
  /** Beside the price. */
  children?: ReactNode;
}

/** The highest bid, the most prominent element of the page; faded, with its age, while it is not live. */
export function PriceTicker(props: PriceTickerProps) {
  const { price, hasBids, isOver = false, ageS, worth = 0, isJolted = false, children } = props;
  const delta = useLastRise(price);
  const isStale = ageS !== null;
  return (
    <section aria-label="Highest bid" className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-2">
        <h2 className="text-sm font-semibold tracking-normal">
          {!hasBids && !isOver
            ? 'Highest bid, no bids yet'
            : isStale
              ? `Highest bid, ${ageS} s ago`
              : 'Highest bid'}
        </h2>
        {worth > 0 ? (
          <p className="font-semibold">
            Worth <b className="text-ink">{formatNaira(worth)}</b>
          </p>
        ) : null}
      </div>
      {isOver && !hasBids ? (
        <p className="mt-1 text-lg font-semibold">No bids</p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <Price price={price} delta={isStale ? 0 : delta} isStale={isStale} isJolted={isJolted} />
          <div className="ml-auto flex items-center gap-2.5">
            <p data-testid="naira" className="font-display text-lg font-bold tracking-tight lg:text-xl">
              {formatNaira(price * BIDDING_NAIRA_PER_COIN)}
            </p>
            {children}
          </div>
        </div>
      )}
      <PriceAnnouncer price={price} />
    </section>
  );
}

interface PriceProps {
  price: number;
  delta: number;
  isStale: boolean;
  isJolted: boolean;
}

function Price({ price, delta, isStale, isJolted }: PriceProps) {
  return (
    <p className="flex flex-wrap items-center gap-2.5">
      <span
        data-testid="price"
        data-keep-clear
        className={classNames(
          'inline-flex items-center gap-[0.2em] font-display leading-none font-bold tracking-tight whitespace-nowrap',
          sizeOfNumber(price),
          isStale && 'opacity-62',
          isJolted && 'animate-jolt text-live-text',
        )}
      >
        <Coin className="size-10 shrink-0 lg:size-13" />
        <RollingNumber value={price} label={spellMoney(price)} />
      </span>
      {delta > 0 ? (
        <span
          aria-hidden="true"
          className={classNames(
            'inline-flex h-7 items-center gap-0.5 rounded-full pr-2.5 pl-1.5 text-sm font-bold',
            isJolted ? 'bg-live text-white' : 'bg-coin-soft text-coin-text',
          )}
        >
          <ArrowUp size={16} />
          {formatNumber(delta)}
        </span>
      ) : null}
    </p>
  );
}

/** Returns the last increase of the price since the page was opened. */
function useLastRise(price: number): number {
  const [known, setKnown] = useState({ price, rise: 0 });
  if (known.price !== price) setKnown({ price, rise: Math.max(0, price - known.price) });
  return known.rise;
}

/** Announces the latest price to screen readers, at most once in five seconds. */
function PriceAnnouncer({ price }: { price: number }) {
  const announced = useCoalesced(price, announceEveryMs);
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {announced > 0 ? `Highest bid ${spellMoney(announced)}` : ''}
    </p>
  );
}
