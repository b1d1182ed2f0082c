import type { Auction, AuctionState } from '@copup/shared/auctions.ts';
import { describe, expect, it } from 'vitest';
import { watchFor } from '../support/brief-states.ts';
import { desktop, phone } from '../support/browser.ts';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import {
  auctionOf,
  bidsOf,
  longName,
  longNamed,
  ngozi,
  roomStateOf,
  type StagedUser,
} from './staged-page.ts';

const stage = new Stage();
const path = '/auction/1001';
const rival = 'tunde_balogun';
const secondMs = 1_000;

/** Opens an auction in which the user was outbid by one bid, and returns how to publish its next state. */
async function openOutbid(facts: Partial<Auction> = {}, user: StagedUser = ngozi) {
  const { staged, page } = await stage.reuse(user, { available: 1_300_000 });
  const auction = auctionOf({
    price: 1_450_000,
    bid_increment: 5,
    current_bid_amount: 40,
    highest_bidder: rival,
    seq: 8,
    ...facts,
  });
  staged.stageAuction(auction, bidsOf(auction, [rival, user.username, 'zainab.m', 'chidi_ph', 'zainab.m']));
  await stage.show(path);
  await page.getByText('Outbid', { exact: true }).waitFor();
  await until(async () => expect(staged.socket.hasJoined('auction:1001')).toBe(true));
  let seq = auction.seq;
  const publish = (change: Partial<AuctionState>) => {
    seq += 1;
    const price = auction.current_bid_amount + (seq - auction.seq) * auction.bid_increment;
    staged.socket.set('auction:1001', roomStateOf(auction, { seq, price, ...change }));
  };
  const settle = (change: Partial<AuctionState>) =>
    staged.socket.set('auction:1001', roomStateOf(auction, change));
  return { staged, auction, page, publish, settle };
}

/** What the page would do to the senses: running animations, and vibrations. */
async function record(): Promise<() => Promise<string[]>> {
  await stage.page.evaluate(() => {
    const felt: string[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(`vibration ${pattern}`) > 0;
    addEventListener('animationstart', ({ animationName }) => felt.push(animationName));
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...args) {
      felt.push('script');
      return animate.apply(this, args);
    };
  });
  return () => stage.page.evaluate(() => (window as unknown as { felt: string[] }).felt);
}

describe('outbid', () => {
  it('names the coins that are back, and the next price', async () => {
    const { page } = await openOutbid();
    await page.getByText('Your 35 coins are back').waitFor();
    await page.getByRole('button', { name: 'Place Bid takes the lead 45 coins ₦4,500' }).waitFor();
    await look(page, 'moment-outbid');
  });

  it('names no coins if bids were missed', { tags: ['full'] }, async () => {
    const { page, publish } = await openOutbid();
    publish({ leader: ngozi.username });
    await page.getByText('Leading', { exact: true }).waitFor();
    publish({ leader: rival, seq: 20 });
    await page.getByText('Your coins are back').waitFor();
  });
});

describe('the last ten seconds', () => {
  it('outbid, then leading after a late bid', async () => {
    const { page, publish, settle } = await openOutbid({ name: longName });
    const hardEnd = Date.now() + 600_000;
    const hot = (leftMs: number) => ({ endDate: Date.now() + leftMs, hardEnd });
    settle({ ...hot(7 * secondMs) });
    await page.getByText('Latest end').waitFor();
    expect(await page.getByText('Late bid').count()).toBe(0);
    await look(page, 'moment-last-ten', { again: () => settle({ ...hot(7 * secondMs) }) });

    // A price of its own shows that the page has this end before the late bid.
    const first = hot(6_500);
    settle({ ...first, price: 41 });
    await page.getByTestId('price').filter({ hasText: /^41$/ }).waitFor();
    const late = (end = hot(10 * secondMs)) => publish({ leader: ngozi.username, ...end });
    const hasGained = await watchFor(page, '[role=timer]', /^(9|10)seconds$/);
    const last = hot(10 * secondMs);
    late(last);
    await page.getByText(/Late bid: back to (9|10) seconds\./).waitFor();
    const gainedS = Math.floor((last.endDate - first.endDate) / secondMs);
    expect(await page.locator('[data-gained]').textContent()).toBe(`+${gainedS} s`);
    await hasGained();
    await page.getByText('Leading', { exact: true }).waitFor();
    await look(page, 'moment-late-bid', {
      again: () => {
        settle({ ...hot(6_500) });
        late();
      },
    });
  });

  it('X16 names fewer seconds near the latest end, and none below one', { tags: ['full'] }, async () => {
    const { page, publish, settle } = await openOutbid();
    const nowMs = Date.now();
    settle({ endDate: nowMs + 9_500, hardEnd: nowMs + 9_900 });
    await page.getByText('Latest end').waitFor();
    publish({ endDate: nowMs + 9_900, hardEnd: nowMs + 9_900 });
    await page.getByText('Late bid: the latest end is reached.').waitFor();
    expect(await page.locator('[data-gained]').count()).toBe(0);
  });
});

