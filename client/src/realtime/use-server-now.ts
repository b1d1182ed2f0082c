import { useSyncExternalStore } from 'react';
import { serverClock } from './instance.ts';
import { Ticker } from './ticker.ts';

const tickers = new Map<number, Ticker>();

/** Returns the server's time in epoch milliseconds, in steps; components with the same step share one timer. */
export function useServerNow(intervalMs = 1_000): number {
  let ticker = tickers.get(intervalMs);
  if (!ticker) {
    ticker = new Ticker(serverClock, intervalMs);
    tickers.set(intervalMs, ticker);
  }
  return useSyncExternalStore(ticker.subscribe, ticker.read);
}
