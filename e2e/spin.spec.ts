// @module-tag full
import { paths } from '@copup/shared/page-paths.ts';
import type { SpinReply } from '@copup/shared/spins.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { Realm, signIn, until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const passcode = 'HARMATTAN-26';
const coins = 500;

let app: App;
let browser: Browser;
/** Players of this attempt, who have not spun. */
let realm: Realm;
let visitors: Visitor[] = [];

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
beforeEach(async () => {
  for (const { context } of visitors.splice(0)) await context.close();
  await setPasscode(passcode);
  realm = await Realm.create(app, { players: 1, coins });
});
afterAll(async () => {
  await app?.stop();
});

async function setPasscode(value: string): Promise<void> {
  await (await app.signInOperator()).call('PUT', '/admin/settings/spinPasscode', { value });
}

/** A window of the only player. */
async function visit(): Promise<Visitor> {
  const visitor = await realm.visit(browser, app, 0, { viewport: desktop });
  visitors = [...visitors, visitor];
  return visitor;
}

async function unlock({ page }: Visitor, code = passcode): Promise<void> {
  const gate = page.getByRole('dialog', { name: 'Enter your passcode' });
  await gate.getByLabel('Passcode').fill(code);
  await gate.getByRole('button', { name: 'Unlock the wheel' }).click();
}
const spinButton = (page: Page) => page.getByRole('button', { name: 'Spin', exact: true });

/** Presses Spin; returns the server's reply. */
async function spin({ page }: Visitor): Promise<SpinReply> {
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().endsWith('/user/spin') && each.request().method() === 'POST'),
    spinButton(page).click(),
  ]);
  return (await response.json()) as SpinReply;
}

const said = ({ result }: SpinReply) => (result === 0 ? 'No coins this time.' : `You won ${result} coins.`);
const balances = (page: Page) => page.getByTitle('Coin balance').allTextContents();

describe('B1 a spin of a player', () => {
  it('stops where the server has drawn, shows the coins only then, and leads to the wallet', async () => {
    const player = await visit();
    const { page } = player;
    await page.goto(paths.dashboard);
    await page.getByRole('link', { name: 'Spin' }).click();
    await unlock(player, 'HARMATTAN-25');
    await page.getByText('Incorrect passcode. Please try again.').first().waitFor();
    await unlock(player);
    await spinButton(page).waitFor();
    await until(async () => expect(await balances(page)).toEqual([`${coins} coins`, `${coins} coins`]));
    // Every balance of the page while the wheel turns.
    await page.evaluate(() => {
      const shown = new Set<string>();
      Object.assign(globalThis, { shown });
      const record = () => {
        if (!document.body.textContent?.includes('Spinning…')) return;
        for (const pill of document.querySelectorAll('[title="Coin balance"]'))
          shown.add(pill.textContent ?? '');
      };
      new MutationObserver(record).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    const reply = await spin(player);
    await page
      .getByRole('status')
      .filter({ hasText: said(reply) })
      .waitFor();
    const won = `${coins + reply.result} coins`;
    // The wheel's page leads on within three seconds, so each of the balances shown counts, not their number.
    await until(async () => expect(new Set(await balances(page))).toEqual(new Set([won])));
    const shown = await page.evaluate(() => [...(globalThis as unknown as { shown: Set<string> }).shown]);
    expect(shown).toEqual([`${coins} coins`]);
    await page.waitForURL(`**${paths.dashboard}`);
    expect(player.errors).toEqual([]);
  });

  it('is shown after a reload during the turn, on another device, and can be checked', async () => {
    const [phone, tablet] = [await visit(), await visit()];
    await phone.page.goto(paths.spin);
    await unlock(phone);
    await spinButton(phone.page).waitFor();
    await tablet.page.goto(paths.spin);
    await spinButton(tablet.page).waitFor();
    const reply = await spin(phone);
    await phone.page.reload();
    await phone.page
      .getByRole('status')
      .filter({ hasText: said(reply) })
      .waitFor();
    await phone.page.getByText('You can spin only once').waitFor();
    // The other device still offers the spin, and learns that it is used.
    await spinButton(tablet.page).click();
    await tablet.page.getByRole('alert').filter({ hasText: 'You can spin only once' }).waitFor();
    await tablet.page
      .getByRole('status')
      .filter({ hasText: said(reply) })
      .waitFor();
    await tablet.page.getByRole('link', { name: 'Check your spin' }).click();
    await tablet.page.getByRole('heading', { name: 'Your spin matches' }).waitFor();
    for (const { errors } of [phone, tablet]) expect(errors).toEqual([]);
  });

  it('needs the passcode again when operators have changed it', async () => {
    const player = await visit();
    const { page } = player;
    await page.goto(paths.spin);
    await unlock(player);
    await spinButton(page).waitFor();
    await setPasscode('RAINY-SEASON');
    await spinButton(page).click();
    await page.getByText('Enter the passcode first.').waitFor();
    await unlock(player, 'RAINY-SEASON');
    await spinButton(page).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: said(await spin(player)) })
      .waitFor();
    expect(player.errors).toEqual([]);
  });
});

describe('B5 the console', () => {
  it('sets passcode and budget, shows what is spent, and warns without passcode or coins', async () => {
    await setPasscode('');
    const desk = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
    visitors = [...visitors, desk];
    const { page } = desk;
    await signIn(desk, operator);
    await page.waitForURL('**/admin**');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('No passcode for Spin').waitFor();
    await page.getByText('Rewards cannot pay a spin').waitFor();
    const change = async (name: string, value: string) => {
      await page.getByRole('button', { name: `Change ${name}` }).click();
      const form = page.getByRole('dialog', { name: `Change ${name}` });
      await form.getByLabel(/^(New code|Value)/).fill(value);
      await form.getByLabel('Reason').fill('For the test');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
    };
    await change('Passcode of the wheel', 'LAGOON-4711');
    await until(async () => expect(await page.getByText('No passcode for Spin').count()).toBe(0));
    await change('Budget of the wheel a day', '250');
    await page.getByRole('region', { name: 'Spin today' }).getByText('0 of 250 coins won').waitFor();
    expect(await page.getByText('LAGOON-4711').count()).toBe(0);
    await page.getByRole('region', { name: 'Spin today' }).scrollIntoViewIfNeeded();
    await desk.screenshots('console-spin');
    expect(desk.errors).toEqual([]);
  });
});
