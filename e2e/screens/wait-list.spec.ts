import type { JoinedAuction } from '@copup/shared/auctions.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionsOfEachStatus as auctions } from './staged-auctions.ts';
import { auctionOf, joinedOf, ngozi, roomStateOf } from './staged-page.ts';

const stage = new Stage();
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('/waitList', () => {
  const joined: JoinedAuction[] = auctions().map((auction) => joinedOf(auction));

  it('loads, fails, loads again after Try again, and opens only active auctions', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open();
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

  it('leads with the state: what needs the user, what goes well, what is over', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 12_480 });
    const end = { end_date: inMs(-86_400_000), price: 890_000, seq: 9 };
    const list = [
      auctionOf({
        name: 'Tecno Phantom V Fold, 512GB',
        highest_bidder: 'zainab.m',
        own_bid: 35,
        current_bid_amount: 40,
        seq: 9,
      }),
      auctionOf({
        id: 1002,
        name: '55-inch 4K smart TV',
        highest_bidder: ngozi.username,
        own_bid: 960,
        current_bid_amount: 960,
        seq: 9,
      }),
      auctionOf({
        ...end,
        id: 1003,
        name: 'PlayStation 5 with two pads',
        status: 'completed',
        current_bid_amount: 310,
        own_bid: 310,
      }),
      auctionOf({
        ...end,
        id: 1004,
        name: 'Infinix Note 40 Pro',
        status: 'completed',
        current_bid_amount: 21,
        own_bid: 20,
      }),
      auctionOf({ ...end, id: 1005, name: '3.5kVA petrol generator', status: 'unsold', seq: 0 }),
    ];
    staged.stageList(list);
    staged.answer('/user/wishlist', {
      json: list.map((auction) =>
        joinedOf(
          auction,
          auction.id === 1003 ? { is_leader: true, in_cart: true } : { is_leader: auction.id === 1002 },
        ),
      ),
    });
    await stage.show(paths.joined);
    const group = (name: string) => page.getByRole('region', { name });
    const row = (of: string, name: string) => group(of).getByRole('article', { name });
    await row('Needs you', 'Tecno Phantom').getByText('now · yours was 35').waitFor();
    await row('Needs you', 'PlayStation 5').getByRole('link', { name: 'Check out' }).waitFor();
    await row('Going well', '55-inch').getByText('Leading').waitFor();
    await row('Over', 'Infinix').getByText('Went for 21 · your coins are back').waitFor();
    await row('Over', '3.5kVA').getByText('Not sold · entry fee back').waitFor();
    await look(page, 'my-auctions', { fullPage: true });
    await page.getByRole('radio', { name: 'Won 1' }).check();
    expect(await page.getByRole('article').count()).toBe(1);
    await page.getByRole('radio', { name: 'All 5' }).check();
    // Another player outbids: the row moves to what needs the user.
    staged.socket.set('auction:1002@card', {
      ...roomStateOf(auctionOf({ id: 1002 })),
      price: 961,
      leader: 'zainab.m',
      seq: 10,
    });
    await row('Needs you', '55-inch').getByText('now · yours was 960').waitFor();
    await row('Needs you', '55-inch').getByRole('button', { name: 'Place Bid' }).click();
    await page.waitForURL('**/auction/1002');
  });

  it('is empty', { tags: ['full'] }, async () => {
    const { staged } = await stage.open();
    staged.answer('/user/wishlist', { json: [] });
    await stage.page.goto(paths.joined);
    await stage.page.getByText("You haven't joined any auctions yet.").waitFor();
    await look(stage.page, 'wait-list-empty');
  });
});
