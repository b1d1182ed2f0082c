// @module-tag full
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor } from './support/browser.ts';
import { createPlayer, Realm, signIn, visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});

const limitOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const auctionBody = (over: object = {}) => ({
  name: 'Rice cooker',
  category: 'product' as const,
  price: 45_000,
  entry_bid_points: 30,
  end_date: new Date(Date.now() + 600_000).toISOString(),
  ...over,
});

describe('/limits', () => {
  it('G1 a limit refuses an entry with a way to the limits; a lower one counts at once, a higher one later', async () => {
    const realm = await Realm.create(app, { players: 1, coins: 500 });
    const auction = await realm.createAuction({ entry_bid_points: 30 });
    const { page, errors, context } = await realm.visit(browser, app, 0);
    await page.goto(paths.profile);
    await page.getByRole('link', { name: /Limits and breaks/ }).click();
    const daily = limitOf(page, 'Daily limit');
    await daily.getByText('No limit').waitFor();
    await daily.getByRole('button', { name: 'Set the daily limit' }).click();
    const sheet = page.getByRole('dialog', { name: 'Daily limit' });
    await sheet.getByLabel('Coins a day').fill('twenty');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('Enter a whole number from 1 to 1,000,000,000.').waitFor();
    await sheet.getByLabel('Coins a day').fill('20');
    await sheet.getByText('It counts at once.').waitFor();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await daily.getByText('of 20 coins a day').waitFor();

    await page.goto(pathTo(paths.auction, auction));
    await page.getByRole('button', { name: 'Pay Entry Fee (30 coin)' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Your limit is 20 coins a day' });
    await refusal.getByRole('link', { name: 'Limits and breaks' }).click();
    await page.waitForURL(`**${paths.limits}`);

    await daily.getByRole('button', { name: 'Change the daily limit' }).click();
    await sheet.getByLabel('Coins a day').fill('100');
    await sheet.getByText('It counts after 24 hours.').waitFor();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await daily.getByText(/^100 coins from /).waitFor();
    await daily.getByText('of 20 coins a day').waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('G2 a time-out refuses a bid; the bid that leads stays, and operators see the break', async () => {
    const name = 'ada_limits';
    const player = await createPlayer(app, name, 500);
    const by = await app.signInOperator();
    const [led, other] = [
      await by.createAuction(auctionBody({ name: 'Standing fan', entry_bid_points: 5 })),
      await by.createAuction(auctionBody({ entry_bid_points: 5 })),
    ];
    const { page, errors, context } = await visitSignedIn(browser, app, player);
    await page.goto(pathTo(paths.auction, led.id));
    await page.getByRole('button', { name: 'Pay Entry Fee (5 coin)' }).click();
    await page.getByRole('button', { name: /Place Bid/ }).click();
    await page.getByText('Bid placed successfully!').waitFor();

    await page.goto(paths.limits);
    await page.getByRole('button', { name: /Take a time-out/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Take a time-out' });
    await sheet.getByText('You lead on Standing fan. That bid stays and can still win.').waitFor();
    await sheet.getByRole('radio', { name: /^1 day/ }).check();
    await sheet.getByRole('button', { name: 'Start 1 day' }).click();
    await page.getByRole('status').filter({ hasText: 'You are taking a time-out' }).waitFor();

    await page.goto(pathTo(paths.auction, other.id));
    await page.getByRole('button', { name: 'Pay Entry Fee (5 coin)' }).click();
    await page.getByRole('alert').filter({ hasText: 'Your time-out lasts until' }).waitFor();
    await page.goto(pathTo(paths.auction, led.id));
    await page.getByRole('region', { name: 'Current bidder' }).getByText(name, { exact: true }).waitFor();

    const desk = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
    await signIn(desk, operator);
    await desk.page.waitForURL('**/admin**');
    await desk.page.goto(`/admin/users?filter={"q":"${name}"}`);
    await desk.page.getByRole('button', { name: `Limits of ${name}` }).click();
    const record = desk.page.getByRole('dialog', { name: `Limits of ${name}` });
    await record
      .getByText(/^Time-out until /)
      .first()
      .waitFor();
    expect(await record.getByRole('button').count()).toBe(1);
    expect([...errors, ...desk.errors]).toEqual([]);
    await Promise.all([context.close(), desk.context.close()]);
  });

  it('G2 closes play for good after a typed confirmation and the password', async () => {
    const name = 'bola_limits';
    const player = await createPlayer(app, name, 100);
    await app.ageSignIns(11, player.id);
    const { page, errors, context } = await visitSignedIn(browser, app, player);
    await page.goto(paths.limits);
    await page.getByRole('button', { name: /Close play for longer/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Close play for longer' });
    await sheet.getByRole('radio', { name: /^For good/ }).check();
    const close = sheet.getByRole('button', { name: 'Close play for good' });
    await sheet.getByLabel('Type “close for good” to confirm').fill('close play');
    expect(await close.isDisabled()).toBe(true);
    await sheet.getByLabel('Type “close for good” to confirm').fill('Close for good');
    await close.click();
    const confirm = page.getByRole('dialog', { name: 'Confirm it is you' });
    await confirm.getByLabel('Password').fill(`${name} likes jollof`);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('status').filter({ hasText: 'Play is closed for good' }).waitFor();
    for (const row of [/Take a time-out/, /Close play for longer/]) {
      expect(await page.getByRole('button', { name: row }).isDisabled()).toBe(true);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('G3 the reminder', () => {
  it('shows time and result after an hour of play, once, with the way to the limits', async () => {
    const name = 'chidi_limits';
    const player = await createPlayer(app, name, 100);
    const by = await app.signInOperator();
    const { id } = await by.createAuction(auctionBody());
    const { page, errors, context } = await visitSignedIn(browser, app, player);
    await page.clock.install();
    await page.goto(pathTo(paths.auction, id));
    await page.getByRole('button', { name: 'Pay Entry Fee (30 coin)' }).click();
    await page.getByText('Pay entry fee successful!').waitFor();
    await app.setPlayed(player.id, 3_700);
    await page.clock.fastForward(61_000);
    const reminder = page.getByRole('dialog', { name: 'Time to check in' });
    await reminder.getByText(/You have played for 1 hour/).waitFor();
    await reminder.getByText('−30').waitFor();
    await reminder.getByRole('link', { name: 'Limits and breaks' }).click();
    await page.waitForURL(`**${paths.limits}`);
    expect(errors).toEqual([]);
    await context.close();
  });
});
