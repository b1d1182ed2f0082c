// @module-tag full
import type { AdminReferral } from '@copup/shared/affiliates.ts';
import type { AdminHeist, NewHeistBody } from '@copup/shared/heists.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { call } from '@copup/testkit/players.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { look } from './screens/look.ts';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { fundRewards } from './support/operators.ts';
import {
  createPlayer,
  newPerson,
  type Person,
  type RealPlayer,
  register,
  signIn,
  until,
  visitSignedIn,
} from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';
import { story } from './support/story.ts';

let app: App;
let browser: Browser;
const visitors: Visitor[] = [];
/** The operator's browser. */
let desk: Visitor;
let bola: Person;
let zainab: RealPlayer;
let chinwe: RealPlayer;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  desk = await arrive('operator');
  await desk.page.setViewportSize(desktop);
  await signIn(desk, operator);
  await desk.page.waitForURL('**/admin**');
});
afterAll(async () => {
  for (const { name, errors } of visitors) expect(errors, name).toEqual([]);
  await app?.stop();
});

async function arrive(name: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name, url: app.url });
  visitors.push(visitor);
  return visitor;
}

/** Generates the link of the offer that is shown, and returns its path. */
async function generateLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate Affiliate Link' }).click();
  const link = await page.locator('p.font-mono').textContent();
  return new URL(link ?? '').pathname;
}

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

