import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * The value, changed at most once in `everyMs`: the first change shows at once, those that follow too soon are
 * left out but for the latest.
 */
export function useCoalesced<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(value);
  const first = useRef(shown);
  const lastAtMs = useRef(Number.NEGATIVE_INFINITY);
  // Counted from the moment a change is in the page, which may come later than the timer.
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

/** The value once it has stayed the same for `forMs`; what comes and goes meanwhile is never told. */
export function useSettled<Value>(value: Value, forMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs);
    return () => clearTimeout(timer);
  }, [value, forMs]);
  return settled;
}
