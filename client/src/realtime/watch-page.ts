import type { Realtime } from './realtime.ts';

const REST_AFTER_HIDDEN_MS = 60_000;

/** Rests the socket while nobody looks, wakes it when somebody does, and follows the device's network. */
export function watchPage(realtime: Pick<Realtime, 'rest' | 'wake' | 'setOnline'>): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') realtime.wake();
    else timer = setTimeout(() => realtime.rest(), REST_AFTER_HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  // An open socket would keep the page out of the browser's back/forward cache.
  window.addEventListener('pagehide', () => realtime.rest(), { signal });
  window.addEventListener('pageshow', () => realtime.wake(), { signal });
  window.addEventListener('online', () => realtime.setOnline(true), { signal });
  window.addEventListener('offline', () => realtime.setOnline(false), { signal });
  if (!navigator.onLine) realtime.setOnline(false);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
