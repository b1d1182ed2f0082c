import { parseArgs } from 'node:util';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { printTable } from '@copup/testkit/report.ts';
import type { Page } from 'playwright-core';
import { App } from '../support/app.ts';
import { launchBrowser } from '../support/browser.ts';
import { Realm, until } from '../support/people.ts';
import { Rival } from '../support/rival.ts';
import { recordCpuTasks } from './cpu-tasks.ts';
import { recordLongTasks } from './record.ts';

/**
 * `npm run bench -- moments`: watches a busy auction from its first update to the won item, on a CPU four times slower, and fails
 * if a task of the page takes longer than 50 ms. It runs once, without second attempts, so it needs an idle machine; `--cpu` does not.
 */
const { values } = parseArgs({
  options: {
    slower: { type: 'string', default: '4' },
    /** Whether to print what ran in the long frames. */
    findings: { type: 'boolean' },
    /** For a busy machine: judges the CPU time of each task, from a trace without throttling. */
    cpu: { type: 'boolean' },
  },
});
const slower = Number(values.slower);
const busyMs = 10_000;
const betweenBidsMs = 200;
const auctionMs = 45_000;

const app = await App.start();
const browser = await launchBrowser();
try {
  const realm = await Realm.create(app, { players: 3, coins: 5_000 });
  const end_date = new Date(Date.now() + auctionMs).toISOString();
  const auction = await realm.createAuction({ end_date });
  const [own, ...rivals] = [0, 1, 2].map((at) => new Rival(realm.player(at), app.url));
  await Promise.all([own, ...rivals].map((player) => player?.payEntry(auction)));
  const visitor = await realm.visit(browser, app, 0);
  const { page } = visitor;
  await page.goto(pathTo(paths.auction, auction), { waitUntil: 'networkidle' });
  const recorder = values.cpu ? await recordCpuTasks(browser, page, slower) : await throttleAndRecord(page);
  const bid = page.getByRole('button', { name: /Place Bid/ });
  const lead = async () => {
    await until(async () => {
      if (await bid.isEnabled()) await bid.click();
      if (!(await page.getByText('You’re in the lead.').isVisible())) throw new Error('not in the lead');
    });
  };

  await recorder.phase('own bid, outbid');
  for (let turn = 0; turn < 3; turn += 1) {
    await lead();
    await rivals[turn % 2]?.bid(auction);
    await page.getByText('Outbid', { exact: true }).waitFor();
  }
  await recorder.phase('5 bids a second');
  for (const start = Date.now(); Date.now() - start < busyMs; ) {
    const at = Math.floor((Date.now() - start) / betweenBidsMs);
    await Promise.all([rivals[at % 2]?.bid(auction), page.waitForTimeout(betweenBidsMs)]);
  }
  await recorder.phase('last ten seconds');
  await page.getByText('Latest end').waitFor({ timeout: auctionMs });
  await until(async () => {
    const text = await page.getByRole('timer').textContent();
    if (!/^[1-6]s/.test(text ?? '')) throw new Error(`${text} left`);
  });
  await recorder.phase('late bids');
  for (const rival of rivals) {
    await rival.bid(auction);
    await page.getByText(/^Late bid/).waitFor();
  }
  await lead();
  await recorder.phase('until the end');
  await page.getByText('Yours for').waitFor({ timeout: 30_000 });
  await recorder.phase('won');
  await page.waitForTimeout(2_000);

  const phases = await recorder.stop();
  const sum = phases.reduce((total, { tasks }) => total + tasks.length, 0);
  const what = values.cpu ? `Tasks with over 50 ms of CPU` : `Tasks over 50 ms`;
  console.log(`${what} on a CPU ${slower} times slower, after the page’s first update:\n`);
  printTable(
    ['moment', 'long tasks', 'longest ms', ''],
    phases.map(({ name, tasks }) => [
      name,
      String(tasks.length),
      tasks.length > 0 ? Math.max(...tasks).toFixed(0) : '',
      tasks.length > 0 ? 'MISSED' : 'met',
    ]),
  );
  if (values.findings) for (const { name, frames } of phases) console.log(`\n${name}\n${frames.join('\n')}`);
  if (visitor.errors.length > 0) console.error(visitor.errors.join('\n'));
  if (sum > 0 || visitor.errors.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await app.stop();
}

async function throttleAndRecord(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return recordLongTasks(page);
}
