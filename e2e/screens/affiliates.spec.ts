import type { AffiliateOffer } from '@copup/shared/affiliates.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import {
  auctions,
  calls,
  heists,
  linked,
  month,
  offer,
  phoneOffer,
  television,
  total,
} from './staged-affiliates.ts';
import { auctionOf, longName, ngozi, visitedOf } from './staged-page.ts';

const stage = new Stage();
const room = `user:${ngozi.id}`;
const wallet = { available: 12_480, held: 0, bonus: 0, task: 0, unread: 0 };
async function open(lists: { auctions?: AffiliateOffer[]; heists?: AffiliateOffer[] } = {}) {
  const { staged } = await stage.reuse(ngozi, wallet);
  staged.answer(calls.auctions, { json: lists.auctions ?? auctions });
  staged.answer(calls.heists, { json: lists.heists ?? heists });
  staged.answer(calls.total, { json: total });
  staged.answer(calls.month, { json: month });
  return { staged, page: stage.page };
}
const button = (name: string | RegExp) => stage.page.getByRole('button', { name });
const text = (words: string | RegExp) => stage.page.getByText(words).first();
const goldButtons = () =>
  stage.page
    .locator('button.bg-coin, a.bg-coin')
    .evaluateAll((found) => found.map((each) => each.textContent));

describe('/affiliate and /affiliateU', () => {
  it('leads to both kinds, and a claim that is ready is the only gold', { tags: ['full'] }, async () => {
    const { staged, page } = await open();
    await stage.show(paths.dashboard);
    await page.getByRole('navigation', { name: 'Wallet' }).getByRole('link', { name: 'Affiliate' }).click();
    await page.waitForURL(`**${paths.affiliate}`);
    await text('Ready to claim').waitFor();
    await text('2 open. Bring friends who pay the entry fee.').waitFor();
    expect(await goldButtons()).toEqual(['Claim Reward']);
    await look(page, 'affiliate-hub', { fullPage: true });
    await button('Menu').click();
    await page
      .getByRole('status')
      .filter({ hasText: 'A friend counts once, after paying without bonus coins.' })
      .waitFor();
    // The reply's message is shown, and the claimed reward is no longer offered.
    staged.answer('/auction/affiliate/check-target/1', {
      status: 409,
      json: { code: 'REWARD_UNFUNDED', message: 'The reward cannot be paid at the moment.' },
    });
    await button('Claim Reward').click();
    await text('The reward cannot be paid at the moment.').waitFor();
    await page.getByRole('button', { name: 'Claim Reward', disabled: false }).waitFor();
    staged.answer('/auction/affiliate/check-target/1', {
      json: { message: 'Reward claimed!', bid_points: 13_980 },
    });
    staged.answer(calls.auctions, { json: [phoneOffer, { ...television, claim: 'claimed' }] });
    await button('Claim Reward').click();
    await text('Reward claimed!').waitFor();
    await until(async () => expect(await goldButtons()).toEqual([]));
    await page.getByRole('link', { name: 'Bring friends who buy a ticket' }).click();
    await page.waitForURL(`**${paths.heistAffiliate}`);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('link', { name: /^Friends this month/ }).click();
    await page.waitForURL(`**${paths.affiliates}`);
  });

  it('T4 the ring and the bar of this month show the same number', async () => {
    const { staged, page } = await open();
    staged.answer(calls.total, { status: 500 });
    await stage.show(paths.affiliates);
    await text('Failed to load affiliate data.').waitFor();
    staged.answer(calls.total, { json: total });
    await button('Try again').click();
    await text('46%').waitFor();
    await text('14/30 (46%)').waitFor();
    await text('16 more friends fill every target you shared this month.').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('46');
    await look(page, 'affiliate-month', { fullPage: true });
    // Live: a referral moves both.
    staged.answer(calls.total, { json: { totalAffiliates: 15, auctions: 10, heists: 5 } });
    staged.answer(calls.month, { json: { progress: '15/30 (50%)', currentAffiliates: 15, totalTarget: 30 } });
    staged.socket.set(room, { ...wallet, unread: 1 });
    await text('15/30 (50%)').waitFor();
    await text(/^50%$/).waitFor();
  });
});

