import type { Auction } from '@copup/shared/auctions.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { type Answer, auctionOf, bidsOf, longName, longNamed, ngozi, roomStateOf } from './staged-page.ts';

const stage = new Stage();
const path = '/auction/1001';
const rivals = ['chukwuemeka.oluwada', 'ngozi.o', 'tunde_balogun', 'zainab.m', 'w'.repeat(20)];
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Returns an auction with bids, at this price. */
const running = (facts: Partial<Auction> = {}) =>
  auctionOf({ current_bid_amount: 14_820, highest_bidder: rivals[0] ?? null, seq: 41, ...facts });

async function openAuction(
  auction: Auction,
  available = 20_000,
  user = ngozi,
  replies: Readonly<Record<string, Answer>> = {},
) {
  const { staged } = await stage.reuse(user, { available });
  const { highest_bidder: leader, seq } = auction;
  const bidders = leader === null ? rivals : [leader, ...rivals.filter((name) => name !== leader)];
  for (const [call, answer] of Object.entries(replies)) staged.answer(call, answer);
  staged.stageAuction(auction, seq > 0 ? bidsOf(auction, bidders) : []);
  await stage.show(path);
  // The dialog of an end hides the page behind it from assistive technology; the winner's stage replaces the page.
  await stage.page
    .getByRole('heading', { level: 1, name: auction.name, includeHidden: true })
    .or(stage.page.getByRole('dialog', { name: 'Auction Completed' }))
    .first()
    .waitFor();
  return { staged, page: stage.page };
}

const placeBid = () => stage.page.getByRole('button', { name: /Place Bid/ });
const enabled = () => until(async () => expect(await placeBid().isEnabled()).toBe(true));
const settle = (auction: Auction, facts: Parameters<typeof roomStateOf>[1]) =>
  stage.staged.socket.set('auction:1001', roomStateOf(auction, facts));

describe('before an auction is loaded', () => {
  it('waits', { tags: ['full'] }, async () => {
    const { staged } = await stage.open();
    staged.answer(path, 'never');
    await stage.page.goto(path);
    await stage.page.getByRole('status').filter({ hasText: 'Loading auction...' }).waitFor();
    await look(stage.page, 'auction-loading');
  });

  it('fails, and loads after Try again', async () => {
    const { staged, page } = await stage.reuse();
    staged.answer(path, { status: 500 });
    await stage.show(path);
    await page.getByRole('alert').filter({ hasText: 'Error fetching auction details.' }).waitFor();
    await look(page, 'auction-error');
    staged.stageAuction(auctionOf());
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No users yet').waitFor();
  });

  it('is not found', { tags: ['full'] }, async () => {
    await stage.open();
    await stage.page.goto(path);
    await stage.page.getByText('Auction not found').waitFor();
    await look(stage.page, 'auction-not-found');
  });
});

