import type { AdminContest, ContestKind, NewContestBody } from '@copup/shared/contests.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from './screens/look.ts';
import { App } from './support/app.ts';
import { watchFor } from './support/brief-states.ts';
import { desktop, type Visitor } from './support/browser.ts';
import { createPlayer, until, visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const names = ['ada_eze', 'bisi_ade', 'chidi_obi'] as const;
type Name = (typeof names)[number];
const coins = 500;
const fee = 10;
const prize = 20;

let app: App;
let browser: Browser;
const visitors = {} as Record<Name, Visitor>;
const balances: Record<Name, number> = { ada_eze: coins, bisi_ade: coins, chidi_obi: coins };

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  const visits = names.map(async (name) => {
    const user = await createPlayer(app, name, coins);
    visitors[name] = await visitSignedIn(browser, app, user, { viewport: desktop });
  });
  await Promise.all(visits);
});
afterAll(async () => {
  await app?.stop();
});

const pageOf = (name: Name) => visitors[name].page;
const pages = () => names.map(pageOf);
const lobbies: Record<ContestKind, string> = { tap: '/tap', card: '/cardInfo', math: '/mathInfo' };

async function createContest(
  kind: ContestKind,
  title: string,
  body: Partial<NewContestBody> = {},
): Promise<number> {
  const operator = await app.signInOperator();
  const end_date = new Date(Date.now() + 600_000).toISOString();
  const rest = { entry_fee: fee, prize, minimum_users: 2, end_date };
  const { id } = await operator.call<AdminContest>('POST', '/admin/contests', {
    kind,
    title,
    ...rest,
    ...body,
  });
  return id;
}

