import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionOf, longName, ngozi, roomStateOf, stepsOf } from './staged-page.ts';

const stage = new Stage();
const wallet = { available: 12_430, held: 960, bonus: 50 };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const facts = { seq: 9, joined: true, price: 385_000, hard_end: inMs(3_600_000) };
const live = () => [
  auctionOf({
    ...facts,
    id: 1003,
    name: '₦20,000 groceries',
    category: 'coupon',
    joined: false,
    end_date: inMs(300_000),
  }),
  auctionOf({
    ...facts,
    id: 1002,
    name: '55-inch 4K TV',
    highest_bidder: ngozi.username,
    own_bid: 960,
    current_bid_amount: 960,
    end_date: inMs(849_000),
  }),
  auctionOf({
    ...facts,
    id: 1001,
    name: 'Tecno Phantom V Fold',
    highest_bidder: 'zainab.m',
    own_bid: 35,
    current_bid_amount: 40,
    price: 1_450_000,
    end_date: inMs(900_000),
  }),
  auctionOf({
    ...facts,
    id: 1004,
    name: longName,
    joined: false,
    current_bid_amount: 1_284_550,
    end_date: inMs(42_000),
  }),
];
const cards = () => stage.page.getByRole('region', { name: 'Live now' }).getByRole('listitem');
const names = async () =>
  (await cards().allTextContents()).map((text) => /Outbid|Leading|Bid|Join/.exec(text)?.[0]);

