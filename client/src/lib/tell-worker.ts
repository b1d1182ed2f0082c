/** What the service worker's part for push messages is told (client/worker/push.js). */
type News =
  | { device: { endpoint: string; key: string; savesData: boolean } }
  | { isActed: true }
  | { hasLeft: true };

/** Without a service worker nothing happens. */
export const tellWorker = (news: News, worker = navigator.serviceWorker?.controller): void =>
  worker?.postMessage(news);
