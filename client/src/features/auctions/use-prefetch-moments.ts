import { useEffect } from 'react';
import { isThrifty } from '../../lib/thrift.ts';
import { ended, info, lastTen } from './moments/index.ts';

/** The page has then painted its first update, and its other files have been loaded. */
const restMs = 4_000;
/** From this on the last seconds and the end come soon. */
const soonS = 30;

/**
 * Loads the screens of the coming moments before they are needed: some seconds after the first update, at once if the end is near,
 * and with Save-Data not before that.
 */
export function usePrefetchMoments(isLive: boolean, left: number): void {
  const isSoon = isLive && left <= soonS;
  useEffect(() => {
    if (!isLive || (isThrifty() && !isSoon)) return;
    const timer = setTimeout(
      () => {
        void lastTen.prefetch();
        void ended.prefetch();
        if (!isThrifty()) void info.prefetch();
      },
      isSoon ? 0 : restMs,
    );
    return () => clearTimeout(timer);
  }, [isLive, isSoon]);
}
