import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { Stage } from './stage.ts';
import { auctionOf, bidsOf, ngozi, roomStateOf } from './staged-page.ts';

const stage = new Stage();
const secondMs = 1_000;

/** A text of a live region, with its time by the page's clock. */
interface Announcement {
  how: 'polite' | 'assertive';
  text: string;
  atMs: number;
}

/** Opens an auction with a paused clock, which only `runFor` advances, and records all texts of its live regions. */
async function listen(endsInMs = 14 * 60_000) {
  const auction = auctionOf({
    current_bid_amount: 100,
    highest_bidder: ngozi.username,
    seq: 100,
    end_date: new Date(Date.now() + endsInMs).toISOString(),
  });
  const { staged, page } = await stage.open(ngozi, { available: 5_000 });
  await page.clock.install();
  staged.stageAuction(auction, bidsOf(auction, [ngozi.username]));
  await page.goto('/auction/1001');
  await page.getByText('Leading', { exact: true }).waitFor();
  // Arrives with the join's reply. Later, its round trip would span the runs of the clock, and shift the time.
  await page.getByText('128 watching').waitFor();
  // Pauses the page's clock, so that the test chooses the time of each later event. It cannot be paused in the past, so that this
  // leaves a slow machine some time.
  const nowMs = await page.evaluate(() => Date.now() + 5_000);
  await page.clock.pauseAt(nowMs);
  await page.evaluate(() => {
    const announcements: Announcement[] = [];
    Object.assign(window, { announcements });
    const liveRegionOf = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      return element?.closest('[aria-live], [role=status], [role=alert]');
    };
    new MutationObserver((mutations) => {
      for (const region of new Set(mutations.map(({ target }) => liveRegionOf(target)))) {
        const text = region?.textContent?.trim();
        if (!region || !text) continue;
        const isAlert = region.getAttribute('role') === 'alert';
        announcements.push({ how: isAlert ? 'assertive' : 'polite', text, atMs: Date.now() });
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    interface Announcement {
      how: string;
      text: string;
      atMs: number;
    }
  });
  const endMs = Date.parse(auction.end_date);
  return {
    page,
    nowMs,
    endMs,
    announcements: () =>
      page.evaluate(() => (window as unknown as { announcements: Announcement[] }).announcements),
    /** Publishes the room's next state and waits until the page shows its price. */
    publish: async (price: number, leader: string, facts: Parameters<typeof roomStateOf>[1] = {}) => {
      const state = roomStateOf(auction, { price, leader, seq: price, endDate: endMs, ...facts });
      staged.socket.set('auction:1001', state);
      await page.getByRole('button', { name: new RegExp(`Place Bid .*\\b${price + 1}\\b`) }).waitFor();
    },
  };
}

describe('announcements of an auction for screen readers', () => {
  it('the price at most once in five seconds, the latest only, "You have been outbid" at once, and nothing else', {
    tags: ['full'],
  }, async () => {
    const { page, announcements, publish } = await listen();
    const seconds = 60;
    const bidsPerSecond = 2;
    let price = 100;
    for (let bid = 0; bid < seconds * bidsPerSecond; bid += 1) {
      price += 1;
      await publish(price, bid % 2 === 0 ? 'tunde' : 'zainab.m');
      await page.clock.runFor(secondMs / bidsPerSecond);
    }
    const inMinute = await announcements();
    expect(inMinute.length).toBeLessThanOrEqual(seconds / 5 + 2);
    await page.clock.runFor(6 * secondMs);
    const recorded = await announcements();
    const prices = recorded.filter(({ text }) => text.startsWith('Highest bid'));
    expect(prices.length).toBeGreaterThanOrEqual(10);
    expect(prices.length).toBeLessThanOrEqual(seconds / 5 + 2);
    for (const [index, { how, atMs }] of prices.entries()) {
      expect(how).toBe('polite');
      const before = prices[index - 1];
      if (before) expect(atMs - before.atMs).toBeGreaterThanOrEqual(5 * secondMs);
    }
    expect(prices.at(-1)?.text).toBe(`Highest bid ${price} coins, 22,000 naira`);
    const assertive = recorded.filter(({ how }) => how === 'assertive').map(({ text }) => text);
    expect(assertive).toEqual(['You have been outbid']);
  });

  it('the time at one minute, at ten seconds and at the end only', async () => {
    const { page, announcements, nowMs, endMs } = await listen(120 * secondMs);
    // Steps as small as those of the countdown, so that it shows every second.
    for (let atMs = nowMs; atMs < endMs + 2 * secondMs; atMs += secondMs) await page.clock.runFor(secondMs);
    await until(async () => {
      const recorded = (await announcements()).filter(({ text }) => !text.startsWith('Highest bid'));
      const times = recorded.filter(({ text }) => /left|ended/.test(text));
      expect(times.map(({ text }) => text)).toEqual([
        '1 minute left',
        '10 seconds left',
        'The auction has ended',
      ]);
      expect(recorded.filter(({ how }) => how === 'assertive')).toEqual([]);
    });
    // The countdown itself has the role timer, which is silent by default.
    const timers = page.getByRole('timer');
    expect(await timers.count()).toBe(1);
    expect(await timers.getAttribute('aria-live')).toBeNull();
  });

  it('a long loss of the connection, but not a short one', { tags: ['full'] }, async () => {
    const { page, announcements } = await listen();
    await stage.staged.socket.disconnect();
    await page.clock.runFor(2 * secondMs);
    await page.getByText('Reconnecting', { exact: true }).first().waitFor();
    const ofConnection = async () =>
      (await announcements()).map(({ text }) => text).filter((text) => text.startsWith('Connection'));
    expect(await ofConnection()).toEqual([]);
    await page.clock.runFor(3 * secondMs);
    await until(async () => expect(await ofConnection()).toEqual(['Connection: Reconnecting']));
  });
});