describe('the ends', () => {
  const end = () => stage.page.getByRole('dialog', { name: 'Auction Completed' });

  it('won, with long names and large numbers', { tags: ['full'] }, async () => {
    const { page, settle } = await openOutbid(
      { name: longName, current_bid_amount: 1_284_500, price: 987_654_321 },
      longNamed,
    );
    settle({ status: 'completed', leader: longNamed.username, endDate: Date.now() });
    await end().getByText('Yours for ₦128,450,000').waitFor();
    await end().getByText('worth ₦987,654,321').waitFor();
    await look(page, 'moment-won-long', { fullPage: true });
  });

  it('won', { tags: ['full'] }, async () => {
    const { page, settle } = await openOutbid({ current_bid_amount: 55 });
    settle({ status: 'completed', leader: ngozi.username, endDate: Date.now() });
    await end().getByText('Yours for ₦5,500').waitFor();
    await look(page, 'moment-won');
  });

  it.each([
    ['lost', 'Blender, 2 litres', 40],
    ['lost-long', longName, 1_284_550],
  ])('%s, with the auction to try next', async (name, next, price) => {
    const { page, settle, staged } = await openOutbid({ name: next, current_bid_amount: price });
    staged.stageList([auctionOf({ id: 1002, name: next, current_bid_amount: price, price: 1_420_000 })]);
    settle({ status: 'completed', endDate: Date.now() });
    await end().getByText(`${rival} won ${next} this time.`).waitFor();
    await end().getByText('You have 1,300,000 coins to bid with.').waitFor();
    await end().getByRole('region', { name: 'Try this one next' }).waitFor();
    await look(page, `moment-${name}`);
  });

  it('unsold', { tags: ['full'] }, async () => {
    const { page, settle } = await openOutbid();
    settle({ status: 'unsold', endDate: Date.now() });
    await end().getByText('Not sold this time.').waitFor();
    await look(page, 'moment-unsold');
  });
});

describe('the sheet behind the info icon', () => {
  it('has the end, the latest end, what comes back, and the check', { tags: ['full'] }, async () => {
    const { page } = await openOutbid();
    await page.getByRole('button', { name: 'How this auction ends, and check the bids' }).click();
    const sheet = page.getByRole('dialog', { name: 'About this auction' });
    await sheet
      .getByText(/^A late bid sets the clock back to 10 seconds, until .* at the latest\.$/)
      .waitFor();
    await sheet.getByText('Outbid? Your coins come back at once').waitFor();
    await look(page, 'moment-info');
  });
});

describe('reduced motion', () => {
  it('shows the end states of all moments at once, without vibrations', { tags: ['full'] }, async () => {
    stage.discard();
    const { page, publish, settle } = await openOutbid();
    await page.getByRole('heading', { level: 1 }).click();
    const felt = await record();
    publish({ leader: ngozi.username });
    await page.getByText('Leading', { exact: true }).waitFor();
    publish({ leader: rival });
    await page.getByText('Your 45 coins are back').waitFor();
    settle({ endDate: Date.now() + 9_500, seq: 10, price: 50 });
    await page.getByText('Latest end').waitFor();
    settle({ endDate: Date.now() + 3_500, seq: 10, price: 50 });
    publish({ leader: ngozi.username, endDate: Date.now() + 10 * secondMs });
    await page.locator('[data-gained]').waitFor();
    settle({ status: 'completed', leader: ngozi.username, endDate: Date.now(), seq: 11 });
    await page.getByText('Yours for').waitFor();
    expect(await felt()).toEqual([]);
  });
});

describe('a toast on a phone', () => {
  const sizes = [phone, { width: 360, height: 640 }];
  it.each([['before'], ['in']])(
    'covers neither the name nor the badge nor the price, %s the last seconds',
    { tags: ['full'] },
    async (when) => {
      const { page, staged, settle } = await openOutbid();
      const message =
        'This bid could not be placed, because the service did not answer in time. Please try again.';
      staged.answer('/auction/bid/1001', { status: 500, json: { code: 'INTERNAL', message } });
      const placeBid = page.getByRole('button', { name: /Place Bid/ });
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const scroll of [0, 120, 400]) {
          await page.evaluate((top) => scrollTo(0, top), scroll);
          for (let times = 0; times < 2; times += 1) {
            if (when === 'in') {
              settle({ endDate: Date.now() + 9_500 });
              await page.getByText('Latest end').waitFor();
            }
            await until(async () => expect(await placeBid.isEnabled()).toBe(true));
            await placeBid.click();
            await page.getByRole('alert').filter({ hasText: 'could not be placed' }).first().waitFor();
          }
          const covered = await page.evaluate(() => {
            const kept = {
              name: document.querySelector('h1'),
              badge: document.querySelector('h1')?.nextElementSibling,
              price: document.querySelector('[data-testid=price]'),
            };
            const toasts = [...document.querySelectorAll('[data-toasts] > *')].map((each) =>
              each.getBoundingClientRect(),
            );
            const names = Object.entries(kept).map(([name, element]) => {
              const box = element?.getBoundingClientRect();
              const isCovered = toasts.some(
                ({ top, bottom, left, right }) =>
                  box && top < box.bottom && bottom > box.top && left < box.right && right > box.left,
              );
              return box ? isCovered && name : `no ${name}`;
            });
            return { shown: toasts.filter(({ height }) => height > 0).length, names: names.filter(Boolean) };
          });
          expect(covered, `${size.width}×${size.height}, scrolled by ${scroll}`).toEqual({
            shown: 1,
            names: [],
          });
        }
      }
    },
  );

  it('on a desktop stays at the top right', { tags: ['full'] }, async () => {
    const { page, staged } = await openOutbid();
    staged.answer('/auction/bid/1001', { status: 500, json: { code: 'INTERNAL', message: 'No answer.' } });
    await page.setViewportSize(desktop);
    await page.getByRole('button', { name: /Place Bid/ }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'No answer.' });
    await toast.waitFor();
    expect((await toast.boundingBox())?.y).toBeLessThan(40);
  });
});
