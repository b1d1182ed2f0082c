import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { Stage } from './stage.ts';
import { auctionOf, bidsOf, ngozi, roomStateOf } from './staged-page.ts';

const stage = new Stage();
const secondMs = 1_000;

/** What a live region said, when, by the page's own clock. */
interface Told {
  how: 'polite' | 'assertive';
  text: string;
  atMs: number;
}

/** An auction under a clock that stands still but for `runFor`, and everything its live regions say from now on. */
async function listen(endsInMs = 14 * 60_000) {
  const auction = auctionOf({
    current_bid_amount: 100,
    highest_bidder: ngozi.username,
    seq: 100,
    end_date: new Date(Date.now() + endsInMs).toISOString(),
  });
  const staged = await stage.open(ngozi, { available: 5_000 });
  const { page } = stage;
  await page.clock.install();
  staged.stageAuction(auction, bidsOf(auction, [ngozi.username]));
  await page.goto('/auction/1001');
  await page.getByText('Leading', { exact: true }).waitFor();
  await until(() => expect(staged.socket.hasJoined('auction:1001')).toBe(true));
  // By the page's own clock: what is staged after this happens at moments the test chooses.
  const nowMs = await page.evaluate(() => Date.now() + 1_000);
  await page.clock.pauseAt(nowMs);
  await page.evaluate(() => {
    const told: Told[] = [];
    Object.assign(window, { told });
    const spokenBy = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      return element?.closest('[aria-live], [role=status], [role=alert]');
    };
    new MutationObserver((mutations) => {
      for (const region of new Set(mutations.map(({ target }) => spokenBy(target)))) {
        const text = region?.textContent?.trim();
        if (!region || !text) continue;
        const isAlert = region.getAttribute('role') === 'alert';
        told.push({ how: isAlert ? 'assertive' : 'polite', text, atMs: Date.now() });
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    interface Told {
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
    told: () => page.evaluate(() => (window as unknown as { told: Told[] }).told),
    /** The room's next state, until the page shows its price. */
    tell: async (price: number, leader: string, facts: Parameters<typeof roomStateOf>[1] = {}) => {
      const state = roomStateOf(auction, { price, leader, seq: price, endDate: endMs, ...facts });
      staged.socket.set('auction:1001', state);
      await page.getByRole('button', { name: new RegExp(`Place Bid ${price + 1}\\b`) }).waitFor();
    },
  };
}

describe('what a screen reader is told of an auction', () => {
  it('the price at most once in five seconds, the latest only, and "You have been outbid" at once', async () => {
    const { page, told, tell } = await listen();
    const seconds = 20;
    let price = 100;
    for (let second = 0; second < seconds; second += 1) {
      for (let bid = 0; bid < 5; bid += 1) {
        price += 1;
        await tell(price, bid % 2 === 0 ? 'tunde' : 'zainab.m');
        await page.clock.runFor(secondMs / 5);
      }
    }
    await page.clock.runFor(6 * secondMs);
    const said = await told();
    const prices = said.filter(({ text }) => text.startsWith('Highest bid'));
    expect(prices.length).toBeGreaterThanOrEqual(4);
    expect(prices.length).toBeLessThanOrEqual(seconds / 5 + 1);
    for (const [index, { how, atMs }] of prices.entries()) {
      expect(how).toBe('polite');
      const before = prices[index - 1];
      if (before) expect(atMs - before.atMs).toBeGreaterThanOrEqual(5 * secondMs);
    }
    expect(prices.at(-1)?.text).toBe(`Highest bid ${price} coins, 20,000 naira`);
    const assertive = said.filter(({ how }) => how === 'assertive').map(({ text }) => text);
    expect(assertive).toEqual(['You have been outbid']);
  });

  it('the time at a minute, at ten seconds and at the end, and no other second of it', async () => {
    const { page, told, nowMs, endMs } = await listen(90 * secondMs);
    // Steps as small as the countdown's, so that it passes every second.
    for (let atMs = nowMs; atMs < endMs + 2 * secondMs; atMs += secondMs) await page.clock.runFor(secondMs);
    await until(async () => {
      const said = (await told()).filter(({ text }) => !text.startsWith('Highest bid'));
      const times = said.filter(({ text }) => /left|ended/.test(text));
      expect(times.map(({ text }) => text)).toEqual([
        '1 minute left',
        '10 seconds left',
        'The auction has ended',
      ]);
      expect(said.filter(({ how }) => how === 'assertive')).toEqual([]);
    });
    // The countdown itself is a timer, which is silent unless asked.
    const timers = page.getByRole('timer');
    expect(await timers.count()).toBe(1);
    expect(await timers.getAttribute('aria-live')).toBeNull();
  });

  it('a short drop of the connection stays silent, a long one is told', async () => {
    const { page, told } = await listen();
    await stage.staged.socket.breakOff();
    await page.clock.runFor(2 * secondMs);
    await page.getByText('Reconnecting', { exact: true }).first().waitFor();
    const ofConnection = async () =>
      (await told()).map(({ text }) => text).filter((text) => text.startsWith('Connection'));
    expect(await ofConnection()).toEqual([]);
    await page.clock.runFor(3 * secondMs);
    await until(async () => expect(await ofConnection()).toEqual(['Connection: Reconnecting']));
  });
});
