import { readTraffic } from '../realtime/index.ts';
import { DataMeter, type DataUse, sampleEveryMs } from './data-meter.ts';

const meter = new DataMeter({ readTraffic, nowMs: () => performance.now() });
let isStarted = false;

/** Counts from now on, and what the browser remembers of the time before. Called again, it does nothing. */
export function startMeter(): void {
  if (isStarted) return;
  isStarted = true;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) meter.add(entry as PerformanceResourceTiming);
  });
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true });
  setInterval(() => meter.sample(), sampleEveryMs);
}

export const readDataUse = (): DataUse => meter.read();
