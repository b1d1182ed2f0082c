import { coinsAre, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Trade } from '@copup/shared/trades.ts';
import { Link } from 'react-router-dom';
import { StageCard } from '../../ui/stage-card.tsx';
import { TradeRing, useSecondsLeft } from './trade-ring.tsx';

/** The own open trade with its ring; it leads to the trade. */
export function OpenTradeCard({ trade }: { trade: Trade }) {
  const isReserved = trade.status === 'reserved';
  const isOver = useSecondsLeft(trade) === 0 && isReserved;
  const coins = `${coinsAre(trade.bid_points)} reserved`;
  const title = isOver ? `The reservation of ${inCoins(trade.bid_points)} has expired` : coins;
  const next = isReserved ? 'Pay and send the proof.' : 'We’re checking your screenshot.';
  const text = isOver
    ? 'The trader has them again.'
    : `${formatPrice(trade.price)} to ${trade.trader}. ${next}`;
  const mark = isReserved ? <TradeRing trade={trade} className="w-24 shrink-0" /> : null;
  return (
    <Link to={`${paths.traders}?trade=${trade.id}`}>
      <StageCard label={title} mark={mark} title={title} text={text} />
    </Link>
  );
}