story(
  'T2 an affiliate link',
  { timeout: 300_000 },
  {
    'T5 X10 leads from a visitor over registration and return to a claimed reward, live for the referrer':
      async () => {
        const by = await app.signInOperator();
        const { id } = await by.createAuction({
          name: 'Tecno Phantom V Fold',
          category: 'product',
          price: 45_000,
          entry_bid_points: 20,
          target_users: 2,
          reward_bid_points: 20,
          end_date: soon(60),
        });
        zainab = await createPlayer(app, 'zainab', 10);
        const emeka = await createPlayer(app, 'emeka', 100);
        const referrer = await visitSignedIn(browser, app, zainab);
        visitors.push(referrer);
        await referrer.page.goto(paths.auctionAffiliate);
        await referrer.page.getByText('0/2').first().waitFor();
        const link = await generateLink(referrer.page);
        expect(link).toMatch(new RegExp(`^/affiliate/${id}/[A-Z0-9]+$`));

        // A visitor registers through the link, which is also the referral code, and returns to it.
        bola = newPerson({ username: 'bola', fullName: 'Bola Ade', password: 'brown yam 9' });
        const friend = await arrive(bola.username);
        const { page } = friend;
        await page.goto(link);
        await page.getByText(`${zainab.username} invited you`).waitFor();
        await page.getByRole('link', { name: 'Sign up free to bid' }).click();
        await page.waitForURL(`**${paths.register}`);
        await register(friend, app, bola, { isOpen: true });
        await page.waitForURL(`**${link}`);
        const { id: userId } = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
        await by.adjust(userId, 50, 'coins-of-bola');
        await page.getByRole('button', { name: 'Pay Entry Fee (20 coin)' }).click();
        await page.getByText('Pay entry fee successful!').waitFor();
        await page.getByRole('link', { name: 'Open the auction' }).waitFor();
        const invited = await call(app.url, 'GET', '/user/referrals', { token: zainab.token });
        expect(JSON.stringify(invited.body)).toContain(bola.username);

        // The referrer's ring has moved, without a reload. A second payment counts nothing.
        await referrer.page.getByText('1/2').first().waitFor();
        await page.reload();
        await page.getByRole('button', { name: 'Pay Entry Fee (20 coin)' }).click();
        await page.getByText('Already joined auction').waitFor();

        // A user without a session signs in from the link, and returns to it.
        const second = await arrive('emeka');
        await second.page.goto(link);
        await second.page.getByRole('link', { name: 'Login' }).click();
        await second.page.waitForURL(`**${paths.login}`);
        await signIn(second, emeka);
        await second.page.waitForURL(`**${link}`);
        await second.page.getByRole('button', { name: 'Pay Entry Fee (20 coin)' }).click();
        await second.page.getByText('Pay entry fee successful!').waitFor();
        await referrer.page.getByText('2/2').first().waitFor();
        await referrer.page.getByText('Opens when the auction is settled').waitFor();
        const claim = referrer.page.getByRole('button', { name: 'Claim Reward' });
        expect(await claim.isDisabled()).toBe(true);

        // After the settlement the claim is ready, again without a reload.
        await until(async () => {
          const own = { token: emeka.token, key: 'a-bid-of-emeka' };
          // A busy server refuses with BUSY, and the client resends.
          expect((await call(app.url, 'POST', `/auction/bid/${id}`, own)).status).toBeLessThan(300);
        });
        await app.endAuction(id);
        await referrer.page.getByText('Ready to claim').waitFor({ timeout: 60_000 });
        await claim.click();

        // `rewards` is empty: operators see the claim, and it succeeds once they have funded it.
        await referrer.page.getByText('The reward cannot be paid at the moment.').waitFor();
        await desk.page.goto('/admin/affiliates');
        await desk.page.getByText('Claimed rewards of 20 coins wait; the fund holds 0 coins').waitFor();
        await desk.page.getByText(`${zainab.username}: 20 coins for Tecno Phantom V Fold.`).waitFor();
        await fundRewards(app, 100);
        await claim.click();
        await referrer.page.getByText('Reward claimed', { exact: true }).first().waitFor();
        expect(await claim.isDisabled()).toBe(true);
        const profile = await call(app.url, 'GET', '/user/profile', { token: zainab.token });
        expect(profile.body).toMatchObject({ bid_points: 30, bonus_points: 20 });
        await referrer.page.goto(paths.affiliates);
        await referrer.page.getByText('2/2 (100%)').waitFor();
      },

    'H2 sells the ticket of a heist with status 201': async () => {
      const by = await app.signInOperator();
      const body: NewHeistBody = {
        name: 'The Lagoon Vault',
        prize: 50,
        prize_name: 'Fifty coins',
        ticket_price: 10,
        category: 'cash',
        question: 'Which lagoon?',
        answers: ['Lagos'],
        capacity: 10,
        minimum_users: 1,
        target_users: 5,
        reward_bid_points: 5,
        starts_at: soon(60),
        end_date: soon(90),
      };
      const { id } = await by.call<AdminHeist>('POST', '/admin/heists', body);
      chinwe = await createPlayer(app, 'chinwe', 10);
      const referrer = await visitSignedIn(browser, app, chinwe);
      visitors.push(referrer);
      await referrer.page.goto(paths.heistAffiliate);
      await referrer.page.getByText('0/5').first().waitFor();
      const link = await generateLink(referrer.page);
      expect(link).toBe(pathTo(paths.heistReferral, id, link.split('/').at(-1) ?? ''));
      const buyer = await visitSignedIn(browser, app, await createPlayer(app, 'tunde', 100));
      visitors.push(buyer);
      await buyer.page.goto(link);
      const replied = buyer.page.waitForResponse((response) =>
        response.url().includes('/hurt/heist/pay-entry/'),
      );
      await buyer.page.getByRole('button', { name: 'Buy Ticket (10) copup coin' }).click();
      expect((await replied).status()).toBe(201);
      await buyer.page.getByRole('link', { name: 'Open the heists' }).waitFor();
      await referrer.page.getByText('1/5').first().waitFor();
      await buyer.page.reload();
      await buyer.page.getByRole('button', { name: 'Buy Ticket (10) copup coin' }).click();
      await buyer.page.getByText('Already joined the heist or insufficient copup coin.').waitFor();
    },

    'shows operators who referred whom, the flags in words, and the users': async () => {
      const { page } = desk;
      // A periodic job sets the flags.
      const by = await app.signInOperator();
      await until(async () => {
        const referrals = await by.call<AdminReferral[]>('GET', '/admin/affiliates');
        expect(referrals.find(({ username }) => username === bola.username)?.flags).toContain('same_network');
      }, 30_000);
      await page.goto('/admin/affiliates');
      expect(await page.getByText('Claimed rewards of').count()).toBe(0);
      const row = page.getByRole('row').filter({ hasText: bola.username });
      await row.getByRole('cell').getByText('Same network').waitFor();
      await row.getByRole('cell').getByText('reward claimed').waitFor();
      await look(page, 'console-affiliates', { fullPage: true });
      await page.setViewportSize(desktop);
      await page.getByLabel('Kind').selectOption('heist');
      await page.getByRole('row').filter({ hasText: chinwe.username }).waitFor();
      await until(async () => expect(await row.count()).toBe(0));
      await page.getByRole('radio', { name: 'Referrers' }).check();
      await page.getByRole('button', { name: `Referrals of ${zainab.username}` }).click();
      await row.waitFor();
      await row.getByRole('link', { name: bola.username }).click();
      await page.waitForURL('**/admin/users**');
      await page.getByRole('row').filter({ hasText: bola.email }).waitFor();
    },
  },
);
