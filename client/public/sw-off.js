// Served in place of /sw.js while operators have switched the offline app off: removes the kept files and the worker, with
// its push subscription. Open pages continue without them.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire() {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
