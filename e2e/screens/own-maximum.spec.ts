import type { Auction } from '@copup/shared/auctions.ts';
import { describe, expect, it } from 'vitest';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionOf, bidsOf, ngozi, roomStateOf } from './staged-page.ts';

const stage = new Stage();
const rival = 'chukwuemeka.oluwada';
const wallet = { available: 20_000, held: 0, bonus: 0, task: 0, unread: 0 };

async function openAuction(facts: Partial<Auction>) {
  const auction = auctionOf({ current_bid_amount: 14_820, highest_bidder: rival, seq: 41, ...facts });
  const staged = await stage.open(ngozi, wallet);
  staged.stageAuction(auction, bidsOf(auction, [auction.highest_bidder ?? rival, 'tunde_balogun']));
  await stage.page.goto('/auction/1001');
  await stage.page.getByRole('heading', { level: 1, name: auction.name }).waitFor();
  return { auction, staged };
}
/** What the server does when the user sets a maximum. */
const lead = (auction: Auction, own: number, price = 14_821) => {
  const { socket } = stage.staged;
  const maximums = [{ auction: 1001, coins: own }];
  socket.set(`user:${ngozi.id}`, { ...wallet, available: wallet.available - own, held: own, maximums });
  socket.set('auction:1001', roomStateOf(auction, { price, leader: ngozi.username, seq: 42 }));
};

describe('A13 an own maximum on the auction page', () => {
  it('is entered, with an error for what cannot be bid, and Esc closes it', async () => {
    await openAuction({});
    const { page } = stage;
    await page.getByRole('button', { name: 'Bid up to…' }).click();
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
    await focused(page.getByRole('button', { name: 'Bid up to…' }));
  });

  it('leaves the bidder visible above its form at a text of 200 %', async () => {
    await openAuction({});
    const { page } = stage;
    await page.getByRole('button', { name: 'Bid up to…' }).click();
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
    const { auction } = await openAuction({});
    const { page } = stage;
    lead(auction, 15_000);
    await page.getByText('Bidding up to 15,000 for you.').waitFor();
    await page.getByText('15,000 coins held, you pay 14,821 so far.').waitFor();
    await look(page, 'auction-bidding-up-to');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await look(page, 'auction-up-to-change');
    await page.getByRole('button', { name: 'Cancel' }).click();
    lead(auction, 15_000, 15_000);
    await page.getByText('Your maximum is reached.').waitFor();

    const { socket } = stage.staged;
    socket.set(`user:${ngozi.id}`, wallet);
    socket.set('auction:1001', roomStateOf(auction, { price: 15_001, leader: rival, seq: 44 }));
    await page.getByText('Your maximum of 15,000 was passed.').waitFor();
    expect(await page.getByRole('button', { name: /Place Bid/ }).isEnabled()).toBe(true);
    await look(page, 'auction-maximum-passed');
  });
});
