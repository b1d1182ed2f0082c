import { startMeter } from '../data-use/measure.ts';
import { renewDevice } from '../push/device.ts';

/** Starts the data meter, and registers the service worker, which keeps the app's files and shows push messages. */
export function start(): void {
  startMeter();
  // In development files change.
  if (!import.meta.env.PROD) return;
  // Old browsers, private windows and plain HTTP have none: the app then needs a network to open.
  navigator.serviceWorker?.register('/sw.js').catch(() => {});
  renewDevice().catch(() => {});
}
