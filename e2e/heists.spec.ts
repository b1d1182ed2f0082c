// @module-tag full
import type { AdminHeist, NewHeistBody } from '@copup/shared/heists.ts';
import { operatorPath, operatorPaths, paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { createPlayer, signIn, until, visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const names = ['ada_eze', 'bisi_ade', 'chidi_obi', 'dayo_bello'] as const;
type Name = (typeof names)[number];
const holders = ['ada_eze', 'bisi_ade', 'chidi_obi'] as const;

const name = 'The Balogun Market Blackout';
const code = 'LAGOS-24';
const question = 'I am spent every day and never run out. What am I?';
const price = 120;
const startMs = 80_000;

let app: App;
let browser: Browser;
let office: Visitor;
const visitors = {} as Record<Name, Visitor>;

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  for (const each of names) {
    const user = await createPlayer(app, each, 500);
    visitors[each] = await visitSignedIn(browser, app, user, { viewport: desktop });
  }
  office = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  await signIn(office, operator);
  await office.page.waitForURL('**/admin**');
});
afterAll(async () => {
  await app?.stop();
});

const pageOf = (each: Name) => visitors[each].page;

async function createHeist(): Promise<number> {
  const by = await app.signInOperator();
  await by.call('PUT', '/admin/settings/heistUnlockCode', { value: code });
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const body: NewHeistBody = {
    name,
    story: 'At 9:14 pm the lights go out on all five floors.',
    prize: 6_500,
    prize_name: 'Game console and two pads',
    ticket_price: price,
    category: 'product',
    question,
    answers: ['Time', 'The time'],
    capacity: 50,
    minimum_users: 2,
    opens_at: inMs(3_600_000),
    starts_at: inMs(7_200_000),
    end_date: inMs(10_800_000),
  };
  return (await by.call<AdminHeist>('POST', '/admin/heists', body)).id;
}

/** H7: the code, then the list of waiting heists. */
async function unlock(each: Name): Promise<void> {
  const page = pageOf(each);
  await page.goto(paths.preventHeist);
  await page.getByLabel('Enter Unlock Code').fill(code);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByText('Unlocked.').waitFor();
}

/** H2: from the card on the open page. */
async function buyTicket(each: Name): Promise<void> {
  const page = pageOf(each);
  const card = page.getByRole('article', { name });
  await card.getByRole('button', { name: 'Buy Ticket' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Buy Ticket for ${price} coins` })
    .click();
  await page.getByText('Pay entry fee successful!').waitFor();
  await card.getByText('Ticket bought').waitFor();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByText(`${500 - price} coins`)
    .waitFor();
}

async function answer(each: Name, text: string): Promise<void> {
  const page = pageOf(each);
  const field = page.getByLabel('Your answer');
  await until(async () => expect(await field.evaluate((it) => it === document.activeElement)).toBe(true));
  await page.keyboard.type(text);
  await page.getByRole('button', { name: 'Submit Answer' }).click();
  await page.getByRole('heading', { name: 'Your answer is in' }).waitFor();
  await page.getByText(text.trim(), { exact: true }).waitFor();
}

describe('four players and an operator in five browsers', () => {
  it('H1 H2 H3 H4 H7 H8 from early tickets to the prize and its order', async () => {
    const id = await createHeist();
    const { page: ada } = visitors.ada_eze;
    await ada.goto(paths.heist);
    await ada.getByRole('link', { name: /Prevent Heist/ }).click();
    await ada.getByLabel('Enter Unlock Code').fill('ABUJA-24');
    await ada.getByRole('button', { name: 'Unlock', exact: true }).click();
    await ada.getByText('Incorrect Code! Please try again.').first().waitFor();
    await unlock('ada_eze');
    await buyTicket('ada_eze');
    await unlock('bisi_ade');
    await pageOf('bisi_ade').getByText('1 of 50').first().waitFor();
    await buyTicket('bisi_ade');

    // The lists are open before the heist is: it arrives by push.
    const lists = pageOf('chidi_obi');
    await lists.goto(paths.heists);
    await lists.getByText('There are no heists about to start.').waitFor();
    await pageOf('dayo_bello').goto(pathTo(paths.vault, id));
    await pageOf('dayo_bello').getByText('You have no ticket').waitFor();
    await app.openHeist(id, { startsInS: 40 });
    await lists
      .getByRole('region', { name: 'Heists About to Start' })
      .getByRole('article', { name })
      .waitFor();
    await buyTicket('chidi_obi');

    for (const each of holders) {
      await pageOf(each).waitForURL(`**${pathTo(paths.vault, id)}`, { timeout: startMs });
      await pageOf(each).getByText(question).waitFor({ timeout: startMs });
    }
    await pageOf('dayo_bello').getByText('Only ticket holders see the question and can answer.').waitFor();
    expect(await pageOf('dayo_bello').getByText(question).count()).toBe(0);
    await answer('bisi_ade', 'A river');
    await answer('ada_eze', '  the TIME! ');
    await answer('chidi_obi', 'time');

    await app.endHeist(id);
    await ada.getByRole('heading', { name: 'You cracked it' }).waitFor({ timeout: startMs });
    for (const each of ['bisi_ade', 'chidi_obi', 'dayo_bello'] as const) {
      const dialog = pageOf(each).getByRole('dialog', { name: 'The answer was “Time”' });
      await dialog
        .getByText(/^ada_eze gave the earliest correct answer and won/)
        .waitFor({ timeout: startMs });
      await dialog.getByText('The sealed answer matches').waitFor();
    }
    await ada.getByText('The sealed answer matches').waitFor();

    await ada.getByRole('link', { name: 'Go to cart' }).click();
    await ada.getByText(name).first().waitFor();
    await ada.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await ada.getByRole('textbox').fill('0803 000 0000, 12 Allen Avenue, Ikeja');
    await ada.getByRole('button', { name: 'Place Order' }).click();
    await ada.getByRole('link', { name: 'Follow my orders' }).click();
    await ada.waitForURL(`**${paths.heistOrders}`);
    await ada.getByText(name).first().waitFor();

    await office.page.goto(operatorPath(operatorPaths.heistOrders));
    await office.page.getByRole('cell', { name: /12 Allen Avenue/ }).waitFor();
    await pageOf('dayo_bello').goto(paths.heistWinners);
    await pageOf('dayo_bello')
      .getByRole('button', { name: /^View Winner/ })
      .click();
    await pageOf('dayo_bello').getByRole('dialog').getByText('ada_eze').first().waitFor();
    for (const { errors } of [...Object.values(visitors), office]) expect(errors).toEqual([]);
  });
});
