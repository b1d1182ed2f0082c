/*
 * Shows push messages, opens their pages and renews the subscription (W23). The worker has no session: it reports with the
 * id of a message, which only this device knows. What it must remember while the browser stops it is in a cache of its own.
 */
const remembered = 'push';
const largestIcon = 20_000;

self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data.json())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openMessage(event.notification.data));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
/** From the pages: the subscribed device, that the player bid or answered, and that the session has ended. */
self.addEventListener('message', (event) => {
  const { device, isActed, hasLeft } = event.data ?? {};
  if (device) event.waitUntil(remember('/device', device));
  if (isActed) event.waitUntil(reportActed());
  if (hasLeft) event.waitUntil(forget());
});

/**
 * Browsers demand a notification for each message. One that is over is still not shown: push services drop it at that
 * time, so that only a few arrive late on a phone that slept, and browsers forgive a few.
 */
async function showMessage(message) {
  const { id, title, body, button, path, topic: tag, sent_at, expires_at } = message;
  if (Date.parse(expires_at) <= Date.now()) return closeShown({ tag });
  await self.registration.showNotification(title, {
    ...{ body, tag, renotify: true, icon: await iconOf(message), timestamp: Date.parse(sent_at) },
    actions: button ? [{ action: 'open', title: button }] : [],
    data: { id, path },
  });
  await report(id, 'shown');
}

/** The item's picture, unless the player saves data or it is large. */
async function iconOf({ image }) {
  const own = '/icons/icon-192.png';
  if (!image || navigator.connection?.saveData || (await recall('/device'))?.savesData) return own;
  const head = await fetch(image, { method: 'HEAD' }).catch(() => undefined);
  const size = Number(head?.ok && head.headers.get('content-length'));
  return size > 0 && size <= largestIcon ? image : own;
}

/** Brings the app's window to the page of the message, or opens one. Addresses of other origins are refused. */
async function openMessage({ id, path }) {
  const { origin, href } = new URL(path, location.origin);
  const url = origin === location.origin ? href : `${location.origin}/notifications`;
  // The window that was used last.
  const [used] = await self.clients.matchAll({ type: 'window' });
  const go = used
    ? used.focus().then((window) => window.url === url || window.navigate(url))
    : self.clients.openWindow(url);
  await Promise.all([go, remember('/opened', id), report(id, 'opened')]);
}

/** The server counts it within 10 minutes of `opened`. */
async function reportActed() {
  const id = await recall('/opened');
  if (!id) return;
  await (await caches.open(remembered)).delete('/opened');
  await report(id, 'acted');
}

/** A report that is lost is missing in the figures only. */
async function report(id, event) {
  await post('/api/push/receipts', { id, event }).catch(() => {});
}

/** The browser has replaced or ended the subscription: the server keeps the device, at the new address. */
async function renew({ oldSubscription, newSubscription }) {
  const device = await recall('/device');
  const endpoint = oldSubscription?.endpoint ?? device?.endpoint;
  if (!device || !endpoint) return;
  const options = { userVisibleOnly: true, applicationServerKey: device.key };
  const next = (newSubscription ?? (await self.registration.pushManager.subscribe(options))).toJSON();
  await post('/api/push/renewals', { endpoint, subscription: { endpoint: next.endpoint, keys: next.keys } });
  await remember('/device', { ...device, endpoint: next.endpoint });
}

/** The next user of this browser sees nothing of this one. */
async function forget() {
  await Promise.all([caches.delete(remembered), closeShown()]);
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

async function closeShown(filter) {
  for (const notification of await self.registration.getNotifications(filter)) notification.close();
}

function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true });
}

async function remember(key, value) {
  await (await caches.open(remembered)).put(key, new Response(JSON.stringify(value)));
}

async function recall(key) {
  const kept = await (await caches.open(remembered)).match(key);
  return kept?.json();
}