describe('a live auction', () => {
  it('not joined', async () => {
    await openAuction(running({ joined: false, description: `${longName}\n${longName}` }));
    await stage.page.getByRole('button', { name: 'Pay Entry Fee (50 coin)' }).waitFor();
    expect(await placeBid().count()).toBe(0);
    await look(stage.page, 'auction-not-joined');
  });

  it('joined, with no users yet', { tags: ['full'] }, async () => {
    await openAuction(auctionOf());
    await stage.page.getByText('No users yet').waitFor();
    await enabled();
    await look(stage.page, 'auction-no-users');
  });

  it('joined, with bids below the fold, as wide as the screen whatever the description says (A1)', async () => {
    // `look` finds pages that are too wide.
    await openAuction(running({ description: `${longName} ${'w'.repeat(600)}` }));
    await enabled();
    await look(stage.page, 'auction-joined', { fullPage: true });
  });

  it('shows four bids above the dock of a small phone, and one gold button with the form for a maximum', async () => {
    const { page } = await openAuction(running());
    await enabled();
    await page.setViewportSize({ width: 360, height: 740 });
    const dock = await page.locator('[data-dock]').boundingBox();
    const fourth = await page.locator('[data-newest-bid] ~ li').nth(2).boundingBox();
    expect(dock && fourth && fourth.y + fourth.height <= dock.y).toBe(true);
    const gold = page.locator('[data-dock] .bg-coin');
    expect(await gold.allTextContents()).toEqual([expect.stringContaining('Place Bid')]);
    await page.getByRole('button', { name: 'Bid up to…' }).click();
    await page.getByRole('button', { name: 'Set' }).waitFor();
    expect(await gold.allTextContents()).toEqual(['Set']);
  });

  it('A14 corrected after the entry: both words and pictures, and leaving with a refund', async () => {
    const auction = auctionOf({ name: 'Rice cooker, 3 litres' });
    const { staged, page } = await openAuction(auction);
    const at = inMs(-60_000);
    const image = { field: 'image', before: '', after: '/mark.svg' };
    const name = (before: string, after: string) => ({ field: 'name', before, after });
    const first = { at, fields: [name('Rice cooker, 5 litres', longName), image] };
    const changes = { corrections: [first, { at, fields: [name(longName, auction.name)] }], refund: 50 };
    staged.answer('/auction/changes/1001', { json: changes });
    staged.socket.set(`user:${ngozi.id}`, { available: 20_000, held: 0, bonus: 0, task: 0, unread: 1 });
    const card = page.getByRole('region', { name: 'Corrected' });
    await card.getByText('Rice cooker, 5 litres').waitFor();
    await card.getByText('no picture').waitFor();
    expect(await card.getByText(longName).count()).toBe(0);
    await look(page, 'auction-corrected', { fullPage: true });
    await card.getByRole('button', { name: 'Leave with a refund of 50 coins' }).click();
    const sheet = page.getByRole('dialog', { name: 'Leave this auction?' });
    await sheet.getByText('Your 50 coins are back in your wallet at once.').waitFor();
    await look(page, 'auction-leave');
    staged.answer('/auction/leave/1001', { json: { message: 'You have left. 50 coins came back to you.' } });
    staged.answer('/auction/changes/1001', {
      json: { corrections: [], refund: null, cancel_reason: null, copy_id: null },
    });
    staged.stageAuction({ ...auction, joined: false });
    await sheet.getByRole('button', { name: 'Leave with a refund of 50 coins' }).click();
    await page.getByText('You have left. 50 coins came back to you.').waitFor();
    await page.getByRole('button', { name: 'Pay Entry Fee (50 coin)' }).waitFor();
    expect(await card.count()).toBe(0);
  });

  it('leading', async () => {
    await openAuction(running({ highest_bidder: ngozi.username }));
    await stage.page.getByText('Leading', { exact: true }).waitFor();
    expect(await placeBid().isDisabled()).toBe(true);
    await look(stage.page, 'auction-leading');
  });

  it('outbid, at seven figures, by the longest name', async () => {
    const auction = running({
      name: longName,
      bid_increment: 50,
      current_bid_amount: 1_284_500,
      highest_bidder: longNamed.username,
    });
    await openAuction(auction, 1_284_600, longNamed);
    await stage.page.getByText('Leading', { exact: true }).waitFor();
    await until(async () => expect(stage.staged.socket.hasJoined('auction:1001')).toBe(true));
    settle(auction, { price: 1_284_550, leader: 'm'.repeat(20), seq: 42 });
    await stage.page.getByText('Outbid', { exact: true }).waitFor();
    await until(async () =>
      expect(await stage.page.getByTestId('price').textContent()).toContain('1,284,550'),
    );
    await look(stage.page, 'auction-outbid', { fullPage: true });
  });

  it('keeps the focus from Pay Entry Fee to Place Bid and to the lead, and B returns it unless it is switched off', async () => {
    const auction = running({ joined: false });
    const { staged, page } = await openAuction(auction);
    const pay = page.getByRole('button', { name: 'Pay Entry Fee (50 coin)' });
    staged.answer('/auction/pay-entry/1001', { json: { message: 'Pay entry fee successful!' } });
    staged.stageAuction({ ...auction, joined: true }, bidsOf(auction, rivals));
    await pay.focus();
    await page.keyboard.press('Enter');
    await pay.waitFor({ state: 'detached' });
    await focused(placeBid());
    await enabled();
    settle(auction, { price: 14_821, leader: ngozi.username, seq: 42 });
    await page.getByText('Leading', { exact: true }).waitFor();
    expect(await placeBid().isDisabled()).toBe(true);
    await focused(placeBid());

    const back = page.getByRole('link', { name: 'Back' });
    await back.focus();
    await page.keyboard.press('b');
    await focused(placeBid());
    await page.evaluate(() => localStorage.setItem('shortcuts', 'off'));
    await back.focus();
    await page.keyboard.press('b');
    await focused(back);
  });

  it('the price moved', async () => {
    const { staged } = await openAuction(running());
    await enabled();
    staged.answer(`/auction/bid/1001`, {
      status: 409,
      json: {
        code: 'PRICE_MOVED',
        message: 'The price moved.',
        details: { currentBidAmount: 14_830, nextPrice: 14_831 },
      },
    });
    await placeBid().click();
    await stage.page.getByText('The price moved while you tapped.').waitFor();
    expect(await stage.page.getByTestId('price').textContent()).toContain('14,830');
    expect(await placeBid().textContent()).toContain('14,831');
    await look(stage.page, 'auction-price-moved');
  });

  it.each([
    ['bid', running(), 'You’re 14,801 coins short for 14,821', 'then you can bid up to 15,020'],
    [
      'entry',
      running({ joined: false, entry_bid_points: 50 }),
      'Join with 50 coins, paid once',
      '14,970 coins are left after the entry',
    ],
  ] as const)(
    'too few coins for the %s: the missing ones are the button',
    async (step, auction, title, then) => {
      const packs = [20, 15_000, 50_000].map((bid_points, id) => ({
        id,
        image: '',
        price: bid_points * 100,
        bid_points,
      }));
      const replies = { '/bidShop/all': { json: step === 'bid' ? packs : packs.slice(1) } };
      const { page } = await openAuction(auction, 20, ngozi, replies);
      await page.getByRole('heading', { name: title }).waitFor();
      const buy = page.getByRole('link', { name: /^Buy 15,000 coins/ });
      await buy.getByText(then).waitFor();
      expect(await buy.getAttribute('href')).toBe(`/buy?missing=${step === 'bid' ? 14_801 : 30}`);
      expect(await placeBid().count()).toBe(0);
      await look(page, `auction-too-few-${step}`, { fullPage: true });
    },
  );

  it('A2 a free entry prepares the first bid', async () => {
    const auction = running({ joined: false, entry_bid_points: 0 });
    const { staged, page } = await openAuction(auction, 20_000, { ...ngozi, username: 'tola_417' });
    staged.answer('/auction/pay-entry/1001', { json: { message: 'Pay entry fee successful!' } });
    staged.stageAuction({ ...auction, joined: true }, bidsOf(auction, rivals));
    await page.getByRole('button', { name: 'Join free' }).click();
    await page.getByRole('heading', { name: 'You’re in. Place your first bid' }).waitFor();
    await page.getByText('14,821 coins take the lead.').waitFor();
    await focused(placeBid());
    expect(await page.getByText('Pay entry fee successful!').count()).toBe(0);
    await look(page, 'auction-joined-free', { fullPage: true });
  });

  it('the last ten seconds', async () => {
    const auction = running();
    await openAuction(auction);
    const again = () => settle(auction, { endDate: Date.now() + 8_500 });
    const timer = stage.page.getByRole('timer').filter({ hasText: /^\d ?seconds?$/ });
    await until(async () => {
      again();
      await timer.waitFor({ timeout: 2_000 });
    });
    await look(stage.page, 'auction-last-seconds', { again });
  });

  it('closing: time is up, and the server has not published the winner', async () => {
    const auction = running();
    await openAuction(auction);
    settle(auction, { endDate: Date.now() - 1_000 });
    await stage.page.getByText('Time is up. Waiting for the result.').waitFor();
    await look(stage.page, 'auction-closing');
  });
});

