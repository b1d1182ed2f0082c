import type { Trade } from '@copup/shared/trades.ts';
import { formatRemaining, secondsLeft, spellDuration } from '../../lib/format-time.ts';
import { useServerNow } from '../../realtime/index.ts';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { shareLeft } from './purchase.ts';

const hotBelowS = 60;

/** Returns the seconds of the reservation that are left, by the server's time. */
export function useSecondsLeft({ expires_at }: Pick<Trade, 'expires_at'>): number {
  return secondsLeft(Date.parse(expires_at), useServerNow());
}

/** A ring that empties during the reservation. */
export function TradeRing({ trade, className }: { trade: Trade; className?: string }) {
  const nowMs = useServerNow();
  const leftS = secondsLeft(Date.parse(trade.expires_at), nowMs);
  const isOver = leftS === 0;
  return (
    <CountdownRing
      state={isOver ? 'ended' : leftS <= hotBelowS ? 'hot' : 'running'}
      share={shareLeft(trade, nowMs)}
      time={isOver ? 'Expired' : formatRemaining(leftS)}
      label={isOver ? 'Expired' : `${spellDuration(leftS)} left`}
      className={className}
    />
  );
}
