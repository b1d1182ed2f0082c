import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { figure, printTable } from '@copup/testkit/report.ts';
import type { Browser } from 'playwright-core';
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

const goalBytes = 1_000_000;
const hourMs = 3_600_000;
/** After this time the page has loaded the files of other pages, the service worker and the meter, which it does once. */
const settleMs = 20_000;
/** An account may bid five times a second. */
const bidsOfOne = 2.5;
const coins = 1_000_000;
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
  const watchers = await Promise.all(
    ['off', 'on'].map((saver, nth) => watch(browser, realm, rivalCount + nth, auction, saver)),
  );
  await pause(settleMs);
  const loading = watchers.map((counter) => counter.take());
  const startedAtMs = performance.now();
  const bids = await bidUntil(rivals, auction, startedAtMs + watchMs);
  const tookMs = performance.now() - startedAtMs;
  const used = watchers.map((counter) => counter.take());
  report(loading, used, bids / (tookMs / 1_000), hourMs / tookMs);
  isMet = totalOf(used[1]) * (hourMs / tookMs) <= goalBytes;
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
  await page.getByText('Live', { exact: true }).first().waitFor();
  return counter;
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

function totalOf(used: Used | undefined): number {
  return used ? used.received + used.sent + used.requests : Number.POSITIVE_INFINITY;
}

function report(loading: Used[], used: Used[], rate: number, perHour: number): void {
  const kilobytes = (bytes: number) => figure(bytes / 1_000);
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
      nth === 0 ? 'off' : 'on',
      kilobytes(totalOf(loading[nth])),
      ...[each.received, each.sent, each.requests, totalOf(each), totalOf(each) + each.overhead].map(
        (bytes) => kilobytes(bytes * perHour),
      ),
    ]),
  );
  const anHour = totalOf(used[1]) * perHour;
  console.log(
    `\nGoal: at most ${figure(goalBytes / 1_000)} KB an hour with the saver: ${anHour <= goalBytes ? 'met' : 'MISSED'}`,
  );
}
