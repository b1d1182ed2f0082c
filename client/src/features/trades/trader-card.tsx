import { formatNumber, formatPrice, inCoins } from '@copup/shared/coins.ts';
import type { Trader } from '@copup/shared/trades.ts';
import { Landmark, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';

/** A trader with price, stock and limits, and what to do with them. */
export function TraderCard({ trader, action }: { trader: Trader; action: ReactNode }) {
  const { name, price, available, min, max, paymentMethod } = trader;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar name={name} size={44} />
        <div className="min-w-0 flex-[1_1_7rem]">
          <h2 className="font-sans text-ctl font-semibold wrap-anywhere">{name}</h2>
          <Rating {...trader} />
        </div>
        <p className="text-right">
          <span className="block font-display text-xl leading-tight font-bold">{formatPrice(price)}</span>
          <span className="block text-xs text-ink-3">per 1 coin</span>
        </p>
      </div>
      <Facts
        facts={[
          { name: 'Available', value: inCoins(available) },
          { name: 'Limits', value: `${formatNumber(min)}–${formatNumber(max)}` },
        ]}
      />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2.5">
        <span className="flex min-w-0 flex-[1_1_8rem] items-center gap-2 text-sm text-ink-2">
          <Landmark size={18} aria-hidden className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{paymentMethod}</span>
        </span>
        {action}
      </div>
    </Card>
  );
}

function Rating({ rating, trades }: Pick<Trader, 'rating' | 'trades'>) {
  const count = `${formatNumber(trades)} ${trades === 1 ? 'trade' : 'trades'}`;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
      {rating === null ? (
        <b className="text-ink">New</b>
      ) : (
        <>
          <Star size={16} aria-hidden className="fill-coin-text text-coin-text" />
          <b className="text-ink">
            <span className="sr-only">Rating </span>
            {rating}
          </b>
        </>
      )}
      <span>· {count}</span>
    </p>
  );
}
