import type { BidReceipt } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { App } from './support/app.ts';
import { watchFor } from './support/brief-states.ts';
import type { Visitor } from './support/browser.ts';
import { Realm, until } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const entryFee = 5;
const worth = 45_000;
const outbidMs = 60;
const apartMs = 2_000;

let app: App;
let browser: Browser;
let realm: Realm;
let visitor: Visitor;
let page: Page;
let rival: Rival;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});
beforeEach(async () => {
  realm = await Realm.create(app);
  rival = new Rival(realm.player(1), app.url);
  visitor = await realm.visit(browser, app, 0);
  page = visitor.page;
  await page.addInitScript(() => {
    const buzzes: { pattern: unknown; atMs: number }[] = [];
    Object.assign(window, { buzzes });
    navigator.vibrate = (pattern) => buzzes.push({ pattern, atMs: performance.now() }) > 0;
    const tones: number[] = [];
    Object.assign(window, { tones });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (atS) {
      tones.push(this.frequency.value);
      start.call(this, atS);
    };
  });
  return async () => {
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();
  };
});

const placeBid = () => page.getByRole('button', { name: /Place Bid/ });
const buzzes = () =>
  page.evaluate(() => (window as unknown as { buzzes: { pattern: unknown; atMs: number }[] }).buzzes);
const tones = () => page.evaluate(() => (window as unknown as { tones: number[] }).tones);
const receiptOf = async (bid: ReturnType<Rival['bid']>): Promise<BidReceipt> => {
  const outcome = await bid;
  expect(outcome.type).toBe('ok');
  return outcome.reply as BidReceipt;
};

/** Opens an auction that both players have joined; the browser's player has the first bid, of 1 coin. */
async function lead(facts: Parameters<Realm['createAuction']>[0] = {}): Promise<number> {
  const auction = await realm.createAuction({ price: worth, entry_bid_points: entryFee, ...facts });
  await Promise.all([new Rival(realm.player(0), app.url).payEntry(auction), rival.payEntry(auction)]);
  await page.goto(pathTo(paths.auction, auction));
  await takeLead();
  return auction;
}

async function takeLead(): Promise<void> {
  await until(async () => expect(await placeBid().isEnabled()).toBe(true));
  const isSaid = await watchFor(page, '[data-bid-button]', 'Bid placed successfully!');
  await placeBid().click();
  await isSaid();
  await page.getByText('You’re in the lead.').waitFor();
}

