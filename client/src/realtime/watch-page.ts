import type { Realtime } from './realtime.ts';

const PAUSE_AFTER_HIDDEN_MS = 5_000;
const REST_AFTER_HIDDEN_MS = 60_000;

/** Leaves the rooms and later closes the socket while the page is hidden, returns with it, and follows the device's network. */
export function watchPage(realtime: Pick<Realtime, 'pause' | 'rest' | 'wake' | 'setOnline'>): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') realtime.wake();
    else timer = setTimeout(pause, PAUSE_AFTER_HIDDEN_MS);
  };
  const pause = () => {
    realtime.pause();
    timer = setTimeout(() => realtime.rest(), REST_AFTER_HIDDEN_MS - PAUSE_AFTER_HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  // A frozen page runs no timers and answers no pings, so its socket would be closed when it resumes.
  document.addEventListener('freeze', () => realtime.rest(), { signal });
  document.addEventListener('resume', onVisibility, { signal });
  // An open socket would prevent the browser's back/forward cache.
  window.addEventListener('pagehide', () => realtime.rest(), { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && realtime.wake(), { signal });
  window.addEventListener('online', () => realtime.setOnline(true), { signal });
  window.addEventListener('offline', () => realtime.setOnline(false), { signal });
  followNetworkType(() => realtime.wake(), signal);
  if (!navigator.onLine) realtime.setOnline(false);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Detects a change from Wi-Fi to mobile data, for which some phones send neither `offline` nor `online`. */
function followNetworkType(onChange: () => void, signal: AbortSignal): void {
  const { connection } = navigator as Navigator & { connection?: EventTarget & { type?: string } };
  if (!connection?.addEventListener) return;
  let { type } = connection;
  const onEvent = () => {
    // The event also reports each new estimate of the speed.
    if (connection.type === type) return;
    type = connection.type;
    if (document.visibilityState === 'visible' && type !== 'none') onChange();
  };
  connection.addEventListener('change', onEvent, { signal });
}
