import { useSyncExternalStore } from 'react';
import { serverClock } from './instance.ts';
import { Ticker } from './ticker.ts';

const tickers = new Map<number, Ticker>();

/** The server's time in epoch milliseconds, in steps; one timer serves all components with the same step. */
export function useServerNow(intervalMs = 1_000): number {
  let ticker = tickers.get(intervalMs);
  if (!ticker) {
    ticker = new Ticker(serverClock, intervalMs);
    tickers.set(intervalMs, ticker);
  }
  return useSyncExternalStore(ticker.subscribe, ticker.read);
}
