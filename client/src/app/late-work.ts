import { startMeter } from '../data-use/measure.ts';

/** Starts the data meter, and registers the service worker, which keeps the app's files. */
export function start(): void {
  startMeter();
  // In development files change.
  if (!import.meta.env.PROD) return;
  // Old browsers, private windows and plain HTTP have none: the app then needs a network to open.
  navigator.serviceWorker?.register('/sw.js').catch(() => {});
}
