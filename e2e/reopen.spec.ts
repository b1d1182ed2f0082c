import { operatorPath, operatorPaths, paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from './screens/look.ts';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor, phone } from './support/browser.ts';
import { createPlayer, type RealPlayer, signIn, until, visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const HOUR_MS = 3_600_000;
const coins = 500;
const fee = 20;
const reason = 'The wrong item was shown.';

let app: App;
let browser: Browser;
let office: Page;
let user: RealPlayer;
let page: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  user = await createPlayer(app, 'ada_eze', coins);
  ({ page } = await visitSignedIn(browser, app, user, { viewport: phone }));
  const admin = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  office = admin.page;
  await signIn(admin, operator);
  await office.waitForURL('**/admin/overview');
});
afterAll(async () => {
  await app?.stop();
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
/** The value of an input for a time, in Lagos. */
const local = (ms: number) => inMs(ms + HOUR_MS).slice(0, 19);
const heist = {
  ...{ name: 'The old heist', story: 'It boils.', prize: 30, prize_name: '30 coins', ticket_price: fee },
  ...{ category: 'cash', question: 'What opens it?', answers: ['Key'], capacity: 10, minimum_users: 2 },
};
const kinds = [
  {
    noun: 'auction',
    label: 'Name',
    list: operatorPaths.auctions,
    shown: paths.auction,
    body: () => ({ name: 'The old auction', category: 'product', price: 1_000, entry_bid_points: fee }),
    enter: (id: number) => post(`/auction/pay-entry/${id}`, {}),
  },
  {
    noun: 'contest',
    label: 'Title',
    list: operatorPaths.contests,
    shown: paths.tapContest,
    body: () => ({ kind: 'tap', title: 'The old contest', entry_fee: fee, prize: 30, minimum_users: 2 }),
    enter: (id: number) => post('/tap/join-tap', { tap_contest_id: id }),
  },
  {
    noun: 'heist',
    label: 'Name',
    list: operatorPaths.heists,
    shown: paths.vault,
    body: () => ({ ...heist, starts_at: inMs(1.5 * HOUR_MS) }),
    enter: (id: number) => post(`/hurt/heists/pay-entry/${id}`, {}),
  },
];

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${user.token}` };
  const reply = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
}
const dialog = (name: string | RegExp) => office.getByRole('dialog', { name });
/** Opens the notifications until the job has written this one. */
async function seeNotice(text: string | RegExp): Promise<Locator> {
  const notice = page.getByRole('listitem').filter({ hasText: text });
  await until(async () => {
    await page.goto(paths.notifications);
    await page.getByRole('listitem').first().waitFor();
    expect(await notice.count()).toBe(1);
  });
  return notice;
}

describe.each(kinds)('A14 an open $noun in the console', ({ noun, label, list, shown, body, enter }) => {
  it('its end is moved later, and it is cancelled and reopened: the player reads of both and opens the copy', {
    tags: ['full'],
  }, async () => {
    const [old, corrected] = [`The old ${noun}`, `The corrected ${noun}`];
    const by = await app.signInOperator();
    const wanted = { ...body(), end_date: inMs(2 * HOUR_MS) };
    const { id } = await by.call<{ id: number }>('POST', `/admin/${noun}s`, wanted);
    await enter(id);
    await office.goto(`${operatorPath(list)}/${id}`);

    await office.getByRole('button', { name: 'Move the end later…' }).click();
    const extending = dialog(`Move the end of ${old}`);
    await extending.getByRole('button', { name: 'Move the end', exact: true }).click();
    await extending.getByText('Enter a later end than now.').waitFor();
    await extending.getByText('Add a reason for the audit log.').waitFor();
    await extending.getByLabel('Ends at').fill(local(3 * HOUR_MS));
    await extending.getByLabel('Reason').fill('We were down.');
    expect(await photograph(office, `console-${noun}-extend`)).toEqual([]);
    await office.setViewportSize(desktop);
    await extending.getByRole('button', { name: 'Move the end', exact: true }).click();
    await office.getByText('End moved').first().waitFor();
    await seeNotice(new RegExp(`${old} now ends at .* Reason: We were down\\.`));

    await office.getByRole('button', { name: 'Cancel and reopen…' }).click();
    const reopening = dialog(`Cancel and reopen ${noun} ${id}`);
    await reopening.getByText('Tells one player, with your reason').waitFor();
    await reopening.getByLabel(label, { exact: true }).fill(corrected);
    await reopening.getByLabel('Reason').fill(reason);
    expect(await photograph(office, `console-${noun}-reopen`)).toEqual([]);
    await office.setViewportSize(desktop);
    await reopening.getByRole('button', { name: 'Cancel and reopen', exact: true }).click();
    await office.getByRole('heading', { name: corrected, level: 1 }).waitFor();
    const belongs = office.getByRole('region', { name: 'Belongs to it' });
    await belongs.getByRole('link', { name: old }).click();
    await belongs.getByRole('link', { name: corrected }).waitFor();

    const told = await seeNotice(
      `${old} was cancelled and opened again, corrected. ${fee} coins came back to you.`,
    );
    expect(await photograph(page, `${noun}-reopened-notice`)).toEqual([]);
    await page.setViewportSize(phone);
    await told.getByRole('link').click();
    await page.getByText(corrected).first().waitFor();
    await page.goto(pathTo(shown, id));
    const link = page.getByRole('link', { name: 'Open the corrected one' });
    await link.waitFor();
    await page.getByText(reason).first().waitFor();
    expect(await photograph(page, `${noun}-reopened`)).toEqual([]);
    await page.setViewportSize(phone);
    await link.click();
    await page.getByText(corrected).first().waitFor();
  });
});
