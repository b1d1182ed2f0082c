import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionsOfEachStatus as auctions } from './staged-auctions.ts';
import { auctionOf, longName, longNamed, ngozi, roomStateOf } from './staged-page.ts';

const stage = new Stage();
const failed = 'Failed to fetch auctions. Please try again later.';

describe('/auction', () => {
  it('X9 shows each kind of card, with the longest name and seven figures, and leads to /new', async () => {
    const { staged } = await stage.reuse(longNamed, { available: 1_284_550 });
    staged.stageList(auctions());
    await stage.show(paths.auctions);
    await stage.page.getByText('1,284,550').nth(1).waitFor();
    await look(stage.page, 'auctions', { fullPage: true });
    // X9: /new opens by a link.
    await stage.page.getByRole('link', { name: 'New auctions' }).click();
    await stage.page.waitForURL(`**${paths.newAuctions}`);
  });

  it('how the user stands first, the worth, and one button that opens it', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 500 });
    const facts = { seq: 9, current_bid_amount: 40, price: 1_450_000 };
    staged.stageList([
      auctionOf({ ...facts, id: 1003, name: 'Rice cooker', joined: false, entry_bid_points: 20 }),
      auctionOf({ ...facts, name: 'Tecno Phantom V Fold', highest_bidder: 'zainab.m', own_bid: 35 }),
      auctionOf({
        ...facts,
        id: 1002,
        name: '55-inch 4K smart TV',
        end_date: new Date(Date.now() + 3_600_000).toISOString(),
        highest_bidder: ngozi.username,
        own_bid: 40,
      }),
      auctionOf({ ...facts, id: 1004, name: 'Toyota Corolla', joined: false, entry_bid_points: 1_400 }),
      auctionOf({
        ...facts,
        id: 1005,
        name: 'Airtime',
        joined: false,
        entry_bid_points: 0,
        is_starter: true,
      }),
    ]);
    await stage.show(paths.auctions);
    const card = (name: string) => page.getByRole('article', { name });
    await card('Tecno Phantom').getByText('Outbid by 5 · Bid again').waitFor();
    await card('Tecno Phantom').getByRole('link', { name: 'Place Bid 41 coins · ₦4,100' }).waitFor();
    await card('Tecno Phantom').getByText('Worth ₦1,450,000').waitFor();
    await card('55-inch').getByText('You lead · Watch').waitFor();
    await card('55-inch').getByRole('link', { name: 'Place Bid 40 coins held' }).waitFor();
    await card('Airtime').getByRole('link', { name: 'Join free no entry fee' }).waitFor();
    // What needs the user is first, and a small phone shows two cards and the start of a third.
    await page.setViewportSize({ width: 360, height: 740 });
    const cards = page.getByRole('article');
    expect(await cards.first().getAttribute('aria-label')).toBe('Tecno Phantom V Fold');
    expect(await cards.nth(1).getAttribute('aria-label')).toBe('55-inch 4K smart TV');
    const nav = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    const third = await cards.nth(2).boundingBox();
    expect(nav && third && third.y < nav.y - 50).toBe(true);
    await page.setViewportSize(phone);
    await look(page, 'auction-card', { fullPage: true });
    // The price of the room takes the lead from the user, in one paint with the card's line.
    staged.socket.set('auction:1002@card', {
      ...roomStateOf(auctionOf({ ...facts, id: 1002, highest_bidder: 'zainab.m' })),
      price: 41,
      seq: 10,
    });
    await card('55-inch').getByText('Outbid by 1 · Bid again').waitFor();
    await card('Toyota Corolla').getByRole('link', { name: 'Pay Entry Fee (1,400 coin) ₦140,000' }).click();
    await page.waitForURL('**/auction/1004');
  });

  it('folds what is over, with winner and price', async () => {
    const { staged, page } = await stage.reuse();
    const over = (id: number, name: string, status: 'completed' | 'unsold', winner: string | null) =>
      auctionOf({
        id,
        name,
        status,
        highest_bidder: winner,
        seq: winner ? 3 : 0,
        current_bid_amount: 21,
        price: 420_000,
        // The list has the latest end first.
        end_date: new Date(Date.now() - id * 1_000).toISOString(),
      });
    staged.stageList([
      auctionOf(),
      over(1010, 'Infinix Note 40 Pro', 'completed', 'zainab.m'),
      over(1011, longName, 'completed', ngozi.username),
      over(1012, 'Pressing iron', 'unsold', null),
      ...Array.from({ length: 5 }, (_, nth) => over(1020 + nth, `Radio ${nth + 1}`, 'completed', 'bola_fx')),
    ]);
    await stage.show(paths.auctions);
    const fold = page.getByRole('button', { name: 'Recently ended 8' });
    await fold.waitFor();
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByText('Won by zainab.m').count()).toBe(0);
    await fold.click();
    const row = page.getByRole('link', { name: /Infinix Note 40 Pro/ });
    expect(await row.textContent()).toContain('Won by zainab.m₦2,100worth ₦420,000');
    await page.getByText('Won by you').waitFor();
    await page.getByText('Not sold, entry fee back').waitFor();
    await look(page, 'auction-card-ended', { fullPage: true });
    expect(await page.getByText('Radio 5').count()).toBe(0);
    await page.getByRole('button', { name: 'Show all 8' }).click();
    await page.getByText('Radio 5').waitFor();
  });

  it('loads, fails, and loads again after Try again', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 500 });
    staged.answer('/auction', 'never');
    await page.goto(paths.auctions);
    await page.getByRole('status').filter({ hasText: 'Loading auctions...' }).waitFor();
    await look(page, 'auctions-loading');
    staged.answer('/auction', { status: 500 });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: failed }).waitFor();
    await look(page, 'auctions-error');
    staged.stageList(auctions());
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Coin Auction').waitFor();
    await until(async () => expect(await page.getByText(failed).count()).toBe(0));
  });

  it('demo auctions if there are no auctions', { tags: ['full'] }, async () => {
    const { staged } = await stage.open();
    staged.stageList([]);
    await stage.page.goto(paths.auctions);
    await stage.page.getByText('Car Auction').first().waitFor();
    await look(stage.page, 'auctions-demo', { fullPage: true });
  });

  it('demo auctions rotate until paused', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install();
    staged.stageList([]);
    await page.goto(paths.auctions);
    const first = () => page.getByRole('article').first().getAttribute('aria-label');
    await until(async () => expect(await first()).toBe('Car Auction'));
    await page.clock.runFor(10_000);
    await until(async () => expect(await first()).toBe('Phone Auction'));
    await page.getByRole('button', { name: 'Pause the demo auctions' }).click();
    await page.clock.runFor(60_000);
    expect(await first()).toBe('Phone Auction');
    await page.getByRole('button', { name: 'Play the demo auctions' }).click();
    await page.clock.runFor(10_000);
    await until(async () => expect(await first()).toBe('Coin Auction'));
  });

  it('keeps the loaded list while offline', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 500 });
    staged.stageList(auctions());
    await page.goto(paths.auctions);
    await page.getByText('Coin Auction').waitFor();
    await staged.visitor.context.setOffline(true);
    await page.getByText('You’re offline.').waitFor();
    await page.getByText('Coin Auction').waitFor();
    await look(page, 'auctions-offline');
  });

  it('/new', { tags: ['full'] }, async () => {
    const { staged } = await stage.open();
    staged.stageList(auctions());
    await stage.page.goto(paths.newAuctions);
    await stage.page.getByText('Coin Auction').waitFor();
    await look(stage.page, 'new');
  });
});
