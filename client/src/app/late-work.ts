/** Registers the service worker, which keeps the app's files. Not in development, where files change. */
export function start(): void {
  if (!import.meta.env.PROD) return;
  // Old browsers, private windows and plain HTTP have none: the app then needs a network to open.
  navigator.serviceWorker?.register('/sw.js').catch(() => {});
}
