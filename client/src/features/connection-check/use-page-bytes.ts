import { useEffect, useState } from 'react';

type Loaded = PerformanceResourceTiming | PerformanceNavigationTiming;

/** Bytes that came over the network for this page and everything it loaded, headers included; cached ones are 0. */
export function usePageBytes(): number {
  const [bytes, setBytes] = useState(0);
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const came = (list.getEntries() as Loaded[]).reduce((sum, { transferSize }) => sum + transferSize, 0);
      setBytes((before) => before + came);
    });
    setBytes(0);
    for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true });
    return () => observer.disconnect();
  }, []);
  return bytes;
}
