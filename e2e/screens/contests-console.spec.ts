// @module-tag full
import type { AdminContest, NewContestBody } from '@copup/shared/contests.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { App, operator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { failUntilPressed } from '../support/fail-until-pressed.ts';
import { Realm, signIn, until } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { story } from '../support/story.ts';
import { look } from './look.ts';
import { longName } from './staged-page.ts';

let app: App;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  visitor = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  page = visitor.page;
  await signIn(visitor, operator);
  await page.waitForURL('**/admin/overview');
});
afterAll(async () => {
  await app?.stop();
});

const dialog = (name: string) => page.getByRole('dialog', { name });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const expectStatus = (text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
/** What a datetime-local field takes: time of Lagos without a zone. */
const local = (ms: number) => new Date(Date.now() + ms + 3_600_000).toISOString().slice(0, 19);
const hour = 3_600_000;

async function create(body: Partial<NewContestBody>): Promise<AdminContest> {
  const rest = { kind: 'tap' as const, entry_fee: 10, prize: 20, minimum_users: 2, end_date: inMs(hour) };
  return (await app.signInOperator()).call('POST', '/admin/contests', {
    title: 'Suya Break',
    ...rest,
    ...body,
  });
}

story(
  'O3 the operators’ contests',
  {},
  {
    'are listed with long titles and large numbers, and are empty, loading and failed': async () => {
      await page.getByRole('link', { name: 'Contests' }).click();
      await page.getByText(/^Nothing (matches|here yet)$/).waitFor();
      await look(page, 'console-contests-empty');
      await create({ title: longName, entry_fee: 1_000_000_000, prize: 1_000_000_000, minimum_users: 1_000 });
      await create({ title: 'Owerri Masters', kind: 'card' });
      await create({ title: 'High Table', kind: 'math', starts_at: inMs(hour), end_date: inMs(2 * hour) });
      await page.reload();
      await row('High Table').waitFor();
      await look(page, 'console-contests', { fullPage: true });
      await failUntilPressed(page, '**/api/admin/contests?*', { status: 500, json: {} });
      visitor.expectNetworkLoss();
      await page.reload();
      await page.getByRole('alert').waitFor();
      await look(page, 'console-contests-error');
      await page.setViewportSize(desktop);
      await page.getByRole('button', { name: 'Try again' }).click();
      await row('High Table').waitFor();
      await page.unroute('**/api/admin/contests?*');
    },

    'are created, with errors at their fields': async () => {
      await page.setViewportSize(desktop);
      await page.getByRole('button', { name: 'New contest' }).click();
      const form = dialog('New contest');
      await form.getByRole('button', { name: 'Create contest' }).click();
      await form.getByText('Enter a title.').waitFor();
      await look(page, 'console-contest-new', { fullPage: true });
      await form.getByLabel('Title').fill('Three Card Rush');
      await form.getByLabel('Game').selectOption('card');
      await form.getByLabel('Minimum players').fill('2');
      await form.getByLabel('Entry fee (coins)').fill('20');
      await form.getByLabel('Prize (coins)').fill('40');
      await form.getByLabel('Starts at').fill(local(2 * hour));
      await form.getByLabel('Ends at').fill(local(hour));
      await form.getByRole('button', { name: 'Create contest' }).click();
      await form.getByText('The end must be after the start.').waitFor();
      await form.getByLabel('Ends at').fill(local(3 * hour));
      await form.getByRole('button', { name: 'Create contest' }).click();
      await expectStatus('Contest created');
      await row('Three Card Rush').getByText('pending').waitFor();
    },

    'are edited: all terms while pending, only the texts and the picture once live': async () => {
      await row('Three Card Rush').getByRole('button', { name: 'Edit Three Card Rush' }).click();
      let form = page.getByRole('dialog', { name: /^Edit contest/ });
      await form.getByLabel('Prize (coins)').fill('35');
      await look(page, 'console-contest-edit', { fullPage: true });
      await form.getByRole('button', { name: 'Save' }).click();
      await expectStatus('Contest saved');
      await row('Three Card Rush').getByText('35', { exact: true }).waitFor();
      await row('Owerri Masters').getByRole('button', { name: 'Edit Owerri Masters' }).click();
      form = page.getByRole('dialog', { name: /^Edit contest/ });
      await form.getByText('only its title, description and picture can change').waitFor();
      expect(await form.getByLabel('Prize (coins)').count()).toBe(0);
      await look(page, 'console-contest-edit-live');
      await form.getByLabel('Title').fill('Owerri Card Masters');
      await form.getByRole('button', { name: 'Save' }).click();
      await row('Owerri Card Masters').waitFor();
    },

    'C1 are cancelled with a reason that the players read, and the entry fees come back': async () => {
      const realm = await Realm.create(app, { players: 1, coins: 100 });
      const { id } = await create({ title: 'Rainy Day Taps', realm: realm.id });
      const player = await realm.visit(browser, app, 0);
      await player.page.goto('/tap');
      await player.page.getByRole('button', { name: /^Join.*Rainy Day Taps/ }).click();
      await player.page.waitForURL(`**/contest/${id}`);
      await page.getByLabel('Realm').fill(String(realm.id));
      await page.getByRole('button', { name: 'Search' }).click();
      await row('Rainy Day Taps').getByRole('button', { name: 'Cancel Rainy Day Taps' }).click();
      const form = dialog('Cancel Rainy Day Taps');
      await form.getByText('Refunds one entry, 10 coins').waitFor();
      await form.getByText('Tells one player, with your reason').waitFor();
      await look(page, 'console-contest-cancel');
      await form.getByLabel('Reason').fill('The rain took the network.');
      await form.getByRole('button', { name: 'Cancel contest' }).click();
      await expectStatus('Contest cancelled');
      await until(async () => expect(await row('Rainy Day Taps').textContent()).toContain('Void'));
      await player.page.getByText('Rainy Day Taps was cancelled: The rain took the network.').waitFor();
      await player.page.getByText('Your 10 coins are back.').waitFor();
      expect(player.errors).toEqual([]);
      await player.context.close();
    },
  },
);
