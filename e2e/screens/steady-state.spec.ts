import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Recorder } from '../../drills/src/history.ts';
import { Player } from '../../drills/src/players.ts';
import { App } from '../support/app.ts';
import { launchBrowser, type Visitor } from '../support/browser.ts';
import { Realm, until } from '../support/people.ts';

const updatesPerSecond = 5;
const watchMs = 10_000;
const slowDown = 4;
/** From here on the browser calls a task long. */
const longTaskMs = 50;

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

interface Seen {
  /** What moved. */
  shifted: string[];
  prices: number;
}

/** Begins to note what moves, and how often the price is painted. */
async function observe({ page }: Visitor): Promise<() => Promise<Seen>> {
  await page.evaluate(() => {
    const seen = { shifted: [] as string[], prices: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as PerformanceEntry & { sources: { node: Node | null }[] };
        const moved = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML : node?.textContent,
        );
        seen.shifted.push(moved.map((html) => html?.slice(0, 80)).join(' | '));
      }
    }).observe({ type: 'layout-shift' });
    const price = document.querySelector('[data-testid=price]');
    if (price)
      new MutationObserver(() => {
        seen.prices += 1;
      }).observe(price, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds that passed, and that the thread worked. */
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

interface Tasks {
  /** Milliseconds of the processor's time, the longest first. */
  work: number[];
  /** How many were long by the clock on the wall, which counts what others on the machine took from it. */
  longOnTheWall: number;
}

/** Traces the tasks of the pages' main threads from now on. */
async function trace(from: Browser): Promise<() => Promise<Tasks>> {
  const devtools = await from.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'] };
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  return async () => {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await complete;
    await devtools.detach();
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
    const main = new Set(events.filter(isMain).map(threadOf));
    const tasks = events.filter(
      (event) => event.name === 'ThreadControllerImpl::RunTask' && main.has(threadOf(event)),
    );
    return {
      work: tasks.map(({ tdur = 0 }) => Math.round(tdur / 1_000)).sort((a, b) => b - a),
      longOnTheWall: tasks.filter(({ dur = 0 }) => dur > longTaskMs * 1_000).length,
    };
  };
}

describe('/auction/:id while bids come fast', () => {
  it(`moves nothing at ${updatesPerSecond} updates a second, on a CPU ${slowDown} times slower`, {
    retry: 2,
  }, async () => {
    const realm = await Realm.create(app, { players: 3, coins: 5_000 });
    const auction = await realm.createAuction();
    const rivals = [1, 2].map((at) => new Player(realm.player(at), [app.url], 0, new Recorder()));
    await Promise.all(rivals.map((rival) => rival.payEntry(auction)));
    const visitor = await realm.visit(browser, app, 0);
    const { page } = visitor;
    await page.goto(`/auction/${auction}`, { waitUntil: 'networkidle' });
    await page.getByText('Live', { exact: true }).first().waitFor();
    const devtools = await visitor.context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });

    // The list of bids fills first: what is measured is the steady state.
    for (let at = 0; at < 20; at += 1) await rivals[at % 2]?.bid(auction);
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText('Live', { exact: true }).first().waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    await until(async () => expect(await rows.count()).toBe(5));
    const seen = await observe(visitor);
    const traced = await trace(browser);
    const untilMs = Date.now() + watchMs;
    let bids = 0;
    let nextMs = Date.now();
    await until(async () => {
      if (Date.now() >= nextMs) {
        nextMs += 1_000 / updatesPerSecond;
        await rivals[bids % 2]?.bid(auction);
        bids += 1;
      }
      expect(Date.now()).toBeGreaterThan(untilMs);
    }, watchMs + 20_000);

    const { work, longOnTheWall } = await traced();
    const { shifted, prices } = await seen();
    console.log(
      `${bids} bids in ${watchMs / 1_000} s: longest task ${work[0]} ms of work, ${longOnTheWall} above ${longTaskMs} ms on the wall, ${shifted.length} layout shifts`,
    );
    expect(work.length).toBeGreaterThan(bids);
    expect(work[0]).toBeLessThanOrEqual(longTaskMs);
    expect(prices).toBeGreaterThan(watchMs / 1000);
    expect(shifted).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});
