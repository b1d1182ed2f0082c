import { inCoins } from '@copup/shared/coins.ts';
import type { Payout } from '@copup/shared/payouts.ts';
import { useEffect, useRef, useState } from 'react';

/** Returns a sentence about the payout whose status last changed on this page, for screen readers. */
export function useStatusNews(payouts: readonly Payout[] | undefined): string {
  const known = useRef(new Map<number, Payout['status']>());
  const [news, setNews] = useState('');
  useEffect(() => {
    for (const { id, bid_points: coins, status } of payouts ?? []) {
      const before = known.current.get(id);
      known.current.set(id, status);
      if (before !== undefined && before !== status) {
        setNews(`Your payout of ${inCoins(coins)} is ${status}.`);
      }
    }
  }, [payouts]);
  return news;
}
