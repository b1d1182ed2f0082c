/*
 * Keeps the app's files, so that it opens without a network. It never keeps replies of the API, pictures or other state: a
 * player must not see an old price. build/service-worker.ts inserts `build`, so the script differs with each deployment:
 * browsers then install the new one, which takes over at once. /sw-off.js replaces it in an emergency.
 */
const { version, entry, files, documents, pages } = build;
const prefix = 'copup-';
const cacheName = prefix + version;
/** After this time without a reply, a page starts from the kept files and opens its data as soon as it arrives. */
const waitMs = 5_000;

self.addEventListener('install', (event) => {
  // A worker that has stopped takes up to 200 ms to start on a phone. These requests do not wait for it.
  const passing = ['/api/*', '/uploads/*', '/socket.io/*'].map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network',
  }));
  if (event.addRoutes) event.waitUntil(event.addRoutes(passing).catch(() => {}));
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(readFile(event));
  else if (request.mode === 'navigate' && pages.some((page) => new RegExp(page).test(pathname)))
    event.respondWith(openPage(event, pathname));
});

async function install() {
  const cache = await caches.open(cacheName);
  await Promise.all([...files.map(keepFile), ...documents.map(keepDocument)]);
  // The worker handles files of any build, so it can serve pages that an earlier one has opened.
  await self.skipWaiting();

  /** Most files are in the browser's cache or in that of the earlier worker, so they are not loaded again. */
  async function keepFile(file) {
    await cache.put(file, (await findKept(file)) ?? (await load(file)));
  }

  async function keepDocument(path) {
    const reply = await load(new Request(path, { cache: 'no-cache', headers: { accept: 'text/html' } }));
    // While servers are replaced one by one, another one may still send the page of the earlier build.
    if (!(await reply.clone().text()).includes(entry)) throw new Error(`${path} is of another build`);
    await cache.put(path, reply);
  }
}

async function load(request) {
  const reply = await fetch(request);
  if (!reply.ok) throw new Error(`${reply.url} was answered with ${reply.status}`);
  return reply;
}

/** Removes the files of all builds but this one and the one before, whose pages may still be open. */
async function takeOver() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const findKept = (file) => caches.match(file, { ignoreVary: true });

/** The name of a file contains a hash of its content, so a kept file is never old. */
async function readFile(event) {
  const { request } = event;
  const kept = await findKept(request.url);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.status === 200) {
    const copy = reply.clone();
    event.waitUntil(caches.open(cacheName).then((cache) => cache.put(request.url, copy)));
  }
  return reply;
}

/** Returns the server's document; the kept one when the server cannot be reached. */
async function openPage(event, pathname) {
  const isGatewayError = ({ status }) => status >= 502 && status <= 504;
  try {
    const reply = await Promise.race([requestPage(event), rejectLate()]);
    return isGatewayError(reply) ? ((await keptDocument(pathname)) ?? reply) : reply;
  } catch {
    return (await keptDocument(pathname)) ?? Response.error();
  }
}

async function requestPage({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request);
}

function rejectLate() {
  return new Promise((_resolve, reject) => setTimeout(reject, waitMs));
}

/** The content security policy of a page is that of its document, so some pages have a document of their own. */
async function keptDocument(pathname) {
  const own = documents.find((path) => path === pathname.replace(/\/$/, ''));
  const cache = await caches.open(cacheName);
  const kept = await cache.match(own ?? documents[0], { ignoreVary: true });
  if (!kept) return undefined;
  const headers = new Headers(kept.headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) headers.delete(name);
  // Tells the app that the server was not reached: it shows that until the server replies.
  return new Response((await kept.text()).replace('<html', '<html data-unreached'), { headers });
}
