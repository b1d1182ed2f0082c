import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Between two announcements of a changing value to screen readers. */
export const announceEveryMs = 5_000;

/**
 * Returns the value with at most one change per `everyMs`: the first change is immediate; of changes within the interval only
 * the latest is shown.
 */
export function useCoalesced<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(value);
  const first = useRef(shown);
  const lastAtMs = useRef(Number.NEGATIVE_INFINITY);
  // Counted from the time a change is rendered, which may be later than the timer.
  useLayoutEffect(() => {
    if (!Object.is(shown, first.current)) lastAtMs.current = performance.now();
  }, [shown]);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    const waitMs = Math.max(0, lastAtMs.current + everyMs - performance.now());
    const timer = setTimeout(() => setShown(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, shown, everyMs]);
  return shown;
}

/** Returns the value once it has been unchanged for `forMs`; shorter changes are skipped. */
export function useSettled<Value>(value: Value, forMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs);
    return () => clearTimeout(timer);
  }, [value, forMs]);
  return settled;
}
