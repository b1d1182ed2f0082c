// @module-tag full
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { Operator } from '@copup/testkit/players.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, operator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { signIn } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { look } from './look.ts';

let app: App;
let browser: Browser;
let desk: Visitor;
let page: Page;
let by: Operator;

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  desk = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  page = desk.page;
  await signIn(desk, operator);
  await page.waitForURL('**/admin/overview');
  by = await app.signInOperator();
});
afterAll(async () => {
  await app?.stop();
});

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const dialog = () => page.getByRole('dialog');
/** What an input for a time of Lagos has. */
const timeIn = async (label: string) => Date.parse(`${await dialog().getByLabel(label).inputValue()}+01:00`);
const created = (noun: string) =>
  page
    .getByRole('status')
    .filter({ hasText: `${noun} created` })
    .first()
    .waitFor();

const subjects = [
  {
    noun: 'Contest',
    path: operatorPaths.contests,
    name: 'Title',
    fields: { kind: 'math', title: 'Quick sums', entry_fee: 2, prize: 4, minimum_users: 2 },
    shown: ['Minimum players', '2'],
  },
  {
    noun: 'Heist',
    path: operatorPaths.heists,
    name: 'Name',
    fields: {
      ...{ name: 'The Alaba Switch', prize: 10, prize_name: 'A phone', ticket_price: 5, category: 'cash' },
      ...{ question: 'Which river?', answers: ['Niger'], capacity: 9, minimum_users: 2 },
    },
    shown: ['Capacity', '9'],
  },
] as const;

describe('O3 a copy', () => {
  it.each(subjects)(
    'of a $noun has its terms, and lasts as long',
    async ({ noun, path, name, fields, shown }) => {
      const times = { starts_at: inHours(0.2), end_date: inHours(3.2) };
      const { id } = await by.call<{ id: number }>('POST', `/admin/${path}`, { ...fields, ...times });
      await page.goto(`${operatorPath(path)}/${id}`);
      await page.getByRole('button', { name: /^Duplicate / }).click();
      const [label, value] = shown;
      expect(await dialog().getByLabel(label).inputValue()).toBe(value);
      const [start, end] = [await timeIn('Starts at'), await timeIn('Ends at')];
      expect(start).toBeGreaterThan(Date.parse(times.starts_at));
      expect(end - start).toBe(3 * hourMs);
      await dialog().getByLabel(name, { exact: true }).fill('The second one');
      await look(page, `console-duplicate-${noun.toLowerCase()}`);
      await dialog()
        .getByRole('button', { name: `Create ${noun.toLowerCase()}` })
        .click();
      await created(noun);
      await page.goto(operatorPath(path));
      await page.getByRole('row').filter({ hasText: 'The second one' }).waitFor();
    },
  );

  it.each([
    {
      noun: 'Task',
      path: operatorPaths.tasks,
      fields: { description: 'Follow our page', task_coin_reward: 40, urlLink: 'https://example.com/copup' },
      state: { is_active: false },
      shown: 'Active',
    },
    {
      noun: 'Post',
      path: operatorPaths.posts,
      fields: { category: 'Wallet', description: 'Fees are low.' },
      state: { is_published: true },
      shown: 'Draft',
    },
  ])('of a $noun has its fields, but not its state', async ({ noun, path, fields, state, shown }) => {
    await by.call('POST', `/admin/${path}`, { title: 'The first one', ...fields, ...state });
    await page.goto(operatorPath(path));
    await page.getByRole('button', { name: 'Actions for The first one' }).click();
    await dialog().getByRole('button', { name: 'Duplicate The first one' }).click();
    await dialog()
      .getByText(/^A copy of/)
      .waitFor();
    await dialog().getByLabel('Title').fill('The second one');
    await look(page, `console-duplicate-${noun.toLowerCase()}`);
    await dialog()
      .getByRole('button', { name: `Create ${noun.toLowerCase()}` })
      .click();
    await created(noun);
    const copy = page.getByRole('row').filter({ hasText: 'The second one' });
    await copy.getByText(shown).waitFor();
    const rows = await by.call<Record<string, unknown>[]>('GET', `/admin/${path}`);
    expect(rows.find(({ title }) => title === 'The second one')).toMatchObject(fields);
    expect(desk.errors).toEqual([]);
  });
});
