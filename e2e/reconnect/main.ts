import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { figure, printTable } from '@copup/testkit/report.ts';
import type { Page } from 'playwright-core';
import { App } from '../support/app.ts';
import { launchBrowser } from '../support/browser.ts';
import { Realm } from '../support/people.ts';
import { WatchingClient } from './clients.ts';

/**
 * `npm run bench -- reconnect`: kills the server while clients watch an auction, starts it again after a while, and measures the
 * time from its first 200 of /readyz until each client has the confirmed state. Most clients are the app's realtime client
 * without a browser; some are pages of Chromium, which delays websockets after failures.
 */
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '200' },
    pages: { type: 'string', default: '3' },
    /** Seconds without a server, one round for each. */
    outages: { type: 'string', default: '2,10,30' },
    rounds: { type: 'string', default: '1' },
  },
});

const goalMs = 2_000;
const patienceMs = 60_000;
const stepMs = 10;
const [clientCount, pageCount] = [Number(values.clients), Number(values.pages)];

const app = await App.start();
const browser = await launchBrowser();
const rows: { outage: string; who: string; ms: number[] }[] = [];
try {
  const realm = await Realm.create(app, { players: clientCount + pageCount });
  const inHours = new Date(Date.now() + 7_200_000).toISOString();
  const auction = await realm.createAuction({ end_date: inHours });
  // The library reads the server's address from it, as in a browser.
  Object.assign(globalThis, { location: new URL(app.url) });
  const clients = realm.players.slice(0, clientCount).map((player) => new WatchingClient(player, auction));
  const pages = await Promise.all(
    Array.from({ length: pageCount }, async (_, nth) => {
      const { page } = await realm.visit(browser, app, clientCount + nth);
      const joined = untilJoined(page);
      await page.goto(pathTo(paths.auction, auction));
      await joined;
      return page;
    }),
  );
  await untilAllLive(clients);
  for (const outage of values.outages.split(','))
    for (let round = 0; round < Number(values.rounds); round += 1)
      await measure(Number(outage) * 1_000, clients, pages);
  for (const client of clients) client.close();
} finally {
  await browser.close();
  await app.stop();
}

console.log(`Time from the server's first 200 of /readyz until the price is live again, in ms.\n`);
printTable(
  ['outage', 'clients', 'number', 'median', 'p95', 'max', `median ≤ ${figure(goalMs)}`],
  rows.map(({ outage, who, ms }) => [
    outage,
    who,
    String(ms.length),
    ...[0.5, 0.95, 1].map((share) => figure(percentile(ms, share))),
    percentile(ms, 0.5) <= goalMs ? 'met' : 'MISSED',
  ]),
);
if (!rows.every(({ ms }) => percentile(ms, 0.5) <= goalMs)) process.exitCode = 1;

async function measure(outageMs: number, clients: WatchingClient[], pages: Page[]): Promise<void> {
  await app.killServer();
  await Promise.all(
    pages.map((page) =>
      page.getByText('Live', { exact: true }).first().waitFor({ state: 'hidden', timeout: patienceMs }),
    ),
  );
  await pause(outageMs);
  const started = app.startServer();
  await untilReady();
  const [backAtMs, backAt] = [performance.now(), Date.now()];
  const seen = pages.map((page) => liveAt(page));
  await started;
  await untilAllLive(clients);
  const outage = `${outageMs / 1_000} s`;
  rows.push({ outage, who: 'app', ms: clients.map(({ liveAtMs }) => Math.max(0, liveAtMs - backAtMs)) });
  const ofPages = (await Promise.all(seen)).map((at) => Math.max(0, at - backAt));
  if (ofPages.length > 0) rows.push({ outage, who: 'Chromium', ms: ofPages });
}

/** Resolves once the page has received the state of a room. */
function untilJoined(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"ok":true')) resolve();
      }),
    );
  });
}

/** Resolves with the time at which the page shows that its price is live. */
async function liveAt(page: Page): Promise<number> {
  const isLive = () =>
    [...document.querySelectorAll('span')].some(({ textContent }) => textContent === 'Live');
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (await page.evaluate(isLive)) return Date.now();
    await pause(2 * stepMs);
  }
  const shown = await page.evaluate(() => `${document.visibilityState}: ${document.body.textContent}`);
  throw new Error(`the page did not return: ${shown.slice(0, 600)}`);
}

/** Resolves once the server is ready: it accepts connections earlier, before it can answer them. */
async function untilReady(): Promise<void> {
  for (;;) {
    const reply = await fetch(`${app.url}/readyz`).catch(() => undefined);
    await reply?.body?.cancel();
    if (reply?.ok) return;
    await pause(stepMs);
  }
}

async function untilAllLive(clients: WatchingClient[]): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!clients.every(({ isLive }) => isLive)) {
    if (Date.now() > deadline) throw new Error('some clients did not return within a minute');
    await pause(stepMs);
  }
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