describe('A13 an own maximum', () => {
  const wallet = { available: 20_000, held: 0, bonus: 0, task: 0, unread: 0 };

  it('is entered, with an error for what cannot be bid; Esc closes it; its form leaves the bidder visible', async () => {
    const { page } = await openAuction(running());
    const open = page.getByRole('button', { name: 'Bid up to…' });
    await open.click();
    const field = page.getByLabel('Bid up to', { exact: true }).and(page.locator('input'));
    for (const [text, error] of [
      ['14820', 'Enter 14,821 coins or more.'],
      ['20001', 'You can bid up to 20,000 coins.'],
      ['lots', 'Enter a whole number of coins.'],
    ] as const) {
      await field.fill(text);
      await page.keyboard.press('Enter');
      await page.getByText(error).waitFor();
    }
    await look(page, 'auction-up-to');
    await page.keyboard.press('Escape');
    await focused(open);

    await open.click();
    await page.getByRole('button', { name: 'Set' }).waitFor();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const bidder = page.getByRole('region', { name: 'Current bidder' });
    const isSeen = await bidder.evaluate((card) => {
      card.scrollIntoView();
      const { left, width, top, bottom } = card.getBoundingClientRect();
      return [top + 9, bottom - 9].every((y) =>
        card.contains(document.elementFromPoint(left + width / 2, y)),
      );
    });
    expect(isSeen).toBe(true);
  });

  it('is in force, can be changed, and is passed', { tags: ['full'] }, async () => {
    const auction = running();
    const { staged, page } = await openAuction(auction);
    const { socket } = staged;
    /** What the server does when the user sets a maximum. */
    const lead = (price: number) => {
      const maximums = [{ auction: 1001, coins: 15_000 }];
      socket.set(`user:${ngozi.id}`, { ...wallet, available: 5_000, held: 15_000, maximums });
      settle(auction, { price, leader: ngozi.username, seq: 42 });
    };
    lead(14_821);
    await page.getByText('Bidding up to 15,000 for you.').waitFor();
    await page.getByText('15,000 coins held, you pay 14,821 so far.').waitFor();
    await look(page, 'auction-bidding-up-to');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await look(page, 'auction-up-to-change');
    await page.getByRole('button', { name: 'Cancel' }).click();
    lead(15_000);
    await page.getByText('Your maximum is reached.').waitFor();
    socket.set(`user:${ngozi.id}`, wallet);
    settle(auction, { price: 15_001, leader: rivals[0] ?? null, seq: 44 });
    await page.getByText('Your maximum of 15,000 was passed.').waitFor();
    expect(await placeBid().isEnabled()).toBe(true);
    await look(page, 'auction-maximum-passed');
  });
});

