import { coinsAre, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Trade } from '@copup/shared/trades.ts';
import { Link } from 'react-router-dom';
import { formatPrice } from './purchase.ts';
import { TradeRing, useSecondsLeft } from './trade-ring.tsx';

const reservationPath = `${paths.traders}?reservation=open`;

/** The own open trade with its ring; it leads to the reservation. */
export function OpenTradeCard({ trade }: { trade: Trade }) {
  const isReserved = trade.status === 'reserved';
  const isOver = useSecondsLeft(trade) === 0 && isReserved;
  return (
    <section aria-label="Your open trade">
      <h2 className="mb-2 text-lg">Your open trade</h2>
      <Link
        to={reservationPath}
        className="stage adire flex flex-wrap items-center gap-4 overflow-hidden rounded-lg p-4 [--moon-at:right_-90px_center]"
      >
        {isReserved ? <TradeRing trade={trade} className="w-24 shrink-0" /> : null}
        <span className="min-w-0 flex-[1_1_10rem]">
          <span className="block text-ctl font-semibold">
            {isOver
              ? `The reservation of ${inCoins(trade.bid_points)} has expired`
              : `${coinsAre(trade.bid_points)} reserved`}
          </span>
          <span className="block text-sm wrap-anywhere text-on-stage-2">
            {isOver
              ? 'The trader keeps the coins.'
              : `${formatPrice(trade.price)} to ${trade.trader}. ${isReserved ? 'Pay and upload your screenshot.' : 'We’re checking your screenshot.'}`}
          </span>
        </span>
      </Link>
    </section>
  );
}