/** Opens the lobby, pays the entry fee and arrives at the play. */
async function join(name: Name, kind: ContestKind, title: string): Promise<void> {
  const page = pageOf(name);
  await page.goto(lobbies[kind]);
  await page.getByRole('article', { name: title }).getByRole('button', { name: /^Join/ }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  balances[name] -= fee;
  await seesBalance(name);
}

/** On a desktop the balance stands in the navigation of every page. */
function seesBalance(name: Name): Promise<void> {
  const rail = pageOf(name).getByRole('navigation', { name: 'Main' });
  return rail.getByText(`${balances[name]} coins`).waitFor();
}

/** Every page shows the same leaderboard, with the scores in this order; the own row says "You". */
async function seeLeaderboard(order: readonly (readonly [Name, number])[]): Promise<void> {
  for (const page of pages())
    await until(async () => {
      const rows = await page
        .locator('[data-row]')
        .evaluateAll((all) =>
          all.map((row) => [
            row.getAttribute('data-row'),
            Number(row.children[3]?.textContent?.replaceAll(',', '')),
          ]),
        );
      expect(rows).toEqual(order);
    });
}

/** Ends the contest; the winner sees the win, the others the loss, and the balances follow on the open pages. */
async function end(id: number, winner: Name, lostText: RegExp): Promise<void> {
  await app.endContest(id);
  await pageOf(winner)
    .getByRole('heading', { name: /^You won/ })
    .waitFor();
  await pageOf(winner).getByText('Added to your wallet').waitFor();
  balances[winner] += prize;
  for (const name of names) {
    if (name !== winner) await pageOf(name).getByRole('dialog').getByText(lostText).waitFor();
    await seesBalance(name);
  }
}

async function lookAt(name: Name, picture: string): Promise<void> {
  const page = pageOf(name);
  expect(await photograph(page, `contests-${picture}`), picture).toEqual([]);
  await page.setViewportSize(desktop);
}

async function tapUntil(page: Page, count: number): Promise<number> {
  const shown = async () => Number(await page.locator('[data-count]').getAttribute('data-count'));
  await page.getByRole('button', { name: 'Tap', exact: true }).focus();
  // Taps above the cap of C2 do not count.
  await until(async () => {
    if ((await shown()) < count) await page.keyboard.press('Space');
    expect(await shown()).toBe(count);
  }, 60_000);
  await page.getByText(`Your taps: ${count}`).waitFor();
  return count;
}

/** Picks the first card and waits until the next pick is possible. Returns the score. */
async function pick(page: Page): Promise<number> {
  const isOpen = await watchFor(page, 'button', /^Card 1, \d+ points/);
  await page.getByRole('button', { name: 'Card 1, face down' }).click();
  await isOpen();
  await page.getByText('Pick one.').waitFor();
  const label = await page.getByRole('img', { name: /^\d+ points$/ }).getAttribute('aria-label');
  return Number.parseInt(label ?? '', 10);
}

/** Answers the open question, and arrives at the next one. */
async function answer(name: Name, isRight: boolean): Promise<void> {
  const page = pageOf(name);
  const question = page.getByRole('heading', { name: /^\d+ \+ \d+ = \?/ });
  const text = (await question.textContent()) ?? '';
  const [a = 0, b = 0] = (/(\d+) \+ (\d+)/.exec(text) ?? []).slice(1).map(Number);
  const options = page.getByRole('group').getByRole('button');
  const texts = await options.allTextContents();
  const option = options.nth(texts.findIndex((each) => (Number(each) === a + b) === isRight));
  const isShown = await watchFor(page, '[role=status]', isRight ? 'Correct answer!' : 'Wrong answer!');
  await until(async () => {
    // An answer sooner than 400 ms after the question is refused (C4), and given again.
    const [reply] = await Promise.all([visitors[name].nextReply(), option.click()]);
    expect(reply).toContain('"ok":true');
  });
  await isShown();
  await until(async () => expect(await question.textContent()).not.toBe(text));
}

afterEach(() => {
  for (const name of names) expect(visitors[name].errors, name).toEqual([]);
});

describe('three players in three browsers', () => {
  it('C1 C2 C5 tap contest: the leaderboard follows the taps, one player wins and is paid', {
    tags: ['full'],
  }, async () => {
    const title = 'Friday Night Tap-Off';
    const id = await createContest('tap', title);
    await createContest('tap', 'Lunch Break Taps', { minimum_users: 8, prize: 60 });
    await pageOf('ada_eze').goto('/tap');
    await pageOf('ada_eze').getByRole('article', { name: title }).waitFor();
    await lookAt('ada_eze', 'lobby');
    await Promise.all(names.map((name) => join(name, 'tap', title)));
    const ada = await tapUntil(pageOf('ada_eze'), 4);
    await seeLeaderboard([['ada_eze', ada]]);
    const bisi = await tapUntil(pageOf('bisi_ade'), 2);
    await seeLeaderboard([
      ['ada_eze', ada],
      ['bisi_ade', bisi],
    ]);
    const chidi = await tapUntil(pageOf('chidi_obi'), 6);
    await seeLeaderboard([
      ['chidi_obi', chidi],
      ['ada_eze', ada],
      ['bisi_ade', bisi],
    ]);
    await lookAt('bisi_ade', 'tap-play');
    await end(id, 'chidi_obi', /^chidi_obi won 20 coins with 6 taps\.$/);
    await lookAt('chidi_obi', 'tap-won');
    await pageOf('ada_eze').getByText('You came 2nd of 3.').waitFor();
    await lookAt('ada_eze', 'tap-lost');
  });

  it('C1 a contest with too few players is void, and the entry fee comes back', {
    tags: ['full'],
  }, async () => {
    const id = await createContest('tap', 'Market Day Taps', { minimum_users: 9 });
    await join('ada_eze', 'tap', 'Market Day Taps');
    await app.endContest(id);
    const page = pageOf('ada_eze');
    await page.getByText('1 of 9 players joined Market Day Taps, so there is no winner this time.').waitFor();
    balances.ada_eze += fee;
    await page.getByText(`Your ${fee} coins are back.`).waitFor();
    await page.getByText(`You have ${balances.ada_eze} coins.`).waitFor();
    await seesBalance('ada_eze');
    await lookAt('ada_eze', 'tap-void');
  });

  it('C3 C9 C13 F1 card game: the winner’s draws match the seal, on the page and in a saved proof', {
    tags: ['full'],
  }, async () => {
    const title = 'Three Card Rush';
    const id = await createContest('card', title);
    for (const name of names) await join(name, 'card', title);
    const others = [await pick(pageOf('ada_eze')), await pick(pageOf('chidi_obi'))];
    const page = pageOf('bisi_ade');
    let score = 0;
    for (let picks = 0; score <= Math.max(...others) && picks < 60; picks += 1) score = await pick(page);
    await until(async () => {
      for (const each of pages())
        expect(await each.locator('[data-row]').first().getAttribute('data-row')).toBe('bisi_ade');
    });
    await lookAt('ada_eze', 'card-play');
    await end(id, 'bisi_ade', new RegExp(`^bisi_ade won 20 coins with ${score} points\\.$`));
    await page.getByText(/draws? match(es)?$/).waitFor();
    await lookAt('bisi_ade', 'card-won');
    await page.getByRole('link', { name: 'Your phone checked each card' }).click();
    const verdict = page.getByRole('region', { name: 'Result' }).getByRole('heading');
    expect(await verdict.textContent()).toMatch(/draws? match(es)?$/);
    await lookAt('bisi_ade', 'fair-proof');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save proof' }).click();
    const proof = await (await download).path();
    await page.goto('/fair');
    await page.getByLabel('Check a saved proof').setInputFiles(proof);
    expect(await verdict.textContent()).toMatch(/draws? match(es)?$/);
  });

  it('C4 C10 math game: right answers move the leaderboard, wrong ones cost nothing', {
    tags: ['full'],
  }, async () => {
    const title = 'Quick Sums';
    const id = await createContest('math', title);
    for (const name of names) await join(name, 'math', title);
    await answer('bisi_ade', true);
    await seeLeaderboard([['bisi_ade', 1]]);
    await answer('bisi_ade', false);
    await answer('ada_eze', true);
    await answer('ada_eze', true);
    await seeLeaderboard([
      ['ada_eze', 2],
      ['bisi_ade', 1],
    ]);
    await lookAt('chidi_obi', 'math-play');
    await end(id, 'ada_eze', /^ada_eze won 20 coins with 2 points\.$/);
    await lookAt('ada_eze', 'math-won');
    await lookAt('bisi_ade', 'math-lost');
  });
});