describe('/affiliateMe', () => {
  it('T6 has a carousel and a list, and remembers the choice', { tags: ['full'] }, async () => {
    const { staged, page } = await open();
    staged.answer(calls.auctions, 'never');
    await stage.show(paths.auctionAffiliate);
    await page.getByRole('status').filter({ hasText: 'Loading auctions...' }).waitFor();
    staged.answer(calls.auctions, { status: 500 });
    await page.reload();
    await text('Error fetching auctions with affiliate requirements.').waitFor();
    await look(page, 'affiliate-auctions-error');
    staged.answer(calls.auctions, { json: auctions });
    await button('Try again').click();
    await text('7/10').waitFor();
    await text('3 remaining referrals until you can claim').waitFor();
    expect(await button('Claim Reward').isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'List' }).check();
    await text('Opens when the auction is settled').waitFor();
    for (const reason of ['Ready to claim', 'Reward claimed', 'The auction ended without a reward'])
      await text(reason).waitFor();
    expect(await goldButtons()).toEqual(['Claim Reward']);
    await look(page, 'affiliate-list', { fullPage: true });
    await page.reload();
    await page.getByRole('article', { name: '2.5 kVA generator' }).getByText('5/5 (100%)').waitFor();
    staged.answer(calls.auctions, { json: [] });
    await page.reload();
    await text('No Auction Opportunities Available').waitFor();
    await look(page, 'affiliate-auctions-empty');
  });

  it('shows a link, copies and shares it, and draws its QR code', async () => {
    stage.discard();
    const { staged, page } = await open();
    await staged.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await stage.show(paths.auctionAffiliate);
    staged.answer('/auction/affiliate/link/2', { status: 500 });
    await button('Generate Affiliate Link').click();
    await text('Error generating affiliate link').waitFor();
    const link = `https://copup.example/affiliate/2/${'NGOZI7K2'.repeat(4)}`;
    staged.answer('/auction/affiliate/link/2', { json: { affiliateLink: link } });
    await button('Generate Affiliate Link').click();
    await text(link).waitFor();
    await look(page, 'affiliate-link-made', { fullPage: true });
    await button('Copy the link to Tecno Phantom V Fold').click();
    await text('Copied to clipboard!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    // The share sheet of the phone.
    await page.evaluate(() => {
      navigator.share = (data) => {
        document.title = JSON.stringify(data);
        return Promise.resolve();
      };
    });
    await stage.dismissToasts();
    await button('Share the link to Tecno Phantom V Fold').click();
    await until(async () => expect(await page.title()).toContain(link));
    await button('QR code of the link to Tecno Phantom V Fold').click();
    const dialog = page.getByRole('dialog', { name: 'Scan to join' });
    await dialog.getByRole('img', { name: 'QR code of the link to Tecno Phantom V Fold' }).waitFor();
    await look(page, 'affiliate-qr');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'List' }).check();
    await button('Copy link').waitFor();
  });

  it('T5 moves the ring at once when a referral counts, also up to the claim', {
    tags: ['full'],
  }, async () => {
    stage.discard();
    const { staged, page } = await open();
    await stage.show(paths.auctionAffiliate);
    await text('7/10').waitFor();
    await until(() => expect(staged.socket.hasJoined(room)).toBe(true));
    const listsBefore = staged.visitor.requests.filter(({ path }) => path.endsWith(calls.auctions)).length;
    const progress = '/auction/affiliate/progress/2';
    staged.answer(progress, { json: offer(2, '', { currentAffiliates: 8 }) });
    staged.socket.set(room, { ...wallet, unread: 1 });
    await text('8/10').waitFor();
    // Notices that the user has switched off do not change the number of unread ones.
    staged.answer(progress, { status: 500 });
    staged.socket.set(room, { ...wallet, unread: 1 });
    await text('Error loading auctions or referral progress').waitFor();
    await text('8/10').waitFor();
    staged.answer(progress, { json: offer(2, '', { currentAffiliates: 10, claim: 'ready' }) });
    await button('Try again').click();
    await text('10/10').waitFor();
    expect(await goldButtons()).toEqual(['Claim Reward']);
    const lists = staged.visitor.requests.filter(({ path }) => path.endsWith(calls.auctions)).length;
    expect(lists).toBe(listsBefore);
    staged.answer('/auction/affiliate/check-target/2', { status: 500 });
    await button('Claim Reward').click();
    await text('Error claiming reward').waitFor();
    // No coins move while the device is offline.
    await staged.visitor.context.setOffline(true);
    await until(async () => expect(await button('Claim Reward').isDisabled()).toBe(true));
    await look(page, 'affiliate-offline');
    await staged.visitor.context.setOffline(false);
  });
});

describe('/affiliateMe-heist', () => {
  it('shows one heist at a time and wraps at both ends, also by keyboard', { tags: ['full'] }, async () => {
    const { staged, page } = await open({
      heists: [...heists, { ...heists[0], id: 30, name: longName } as AffiliateOffer],
    });
    await stage.show(paths.heistAffiliate);
    const shows = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
    await shows('The Balogun Market Blackout');
    await look(page, 'affiliate-heist', { fullPage: true });
    await button('Previous heist').click();
    await shows(longName);
    await look(page, 'affiliate-heist-long', { fullPage: true });
    await button('Next heist').focus();
    await page.keyboard.press('Enter');
    await shows('The Balogun Market Blackout');
    await page.keyboard.press('Space');
    await shows('The Lagoon Vault');
    staged.answer(calls.heists, { status: 500 });
    await page.reload();
    await text('Error fetching heist with affiliate requirements.').waitFor();
    staged.answer(calls.heists, { json: [] });
    await button('Try again').click();
    await text('No Heist Opportunities Available').waitFor();
    await look(page, 'affiliate-heist-empty');
  });
});

