import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { figure, printTable } from '@copup/testkit/report.ts';
import type { Browser, Page } from 'playwright-core';
import { App } from '../support/app.ts';
import { launchBrowser } from '../support/browser.ts';
import { Realm } from '../support/people.ts';
import { Rival } from '../support/rival.ts';
import { DataCounter, type Used } from './data-counter.ts';

/**
 * `npm run bench -- data`: what a phone that watches a busy auction receives and sends in an hour, with and without the data saver.
 * Both watch the same auction at the same time, in Chromium.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    /** Bids a second. */
    bids: { type: 'string', default: '10' },
  },
});

/** Transport included. */
const goals = { hour: [2_900_000, 750_000], reopened: 6_000 };
const hourMs = 3_600_000;
/**
 * After this time the page has loaded what it loads once: the files of other pages, the service worker, the meter, the reminder of
 * the time of play after a minute, and the first full frame of the room.
 */
const settleMs = 75_000;
/** An account may bid five times a second. */
const bidsOfOne = 2.5;
const coins = 1_000_000;
const savers = ['off', 'on'];
const [watchMs, bidsPerSecond] = [Number(values.seconds) * 1_000, Number(values.bids)];

const app = await App.start();
const browser = await launchBrowser();
let isMet = false;
try {
  const rivalCount = Math.max(2, Math.ceil(bidsPerSecond / bidsOfOne));
  const realm = await Realm.create(app, { players: rivalCount + 2, coins });
  const auction = await realm.createAuction({ end_date: new Date(Date.now() + 7_200_000).toISOString() });
  const rivals = Array.from({ length: rivalCount }, (_, nth) => new Rival(realm.player(nth), app.url));
  await Promise.all(rivals.map((rival) => rival.payEntry(auction)));
  const watching = await Promise.all(
    savers.map((saver, nth) => watch(browser, realm, rivalCount + nth, auction, saver)),
  );
  const watchers = watching.map(({ counter }) => counter);
  const pages = watching.map(({ page }) => page);
  await bidUntil(rivals, auction, performance.now() + settleMs);
  const loading = watchers.map((counter) => counter.take());
  const startedAtMs = performance.now();
  const bids = await bidUntil(rivals, auction, startedAtMs + watchMs);
  const tookMs = performance.now() - startedAtMs;
  const used = watchers.map((counter) => counter.take());
  report(loading, used, bids / (tookMs / 1_000), hourMs / tookMs);
  const reopened = await Promise.all(pages.map((page, nth) => reopen(page, watchers[nth] as DataCounter)));
  isMet = judge(used, reopened, hourMs / tookMs);
} finally {
  await browser.close();
  await app.stop();
}
if (!isMet) process.exitCode = 1;

async function watch(from: Browser, realm: Realm, index: number, auction: number, saver: string) {
  const { page, context } = await realm.visit(from, app, index);
  await context.addInitScript((chosen) => localStorage.setItem('saver', chosen), saver);
  const counter = await DataCounter.of(page);
  await page.goto(pathTo(paths.auction, auction), { waitUntil: 'networkidle' });
  await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
  return { page, counter };
}

/** Opens the page again, as on a later visit of the same day; returns what that used. */
async function reopen(page: Page, counter: DataCounter): Promise<Used> {
  const address = page.url();
  await page.goto('about:blank');
  counter.take();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
  return counter.take();
}

/** Bids in turn at the wanted rate; returns the number of accepted bids. */
async function bidUntil(rivals: Rival[], auction: number, endMs: number): Promise<number> {
  let accepted = 0;
  const sent: Promise<void>[] = [];
  for (let nth = 0; performance.now() < endMs; nth += 1) {
    const rival = rivals[nth % rivals.length] as Rival;
    const bid = rival.bid(auction).then(({ type }) => {
      if (type === 'ok') accepted += 1;
    });
    sent.push(bid);
    await pause(1_000 / bidsPerSecond);
  }
  await Promise.all(sent);
  return accepted;
}

function totalOf(used: Used): number {
  return used.received + used.sent + used.requests;
}

function kilobytes(bytes: number): string {
  return figure(bytes / 1_000);
}

function report(loading: Used[], used: Used[], rate: number, perHour: number): void {
  console.log(
    `${figure(rate)} bids a second, watched for ${values.seconds} s. KB of payload, with websocket and HTTP headers.\n`,
  );
  printTable(
    [
      'saver',
      'page, once',
      'updates an hour',
      'sent an hour',
      'requests an hour',
      'an hour',
      'with TCP/IP and TLS, estimated',
    ],
    used.map((each, nth) => [
      savers[nth] ?? '',
      kilobytes(totalOf(loading[nth] as Used)),
      ...[each.received, each.sent, each.requests, totalOf(each), totalOf(each) + each.overhead].map(
        (bytes) => kilobytes(bytes * perHour),
      ),
    ]),
  );
  for (const [nth, { paths: read }] of used.entries())
    console.log(`Requests, saver ${savers[nth]}: ${read.join(', ') || 'none'}`);
}

/** Prints the goals, and returns whether all are met. */
function judge(used: Used[], reopened: Used[], perHour: number): boolean {
  const results = [
    ...used.map((each, nth) => ({
      what: `An hour with the saver ${savers[nth]}, transport included`,
      bytes: (totalOf(each) + each.overhead) * perHour,
      most: goals.hour[nth] ?? 0,
    })),
    ...reopened.map((each, nth) => ({
      what: `The page opened again, saver ${savers[nth]} (${each.paths.join(', ')}; socket ${each.received + each.sent}, its transport ${each.overhead})`,
      bytes: totalOf(each) + each.overhead,
      most: goals.reopened,
    })),
  ];
  console.log('\nGoals, in KB:');
  for (const { what, bytes, most } of results)
    console.log(`${bytes <= most ? 'met   ' : 'MISSED'} ${kilobytes(bytes)} of ${kilobytes(most)}: ${what}`);
  return results.every(({ bytes, most }) => bytes <= most);
}
