// @module-tag full
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App } from '../support/app.ts';
import type { Visitor } from '../support/browser.ts';
import { Realm, until } from '../support/people.ts';
import { Rival } from '../support/rival.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { countCalls, traceWork } from '../support/work-trace.ts';
import { ngozi, StagedPage } from './staged-page.ts';

const updates = 25;
const taps = 120;
const slowDown = 4;
// Limits of one update, about twice the measured values. The page has 230 layout objects.
const changesPerUpdate = 5;
const layoutsPerUpdate = 8;
const mostObjectsLaidOut = 120;
const mostElementsStyled = 100;
const callsPerUpdate = 30_000;

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});

interface Seen {
  /** Elements that moved. */
  shifted: string[];
  /** Number of tasks in which the countdown changed. */
  ticks: number;
  /** Number of tasks in which anything else changed. */
  changes: number;
  /** Elements in which an element or text was added, removed or changed: only this causes layout. */
  texts: string[];
}

/** Records layout shifts and the number of changes. */
async function observe({ page }: Visitor): Promise<() => Promise<Seen>> {
  await page.evaluate(() => {
    const seen = { shifted: [] as string[], ticks: 0, changes: 0, texts: [] as string[] };
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
    const everything = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver((records) => {
      const elements = records.map(({ target }) =>
        target instanceof Element ? target : target.parentElement,
      );
      if (elements.some((element) => element?.closest('[role=timer]'))) seen.ticks += 1;
      else seen.changes += 1;
      const text = elements.find((_, at) => records[at]?.type !== 'attributes');
      if (text) seen.texts.push(text.outerHTML.slice(0, 80));
      // Not the head, to which idle time adds the files of other pages.
    }).observe(document.body, everything);
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

describe('/auction/:id during frequent bids', () => {
  it(`has no layout shift, and each of ${updates} updates causes a bounded amount of work, on a CPU ${slowDown} times slower`, async () => {
    const realm = await Realm.create(app, { players: 3, coins: 5_000 });
    const auction = await realm.createAuction();
    const rivals = [1, 2].map((at) => new Rival(realm.player(at), app.url));
    await Promise.all(rivals.map((rival) => rival.payEntry(auction)));
    const bid = async (at: number) =>
      expect(await rivals[at % 2]?.bid(auction)).toMatchObject({ type: 'ok' });
    const visitor = await realm.visit(browser, app, 0);
    const { page } = visitor;
    // Fills the list of bids first, to measure the steady state.
    for (let at = 0; at < 20; at += 1) await bid(at);
    await page.goto(pathTo(paths.auction, auction), { waitUntil: 'networkidle' });
    const devtools = await visitor.context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    await until(async () => expect(await rows.count()).toBe(5));

    const price = page.getByTestId('price');
    const seen = await observe(visitor);
    const { work, result: calls } = await traceWork(browser, async () => {
      const counted = await countCalls(devtools);
      for (let at = 0; at < updates; at += 1) {
        const shown = await price.textContent();
        await bid(at);
        await until(async () => expect(await price.textContent()).not.toBe(shown));
      }
      return counted();
    });
    const { shifted, ticks, changes } = await seen();
    console.log(
      `${updates} updates: ${changes} changes, ${ticks} ticks, ${calls} calls, ${JSON.stringify(work)}`,
    );
    expect(shifted).toEqual([]);
    // The state, the list of bids, and digits that have rolled out of view.
    expect(changes).toBeLessThanOrEqual(updates * changesPerUpdate);
    expect(work.layouts).toBeGreaterThanOrEqual(updates);
    expect(work.layouts).toBeLessThanOrEqual((updates + ticks) * layoutsPerUpdate);
    expect(work.forcedLayouts).toBe(0);
    expect(work.largestLayout.objects).toBeLessThanOrEqual(mostObjectsLaidOut);
    expect(work.styled.mostElements).toBeLessThanOrEqual(mostElementsStyled);
    expect(calls).toBeLessThanOrEqual((updates + ticks) * callsPerUpdate);
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();
  });
});

describe('/contest/:id while the user taps', () => {
  it(`C2 lays out nothing for ${taps} taps, on a CPU ${slowDown} times slower`, async () => {
    const staged = await StagedPage.open(browser, app.url);
    const { visitor, socket } = staged;
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // Two hours and almost a minute are left, so that the countdown stands still, and the taps are never acknowledged:
    // nothing but the taps changes the page.
    const end = Date.now() + 2 * 3_600_000 + 59_000;
    const own = { score: 1_204, rank: 1, won_available: null, won_bonus: null, cancel_reason: null };
    const times = { starts_at: new Date(0).toISOString(), end_date: new Date(end).toISOString() };
    const facts = { id: 7, kind: 'tap', title: 'Suya Break', image: '', description: '', version: 1 };
    const terms = {
      entry_fee: 20,
      prize: 2_500,
      minimum_users: 4,
      status: 'active',
      players: 1,
      joined: true,
    };
    staged.answer('/tap/contest/7', { json: { ...facts, ...times, ...terms, ...own } });
    socket.set('tap:7', { status: 'active', endDate: end, players: 1, top: [[ngozi.username, 1_204]] });
    await page.goto('/contest/7', { waitUntil: 'networkidle' });
    const devtools = await visitor.context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    const count = page.locator('[data-count]');
    const target = page.getByRole('button', { name: 'Tap', exact: true });
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    /** C2 drops taps above the cap. */
    const tapUntil = (total: number) =>
      until(async () => {
        const shown = Number(await count.getAttribute('data-count'));
        if (shown < total) await page.mouse.click(x + width / 2, y + height / 2);
        expect(shown).toBe(total);
      }, 60_000);
    await tapUntil(1_210);
    const seen = await observe(visitor);
    const { work } = await traceWork(browser, () => tapUntil(1_210 + taps));
    const { shifted, texts, changes } = await seen();
    console.log(`${taps} taps: ${changes} changes, ${texts.join(', ')}, ${JSON.stringify(work)}`);
    expect(shifted).toEqual([]);
    expect(changes).toBeGreaterThanOrEqual(taps);
    expect(work.forcedLayouts).toBe(0);
    // The number for screen readers follows every five seconds, and clocks go on: only these lay out anything.
    expect(work.layouts).toBeLessThanOrEqual(2 * texts.length);
    expect(texts.length).toBeLessThan(taps / layoutsPerUpdate);
    expect(visitor.errors).toEqual([]);
    await staged.close();
  });
});
