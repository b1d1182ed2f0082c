import { useEffect, useRef, useState } from 'react';

/**
 * The value, changed at most once in `everyMs`: the first change shows at once, those that follow too soon are
 * left out but for the latest.
 */
export function useCoalesced<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(value);
  const lastAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    const waitMs = Math.max(0, lastAtMs.current + everyMs - performance.now());
    const timer = setTimeout(() => {
      lastAtMs.current = performance.now();
      setShown(value);
    }, waitMs);
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