describe('the moments of an auction', () => {
  it('outbid: the card, the price, the coins and the button, with one vibration and no sound', {
    tags: ['full'],
  }, async () => {
    const auction = await lead();
    // Success is said in the button; no toast covers the page.
    expect(await page.locator('[data-toasts] > *').count()).toBe(0);
    await page.getByText('1 coin is held for this bid.').waitFor();

    const isJolted = await watchFor(page, '[data-testid=price].animate-jolt', '2');
    await receiptOf(rival.bid(auction));
    await isJolted();
    const card = page.getByRole('region', { name: 'Current bidder' });
    await card.getByText('Outbid', { exact: true }).waitFor();
    await card.getByText('Your 1 coin is back').waitFor();
    expect(await placeBid().textContent()).toBe('Place Bid takes the lead 3 coins ₦300');
    await page.getByRole('alert').filter({ hasText: 'You have been outbid' }).waitFor({ state: 'attached' });
    await visitor.screenshots('moment-outbid');

    for (let turn = 0; turn < 3; turn += 1) {
      await takeLead();
      await receiptOf(rival.bid(auction));
      await card.getByText('Outbid', { exact: true }).waitFor();
    }
    const times = (await buzzes()).map(({ pattern, atMs }) => {
      expect(pattern).toBe(outbidMs);
      return atMs;
    });
    expect(times.length).toBeGreaterThanOrEqual(1);
    expect(await tones()).toEqual([]);
    for (const [at, timeMs] of times.entries())
      expect(timeMs - (times[at - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(apartMs);
  });

  it('outbid: no vibration once the setting is off, and a tone once that one is on', {
    tags: ['full'],
  }, async () => {
    await page.goto(paths.dashboard);
    await page.getByRole('button', { name: 'Settings' }).click();
    const vibration = page.getByRole('switch', { name: 'Vibration' });
    expect(await vibration.isChecked()).toBe(true);
    await vibration.click();
    expect(await vibration.isChecked()).toBe(false);
    await page.getByRole('switch', { name: 'Bid sounds' }).click();
    expect(await tones()).toEqual([660]);
    const auction = await lead();
    await receiptOf(rival.bid(auction));
    await page.getByText('Your 1 coin is back').waitFor();
    expect(await buzzes()).toEqual([]);
    expect(await tones()).toEqual([440]);
  });

  it('X16 the last ten seconds, and the seconds that a late bid truly gained', {
    tags: ['full'],
  }, async () => {
    const end_date = new Date(Date.now() + 45_000).toISOString();
    const auction = await lead({ end_date });
    const timer = page.getByRole('timer');
    await page.getByText('Latest end').waitFor({ timeout: 60_000 });
    await until(async () => expect(await timer.textContent()).toMatch(/^[1-7]seconds?$/));
    await visitor.screenshot('moment-last-ten');
    await page.evaluate(() => {
      const gains: string[] = [];
      Object.assign(window, { gains });
      const flights: unknown[] = [];
      Object.assign(window, { flights });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (frames, options) {
        if (this.matches('[data-gained]')) flights.push(frames);
        return animate.call(this, frames, options);
      };
      new MutationObserver(() => {
        const text = document.querySelector('[data-gained]')?.textContent;
        if (text && text !== gains.at(-1)) gains.push(text);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    const { endDate } = await receiptOf(rival.bid(auction));
    await page.getByText('Late bid: back to').waitFor();
    await visitor.screenshot('moment-late-bid');
    const gainedS = Math.floor((Date.parse(endDate) - Date.parse(end_date)) / 1_000);
    expect(gainedS).toBeGreaterThanOrEqual(2);
    expect(gainedS).toBeLessThan(10);
    await until(async () =>
      expect(await page.evaluate(() => (window as unknown as { gains: string[] }).gains)).toEqual([
        `+${gainedS} s`,
      ]),
    );
    // They fly once, from the newest bid, which is below the ring.
    const flights = await page.evaluate(
      () => (window as unknown as { flights: { transform: string }[][] }).flights,
    );
    expect(flights).toEqual([
      [
        expect.objectContaining({ transform: expect.stringMatching(/^translate\(-?\d+px, \d{3}px\)/) }),
        expect.anything(),
      ],
    ]);
    const end = page.getByRole('dialog', { name: 'Auction Completed' });
    await end.waitFor({ timeout: 30_000 });
    // A bidder's phone vibrates at 3, 2 and 1, once each.
    const ticks = (await buzzes()).filter(({ pattern }) => pattern === 15);
    expect(ticks.length).toBeGreaterThanOrEqual(1);
    expect(ticks.length).toBeLessThanOrEqual(6);
  });

  it('won: the stage with worth and saving, the cart first, and the bids behind it', {
    tags: ['full'],
  }, async () => {
    const auction = await lead();
    await app.endAuction(auction);
    const stage = page.getByRole('dialog', { name: 'Auction Completed' });
    await stage.getByText('Yours for ₦100').waitFor();
    await stage.getByText('worth ₦45,000').waitFor();
    await stage.getByText('You saved ₦44,400, entry fee included.').waitFor();
    const cart = stage.getByRole('link', { name: 'Go to cart' });
    await until(async () =>
      expect(await cart.evaluate((link) => link === document.activeElement)).toBe(true),
    );
    await visitor.screenshots('moment-won');
    expect((await buzzes()).map(({ pattern }) => pattern)).toContainEqual([40, 60, 120]);

    await stage.getByRole('button', { name: 'Check the bids' }).click();
    await page.getByRole('button', { name: 'Verify bids' }).click();
    await page.getByText('1 bid checks out.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'About this auction' }).waitFor({ state: 'hidden' });
    await stage.waitFor();
    await page.keyboard.press('Escape');
    await stage.waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: 'Winner' }).waitFor();
    await page.getByRole('link', { name: 'Go to cart' }).click();
    await page.waitForURL(`**${paths.cart}`);
  });

  it('lost: who won, the coins that are back, and the auction to try next', { tags: ['full'] }, async () => {
    const auction = await lead();
    const next = await realm.createAuction({ name: 'Blender, 2 litres' });
    await receiptOf(rival.bid(auction));
    await page.getByText('Your 1 coin is back').waitFor();
    await app.endAuction(auction);
    const sheet = page.getByRole('dialog', { name: 'Auction Completed' });
    await sheet.getByText(`${realm.player(1).username} won Rice cooker this time.`).waitFor();
    await sheet.getByText('Your 1 coin is back.').waitFor();
    await sheet.getByText('You have 495 coins to bid with.').waitFor();
    await sheet.getByRole('region', { name: 'Try this one next' }).getByText('Blender, 2 litres').waitFor();
    await visitor.screenshots('moment-lost');
    expect((await buzzes()).filter(({ pattern }) => Array.isArray(pattern))).toEqual([]);
    await sheet.getByText('Blender, 2 litres').click();
    await page.waitForURL(`**${pathTo(paths.auction, next)}`);
  });

  it('A8 unsold: a quiet sheet with the returned entry fee', { tags: ['full'] }, async () => {
    const auction = await lead({ minimum_entries: 3 });
    await app.endAuction(auction);
    const sheet = page.getByRole('dialog', { name: 'Auction Completed' });
    await sheet.getByText('Not sold this time.').waitFor();
    await sheet.getByText('came in. The price or the number of players').waitFor();
    await sheet.getByText('Your entry is back: 5 coins.').waitFor();
    await sheet.getByText('Your bid of 1 coin is free again too.').waitFor();
    expect(await sheet.locator('.animate-burst').count()).toBe(0);
    expect((await buzzes()).filter(({ pattern }) => Array.isArray(pattern))).toEqual([]);
    await visitor.screenshots('moment-unsold');
  });
});
