import { useEffect, useState } from 'react';

type Loaded = PerformanceResourceTiming | PerformanceNavigationTiming;

/** Returns the bytes received for this page and everything it loaded, including headers, without cached files. */
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