describe('a second device', () => {
  it.each([
    ['an entry fee', { available: 19_950 }],
    ['a free entry', {}],
  ])('A2 shows %s that another device paid', { tags: ['full'] }, async (_, change) => {
    const auction = running({ joined: false });
    const { staged } = await openAuction(auction);
    const fee = stage.page.getByRole('button', { name: 'Pay Entry Fee (50 coin)' });
    await fee.waitFor();
    await until(async () => expect(staged.socket.hasJoined(`user:${ngozi.id}`)).toBe(true));
    staged.answer(path, { json: { ...auction, joined: true } });
    const wallet = { available: 20_000, held: 0, bonus: 0, task: 0, unread: 0 };
    staged.socket.set(`user:${ngozi.id}`, { ...wallet, ...change });
    await enabled();
    expect(await fee.count()).toBe(0);
  });

  // A hold and its release can come in one update.
  it('A2 does not read a joined auction again after an update without a visible change', async () => {
    const auction = running();
    const { staged, page } = await openAuction(auction);
    await enabled();
    await until(async () => expect(staged.socket.hasJoined(`user:${ngozi.id}`)).toBe(true));
    const { requests } = staged.visitor;
    const before = requests.length;
    const wallet = { available: 20_000, held: 0, bonus: 0, task: 0, unread: 0 };
    staged.socket.set(`user:${ngozi.id}`, wallet);
    staged.socket.set(`user:${ngozi.id}`, { ...wallet });
    settle(auction, { price: 14_999, leader: rivals[1] ?? null, seq: 42 });
    await page.getByTestId('price').filter({ hasText: '14,999' }).waitFor();
    expect(requests.slice(before).filter(({ path: read }) => read.includes(path))).toEqual([]);
  });
});

