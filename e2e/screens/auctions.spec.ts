import type { JoinedAuction } from '@copup/shared/auctions.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionOf, joinedOf, longName, longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const failed = 'Failed to fetch auctions. Please try again later.';

const auctions = () => [
  auctionOf({
    name: longName,
    current_bid_amount: 1_284_550,
    highest_bidder: 'w'.repeat(20),
    seq: 41,
    end_date: inMs(41_000),
  }),
  auctionOf({ id: 1002, name: 'Toyota Corolla 2021, Lagos cleared', joined: false, entry_bid_points: 1400 }),
  auctionOf({ id: 1003, name: '₦50,000 shopping coupon', category: 'coupon', end_date: inMs(8_040_000) }),
  auctionOf({
    id: 1004,
    name: 'Coin Auction',
    category: 'cash',
    status: 'pending',
    joined: false,
    starts_at: inMs(5_400_000),
    end_date: inMs(9_000_000),
  }),
  auctionOf({
    id: 1005,
    name: '3.5kVA petrol generator',
    status: 'completed',
    current_bid_amount: 960,
    highest_bidder: 'zainab.m',
    seq: 9,
    end_date: inMs(-60_000),
  }),
  auctionOf({ id: 1006, name: '55-inch 4K smart TV', status: 'cancelled', end_date: inMs(60_000) }),
];

describe('/auction', () => {
  it('each kind of card, with the longest name and seven figures', async () => {
    const staged = await stage.open(longNamed, { available: 1_284_550 });
    staged.stageList(auctions());
    await stage.page.goto(paths.auctions);
    await stage.page.getByText('1,284,550').nth(1).waitFor();
    await look(stage.page, 'auctions', { fullPage: true });
  });

  it('loads, fails, and loads again after Try again', async () => {
    const staged = await stage.open(ngozi, { available: 500 });
    const { page } = stage;
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

  it('demo auctions if there are no auctions', async () => {
    const staged = await stage.open();
    staged.stageList([]);
    await stage.page.goto(paths.auctions);
    await stage.page.getByText('Car Auction').first().waitFor();
    await look(stage.page, 'auctions-demo', { fullPage: true });
  });

  it('demo auctions rotate until paused', async () => {
    const staged = await stage.open();
    const { page } = stage;
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

  it('keeps the loaded list while offline, and prevents payments', async () => {
    const staged = await stage.open(ngozi, { available: 500 });
    staged.stageList(auctions());
    const { page } = stage;
    await page.goto(paths.auctions);
    await page.getByText('Coin Auction').waitFor();
    await staged.visitor.context.setOffline(true);
    await page.getByText('You’re offline.').waitFor();
    await page.getByText('Coin Auction').waitFor();
    await look(page, 'auctions-offline');
    const entry = page.getByRole('button', { name: 'Pay Entry Fee (1400 coin)' });
    expect(await entry.isDisabled()).toBe(true);
  });

  it('/new', async () => {
    const staged = await stage.open();
    staged.stageList(auctions());
    await stage.page.goto(paths.newAuctions);
    await stage.page.getByText('Coin Auction').waitFor();
    await look(stage.page, 'new');
  });
});

describe('/waitList', () => {
  const joined: JoinedAuction[] = auctions().map((auction) => joinedOf(auction));

  it('loads, fails, loads again after Try again, and opens only active auctions', async () => {
    const staged = await stage.open();
    const { page } = stage;
    staged.answer('/user/wishlist', 'never');
    await page.goto(paths.joined);
    await page.getByRole('status').filter({ hasText: 'Loading auctions...' }).waitFor();
    await look(page, 'wait-list-loading');
    staged.answer('/user/wishlist', { status: 500 });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Error fetching auction details.' }).waitFor();
    await look(page, 'wait-list-error');
    staged.answer('/user/wishlist', { json: [...joined, { ...joined[4], id: 1007, status: 'unsold' }] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Coin Auction').waitFor();
    await look(page, 'wait-list', { fullPage: true });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Coin Auction' })
      .getByRole('button', { name: 'Place Bid' })
      .click();
    await page.getByRole('alert').filter({ hasText: 'This auction is not currently active.' }).waitFor();
    await look(page, 'wait-list-alert');
  });

  it('is empty', async () => {
    const staged = await stage.open();
    staged.answer('/user/wishlist', { json: [] });
    await stage.page.goto(paths.joined);
    await stage.page.getByText("You haven't joined any auctions yet.").waitFor();
    await look(stage.page, 'wait-list-empty');
  });
});