const auctionLink = pathTo(paths.auctionReferral, 7, 'ZAINAB12');
const heistLink = pathTo(paths.heistReferral, 7, 'ZAINAB12');

describe('the page of a link', () => {
  it('X10 A15 shows visitors the live auction, and leads them through sign-in and registration', async () => {
    const { staged, page } = await stage.reuse(null);
    staged.answer('/affiliate/auction/7/ZAINAB12', { json: linked });
    staged.answer('/watch/7', { json: visitedOf(auctionOf({ id: 7 })) });
    await stage.show(auctionLink);
    await text('zainab.m invited you.').waitFor();
    await look(page, 'affiliate-link-visitor');
    await page.getByRole('link', { name: 'Sign up free to bid' }).click();
    await page.waitForURL(`**${paths.register}`);
    staged.answer('/auth/send-otp', { json: { message: 'OTP sent to your email' } });
    staged.answer('/auth/check-otp', { json: { message: '', username: 'new_417' } });
    await page.getByLabel('E-mail').fill('new@copup.test');
    await button('Send OTP').click();
    await page.getByLabel('OTP').fill('123456');
    await until(async () => expect(await page.getByLabel('Referral code').inputValue()).toBe('ZAINAB12'));
    await stage.show(auctionLink);
    await page.getByRole('link', { name: 'Login' }).click();
    await page.waitForURL(`**${paths.login}`);
  });

  it('pays the entry fee once, or says that it was paid', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, wallet);
    staged.answer('/affiliate/auction/7/ZAINAB12', { status: 500 });
    await page.goto(auctionLink);
    await text('Failed to load auction details. Please try again.').waitFor();
    await look(page, 'affiliate-link-error');
    staged.answer('/affiliate/auction/7/ZAINAB12', { json: linked });
    await button('Try again').click();
    await button('Pay Entry Fee (10 coin)').waitFor();
    await look(page, 'affiliate-link');
    const pay = '/auction/pay-entry/affiliate/7/ZAINAB12';
    staged.answer(pay, {
      status: 409,
      json: { code: 'OWN_LINK', message: 'You cannot join through your own link.' },
    });
    await button('Pay Entry Fee (10 coin)').click();
    await text('You cannot join through your own link.').waitFor();
    staged.answer(pay, { json: { message: 'Pay entry fee successful!' } });
    await button('Pay Entry Fee (10 coin)').click();
    await text('Pay entry fee successful!').waitFor();
    await page.getByRole('link', { name: 'Open the auction' }).waitFor();
    await page.reload();
    staged.answer(pay, {
      status: 409,
      json: { code: 'ALREADY_JOINED', message: 'You have joined already.' },
    });
    await button('Pay Entry Fee (10 coin)').click();
    await text('Already joined auction').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL(`**${paths.dashboard}`);
  });

  it('sells the ticket of a heist, and names links that do not work', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, wallet);
    const heist = { ...linked, name: longName, price: 25 };
    staged.answer('/affiliate/heist/7/ZAINAB12', { json: heist });
    await page.goto(heistLink);
    await button('Buy Ticket (25) copup coin').waitFor();
    await look(page, 'affiliate-link-heist', { fullPage: true });
    const pay = '/hurt/heist/pay-entry/affiliate/7/ZAINAB12';
    staged.answer(pay, {
      status: 409,
      json: { code: 'NOT_ENOUGH_COINS', message: 'You need 5 more coins.' },
    });
    await button('Buy Ticket (25) copup coin').click();
    await text('Already joined the heist or insufficient copup coin.').waitFor();
    staged.answer(pay, { status: 201, json: { message: 'Pay entry fee successful!' } });
    await button('Buy Ticket (25) copup coin').click();
    await page.getByRole('link', { name: 'Open the heists' }).waitFor();
    staged.answer('/affiliate/heist/7/ZAINAB12', { json: { ...heist, open: false } });
    await page.reload();
    await text('Tickets for this heist are no longer sold.').waitFor();
    await look(page, 'affiliate-link-ended');
    staged.answer('/affiliate/heist/7/ZAINAB12', {
      status: 404,
      json: {
        code: 'UNKNOWN_REFERRER',
        message: 'This link is not valid: its referral code does not exist.',
      },
    });
    await page.reload();
    await text('This link is not valid').waitFor();
  });
});