describe('without updates', () => {
  it('reconnecting, then offline, then live again', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 20_000 });
    // Before the page: installed later, it sets the page's monotonic time back, and joins wait until that has caught up.
    await page.clock.install();
    staged.stageAuction(running(), bidsOf(running(), rivals));
    await page.goto(path);
    await enabled();
    await staged.socket.disconnect();
    await page.getByRole('button', { name: 'Waiting for live price' }).waitFor();
    // Not in the past, also on a slow machine.
    await page.clock.pauseAt(Date.now() + 3_000);
    await page.getByText('Reconnecting', { exact: true }).waitFor();
    await look(page, 'auction-reconnecting', { withoutAxe: true });
    await page.clock.runFor(10_000);
    await page.getByText('Offline', { exact: true }).waitFor();
    await look(page, 'auction-stale', { withoutAxe: true });
    staged.socket.allowReconnect();
    await page.clock.resume();
    await enabled();
  });

  it('offline', { tags: ['full'] }, async () => {
    stage.discard();
    const { staged } = await openAuction(running());
    await enabled();
    await staged.visitor.context.setOffline(true);
    await stage.page.getByText('You’re offline.').waitFor();
    await look(stage.page, 'auction-offline');
  });
});

describe('an auction that has ended', () => {
  const modal = () => stage.page.getByRole('dialog', { name: 'Auction Completed' });
  it.each([
    ['won', { status: 'completed', highest_bidder: ngozi.username }, 'Yours for'],
    [
      'lost',
      { status: 'completed', highest_bidder: 'w'.repeat(20), current_bid_amount: 1_284_550 },
      'won Rice cooker, 5 litres this time.',
    ],
    ['unsold', { status: 'unsold' }, 'Not sold this time.'],
    ['cancelled', { status: 'cancelled' }, 'This auction was cancelled.'],
    [
      'no-bids',
      { status: 'completed', highest_bidder: null, current_bid_amount: 0, seq: 0 },
      'ended without a bid',
    ],
  ] as const)('%s', async (name, facts, text) => {
    await openAuction(running({ ...facts, end_date: inMs(-3_600_000), hard_end: inMs(-3_000_000) }));
    await modal().getByText(text).waitFor();
    await modal().getByRole('link', { name: 'Return to Dashboard' }).waitFor();
    // Only the winner sees beads, so that an unsold auction does not look like a win.
    expect(await modal().locator('.animate-burst').count()).toBe(name === 'won' ? 1 : 0);
    if (name === 'unsold') await modal().getByText('41 bids came in.').waitFor();
    await look(stage.page, `auction-${name}`);
    await stage.page.keyboard.press('Escape');
    await modal().waitFor({ state: 'hidden' });
    expect(await stage.page.getByText('Leading', { exact: true }).count()).toBe(0);
    expect(await placeBid().count()).toBe(0);
    await stage.page.getByRole('link', { name: name === 'won' ? 'Go to cart' : 'See what’s live' }).waitFor();
    await look(stage.page, `auction-${name}-closed`);
  });

  it('pending', { tags: ['full'] }, async () => {
    const facts = { status: 'pending', starts_at: inMs(5_400_000), end_date: inMs(9_000_000) } as const;
    await openAuction(auctionOf({ ...facts, hard_end: inMs(9_600_000) }));
    await stage.page.getByText('Auction is not yet active').waitFor();
    await look(stage.page, 'auction-pending');
  });
});