describe('A9 Live now on the wallet’s home', () => {
  it('shows what needs the user first: Outbid, Leading, Join, then the soonest end', async () => {
    const { staged } = await stage.reuse(ngozi, wallet);
    staged.stageList(live());
    const { page } = stage;
    await stage.show(paths.dashboard);
    await cards().first().waitFor();
    expect(await names()).toEqual(['Outbid', 'Leading', 'Join', 'Join']);
    expect(await cards().nth(2).textContent()).toContain(longName);
    await cards().nth(0).getByText('Worth ₦1,450,000').waitFor();
    await page.getByRole('link', { name: '960 held · 50 bonus' }).waitFor();
    await look(page, 'home-live');
    // It stands above the tiles, also on a phone.
    const top = async (name: string) =>
      (await page.getByRole('link', { name }).first().boundingBox())?.y ?? 0;
    expect(await top('All auctions')).toBeLessThan(await top('Send'));

    // Without a network nothing is live, also beside the links of the menu.
    const badge = page.getByRole('region', { name: 'Live now' }).getByRole('heading', { name: 'Live now' });
    expect(await badge.textContent()).toBe('Live now4 auctions');
    await page.context().setOffline(true);
    await badge.filter({ hasText: 'Live nowOffline' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Auction Offline' }).waitFor();
    expect(await page.locator('.animate-pulse-bead').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.context().setOffline(false);
    await badge.filter({ hasText: '4 auctions' }).waitFor();

    // The menu switches the shortcuts of a single key off.
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    expect(await page.evaluate(() => localStorage.getItem('shortcuts'))).toBe('off');
  });

  it('follows the rooms of the cards: an outbid card moves to the front with its new price', async () => {
    const { staged, page } = await stage.reuse(ngozi, wallet);
    staged.stageList(live());
    await stage.show(paths.dashboard);
    await cards().first().waitFor();
    const [, television] = live();
    if (!television) throw new Error('no auction');
    await until(async () => expect(staged.socket.hasJoined('auction:1002@card')).toBe(true));
    staged.socket.set('auction:1002@card', {
      ...roomStateOf(television),
      price: 961,
      leader: 'zainab.m',
      seq: 10,
      endDate: Date.now() + 600_000,
    });
    const first = cards().first();
    await first.filter({ hasText: '55-inch 4K TV' }).getByText('Outbid').waitFor();
    await first.getByText('961').waitFor();
    expect(await names()).toEqual(['Outbid', 'Outbid', 'Join', 'Join']);
    await first.getByRole('link').click();
    await page.waitForURL('**/auction/1002');
  });

  it('without live auctions names the next one; loading and errors do not hide the wallet', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi, wallet);
    staged.answer('/auction', 'never');
    await page.goto(paths.dashboard);
    await page.getByRole('status').filter({ hasText: 'Loading auctions...' }).waitFor();
    await page.getByTestId('balance').filter({ hasText: '12,480' }).waitFor();
    await look(page, 'home-live-loading');
    staged.answer('/auction', { status: 500 });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Error fetching auction details.' }).waitFor();
    await look(page, 'home-live-error');
    const pending = auctionOf({ name: 'Petrol generator', status: 'pending', starts_at: inMs(7_200_000) });
    staged.stageList([pending]);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('No auction is live right now.').filter({ hasText: 'Petrol generator' }).waitFor();
    await page.getByRole('button', { name: 'Remind me of Petrol generator' }).waitFor();
    await look(page, 'home-live-none');
  });
});

describe('X15 a new player', () => {
  const starter = () =>
    auctionOf({
      name: '₦5,000 airtime',
      category: 'coupon',
      joined: false,
      is_starter: true,
      entry_bid_points: 0,
      current_bid_amount: 6,
      price: 5_000,
      seq: 6,
      end_date: inMs(440_000),
      hard_end: inMs(3_600_000),
    });

  it('claims the welcome coins, and ticks the steps', async () => {
    const { staged, page } = await stage.reuse(ngozi, {});
    staged.stageList([starter()]);
    staged.answer('/user/first-steps', { json: stepsOf() });
    await stage.show(paths.dashboard);
    await page.getByRole('heading', { name: '100 coins are yours' }).waitFor();
    const starters = page.getByRole('region', { name: 'Starter auctions' });
    expect(await starters.getByRole('button', { name: 'Join free after you claim' }).isDisabled()).toBe(true);
    await look(page, 'home-live-new', { fullPage: true });

    const reply = {
      message: 'Your welcome coins are in your wallet.',
      transfer_id: ngozi.id,
      coins: 100,
      available: 0,
    };
    staged.answer('/user/welcome', { json: reply });
    staged.answer('/user/first-steps', {
      json: stepsOf({ welcome: { state: 'claimed', coins: 100, available: 0 } }),
    });
    await page.getByRole('button', { name: /^Claim/ }).click();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('listitem').filter({ hasText: 'Claim your 100 coins, done' }).waitFor();
    expect(await page.getByRole('region', { name: 'Welcome coins' }).count()).toBe(0);
    await starters.getByRole('button', { name: 'Join free' }).waitFor();
    await look(page, 'home-live-claimed', { fullPage: true });
  });

  it('L6, X15 with bonus coins only is led to what they pay, and has nothing to bid', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 20, held: 0, bonus: 100 });
    staged.stageList([starter()]);
    const welcome = { state: 'claimed' as const, coins: 100, available: 0 };
    staged.answer('/user/first-steps', { json: stepsOf({ welcome, can_bid: false }) });
    await stage.show(paths.dashboard);
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    expect(await steps.getByRole('link').allTextContents()).toEqual([
      expect.stringContaining('Buy your first heist ticket'),
      expect.stringContaining('Play your first game'),
    ]);
    expect(await page.getByRole('region', { name: 'Starter auctions' }).count()).toBe(0);
    await page.getByText('Bid value at ₦100').locator('..').getByText('₦2,000').waitFor();
  });

  it('sees why the coins cannot be claimed, once; the steps stay', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, {});
    staged.answer('/user/first-steps', { json: stepsOf() });
    const message = 'Welcome coins are given once to each person.';
    staged.answer('/user/welcome', { status: 409, json: { code: 'WELCOMED_BEFORE', message } });
    await page.goto(paths.dashboard);
    await page.getByRole('button', { name: /^Claim/ }).waitFor();
    // From now on the server knows too: a part that loads late reads again.
    staged.answer('/user/first-steps', {
      json: stepsOf({ welcome: { state: 'none', coins: 0, available: 0 } }),
    });
    await page.getByRole('button', { name: /^Claim/ }).click();
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.getByRole('heading', { name: 'Your first win, in two steps' }).waitFor();
    expect(await page.getByRole('button', { name: /^Claim/ }).count()).toBe(0);
  });

  it('closes the first steps for good', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, wallet);
    staged.answer('/user/first-steps', {
      json: stepsOf({ has_auction: true, welcome: { state: 'claimed', coins: 100, available: 100 } }),
    });
    staged.answer('/user/first-steps/dismiss', { json: { message: 'The first steps are closed.' } });
    await page.goto(paths.dashboard);
    await page.getByRole('listitem').filter({ hasText: 'Join your first auction, done' }).waitFor();
    await look(page, 'home-first-steps');
    await page.getByRole('button', { name: 'Close the first steps' }).click();
    await until(async () => expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0));
  });
});
