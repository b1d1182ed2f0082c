// @module-tag full
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { Stage } from './stage.ts';
import { auctionOf, bidsOf, ngozi, roomStateOf } from './staged-page.ts';

const stage = new Stage();
const increment = 5;

/** The numbers shown in one frame of the page. */
interface Shown {
  price: number;
  naira: number;
  newestBid: number;
  ownBid: number;
  button: number;
  guard: number;
  /** By the card, by the newest row and by the button. */
  lead: [card: string, row: string, button: string];
}

describe('a storm of bids', () => {
  it.each([
    ['of others', ['tunde', 'zainab.m']],
    ['of the user and others, who take the lead from each other', ['tunde', ngozi.username, 'zainab.m']],
  ])('%s: price, naira, bids, lead and button are consistent in every paint', async (_, bidders) => {
    const auction = auctionOf({
      bid_increment: increment,
      current_bid_amount: 100,
      highest_bidder: 'tunde',
      seq: 20,
    });
    const { staged, page } = await stage.open(ngozi, { available: 100_000 });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    staged.stageAuction(auction, bidsOf(auction, ['tunde', ngozi.username]));
    await page.goto('/auction/1001');
    const button = page.getByRole('button', { name: /Place Bid/ });
    await until(async () => expect(await button.isEnabled()).toBe(true));
    await page.evaluate(() => {
      const numberIn = (text: string | null | undefined) =>
        Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
      const textOf = (selector: string) => document.querySelector(selector)?.textContent;
      const shown: Shown[] = [];
      Object.assign(window, { shown });
      const note = () => {
        const rows = [...document.querySelectorAll('main ol > li:first-child')];
        shown.push({
          price: numberIn(textOf('[data-testid=price]')),
          naira: numberIn(textOf('[data-testid=naira]')),
          newestBid: numberIn(rows[0]?.querySelector('.font-semibold')?.textContent),
          ownBid: numberIn(/Your last: [\d,]+/.exec(document.body.textContent ?? '')?.[0]),
          button: numberIn(textOf('[data-bid-button]')),
          guard: numberIn(textOf('#price-guard')),
          lead: [
            /Outbid|Leading/.exec(textOf('[aria-label="Current bidder"]') ?? '')?.[0] ?? '',
            rows[0]?.textContent.includes('You') ? 'Leading' : 'Outbid',
            document.querySelector('[data-bid-button]')?.matches('[aria-disabled=true]')
              ? 'Leading'
              : 'Outbid',
          ],
        });
        requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
    });

    const last = 60;
    for (let seq = 21; seq <= last; seq += 1) {
      const state = roomStateOf(auction, {
        seq,
        price: 100 + (seq - 20) * increment,
        leader: bidders[seq % bidders.length] ?? null,
      });
      staged.socket.set('auction:1001', state);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 40)));
    }
    await until(async () => expect(await button.textContent()).toContain('305'));

    const shown = await page.evaluate(() => (window as unknown as { shown: Shown[] }).shown);
    expect(new Set(shown.map(({ price }) => price)).size).toBeGreaterThan(10);
    expect(new Set(shown.map(({ lead }) => lead[0])).size).toBe(bidders.includes(ngozi.username) ? 2 : 1);
    const isOwnFixed = !bidders.includes(ngozi.username);
    const torn = shown.filter(
      ({ price, naira, newestBid, ownBid, button: next, guard, lead }) =>
        naira !== price * 100 ||
        newestBid !== price ||
        (isOwnFixed && ownBid !== 95) ||
        next !== price + increment ||
        guard !== (lead[0] === 'Leading' ? price : price + increment) ||
        new Set(lead).size !== 1,
    );
    expect(torn).toEqual([]);
  });
});
