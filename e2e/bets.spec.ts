// @module-tag full
import type { AdminFixtureDetail, AdminTeam } from '@copup/shared/bets.ts';
import { operatorPath, operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { createPlayer, signIn, until, visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});

/** Names of each attempt. */
let attempts = 0;

interface Match {
  id: number;
  home: AdminTeam;
  away: AdminTeam;
}

/** Creates two teams that play each other in a day. */
async function createMatch(): Promise<Match> {
  attempts += 1;
  const api = await app.signInOperator();
  const team = (name: string, crest: string) =>
    api.call<AdminTeam>('POST', '/admin/teams', { name: `${name} ${attempts}`, crest });
  const [home, away] = [
    await team('Green Eagles FC', 'pale-0a7245-f6f4ee'),
    await team('Lagoon United', 'fess-2439b0-ffb01f'),
  ];
  const kickoff = new Date(Date.now() + 86_400_000).toISOString();
  const fixture = { team_a: home.id, team_b: away.id, kickoff };
  const { id } = await api.call<AdminFixtureDetail>('POST', '/admin/fixtures', fixture);
  return { id, home, away };
}

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });
const balance = (page: Page, coins: string) =>
  page.locator('[title="Coin balance"]:visible', { hasText: coins }).first().waitFor();

async function createBet({ page }: Visitor, { home, away }: Match, title: string): Promise<void> {
  await page.goto(paths.games);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('link', { name: 'Create a New Bet' }).click();
  await page.getByLabel('Title').waitFor();
  const match = page.getByRole('radio', { name: `${home.name} v ${away.name}` });
  const all = page.getByRole('button', { name: /^All .*matches of the next 30 days$/ });
  // Matches of other attempts may be listed before it.
  await match.or(all).first().waitFor();
  if ((await match.count()) === 0) {
    await all.click();
    await page.getByRole('button', { name: `${home.name} v ${away.name}` }).click();
  } else await match.check();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Stake').fill('200');
  await page.getByLabel('Password', { exact: true }).fill('eagles-24');
  await page.getByText('380').first().waitFor();
  await page.getByRole('button', { name: /^Create bet/ }).click();
  await page.getByText('Bet request created successfully!').first().waitFor();
  await page.waitForURL(`**${paths.ownBets}`);
  await card(page, title).waitFor();
}

async function visitOperator(): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  await signIn(visitor, operator);
  await visitor.page.waitForURL('**/admin**');
  return visitor;
}

async function leave(...visitors: readonly Visitor[]): Promise<void> {
  for (const visitor of visitors) {
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();
  }
}

it('B2 B4 one player creates a bet, another joins it, and the result that an operator enters pays the winner', async () => {
  const match = await createMatch();
  const title = `Lagos derby ${attempts}`;
  const creator = await visitSignedIn(browser, app, await createPlayer(app, `ada_bets${attempts}`, 1_000));
  const joiner = await visitSignedIn(browser, app, await createPlayer(app, `chidi_bets${attempts}`, 500));

  // The other player watches the list while the bet is created.
  await joiner.page.goto(paths.bets);
  await joiner.page.getByRole('heading', { name: '1 v 1 prediction' }).waitFor();
  await joiner.page.getByLabel('Search by title').waitFor();
  await createBet(creator, match, title);
  await creator.page.getByRole('button', { name: `Show the password of ${title}` }).click();
  await card(creator.page, title).getByText('eagles-24').waitFor();

  // A list that was empty shows the bet at once; another one offers it.
  const shown = card(joiner.page, title);
  const offered = joiner.page.getByRole('button', { name: /new bets?, show/ });
  await shown.or(offered).first().waitFor();
  if (await offered.isVisible()) await offered.click();
  await shown.getByLabel('Bet password').fill('lagoon-99');
  await shown.getByRole('button', { name: 'Join Bet' }).click();
  const sheet = joiner.page.getByRole('dialog', { name: 'Join this bet' });
  await sheet.getByRole('button', { name: 'Join Bet' }).click();
  await sheet.getByText('Error joining the bet. This password is wrong.').waitFor();
  await joiner.page.keyboard.press('Escape');
  // The link of the creator opens the same sheet, and has no password.
  const link = await card(creator.page, title).getByText('?bet=').textContent();
  expect(link).toMatch(/^http[^ ]+\/allBet\?bet=\d+$/);
  await joiner.page.goto(link ?? '');
  await sheet.getByLabel('Bet password').fill('eagles-24');
  await sheet.getByRole('button', { name: 'Join Bet' }).click();
  await joiner.page.getByText('Successfully joined the bet!').first().waitFor();
  await balance(joiner.page, '300');

  // The creator's list follows without a reload.
  await card(creator.page, title).getByText(`chidi_bets${attempts} joined`).waitFor();
  await app.kickOff(match.id);

  const decider = await visitOperator();
  const { page } = decider;
  await page.goto(operatorPath(operatorPaths.fixtures));
  const name = `${match.home.name} v ${match.away.name}`;
  await page.getByRole('button', { name: `Enter result of ${name}` }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Result')
    .selectOption({ label: `${match.home.name} won` });
  await page.getByLabel(`Goals, ${match.home.name}`).fill('2');
  await page.getByLabel(`Goals, ${match.away.name}`).fill('1');
  await page.getByRole('button', { name: 'Continue' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Enter this result?' });
  await confirmation
    .getByText(
      `1 bet: the player who backed ${match.home.name} receives both stakes less the fee of the bet.`,
    )
    .waitFor();
  await confirmation.getByText('The stakes are 400 coins in total.').waitFor();
  await confirmation.getByRole('button', { name: 'Enter and pay' }).click();
  await page.getByText('Result entered').first().waitFor();

  await card(creator.page, title).getByText('You won 380 coins').waitFor();
  await card(creator.page, title).getByText(`${match.home.name} 2, ${match.away.name} 1.`).waitFor();
  await creator.page.goto(paths.bets);
  await balance(creator.page, '1,180');
  await joiner.page.goto(paths.ownBets);
  await card(joiner.page, title).getByText('You lost 200 coins').waitFor();
  // The password belongs to the creator.
  expect(await joiner.page.getByRole('button', { name: /password/ }).count()).toBe(0);

  // A correction takes the prize back and pays the other player.
  await page.reload();
  await page.getByRole('button', { name: `Correct the result of ${name}` }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Result')
    .selectOption({ label: `${match.away.name} won` });
  await page.getByLabel('Reason').fill('The referee’s report says otherwise.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Correct and pay' }).click();
  await page.getByText('Result corrected').first().waitFor();
  await card(joiner.page, title).getByText('You won 380 coins').waitFor();
  await joiner.page.goto(paths.bets);
  await balance(joiner.page, '680');
  await balance(creator.page, '800');
  await leave(creator, joiner, decider);
});

it('B3 X13 the creator cancels a pending bet; an operator hides a title and cancels a bet with a reason', async () => {
  const match = await createMatch();
  const creator = await visitSignedIn(browser, app, await createPlayer(app, `efe_bets${attempts}`, 1_000));
  const [first, second] = [`First to score ${attempts}`, `Call me on 0803 ${attempts}`];
  await createBet(creator, match, first);
  await card(creator.page, first)
    .getByRole('button', { name: /^Cancel bet, 200 coins back/ })
    .click();
  await creator.page.getByRole('dialog').getByRole('button', { name: 'Cancel bet' }).click();
  await card(creator.page, first).getByText('You cancelled this bet.').waitFor();
  await createBet(creator, match, second);

  const decider = await visitOperator();
  const { page } = decider;
  await page.goto(operatorPath(operatorPaths.bets));
  await page.getByRole('button', { name: `Hide title of ${second}` }).click();
  await page.getByLabel('Reason').fill('A title must not contain phone numbers.');
  await page.getByRole('dialog').getByRole('button', { name: 'Hide title' }).click();
  await page.getByText('Title hidden').first().waitFor();
  await page.getByRole('button', { name: `Cancel ${second}` }).click();
  await page.getByLabel('Reason').fill('It asks players to call.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel bet' }).click();
  await page.getByText('Bet cancelled').first().waitFor();

  // The creator reads the reason; the coins are back.
  await creator.page.getByText('It asks players to call.').first().waitFor();
  await creator.page.goto(paths.bets);
  await balance(creator.page, '1,000');
  await until(async () => expect(await card(creator.page, second).count()).toBe(0));
  await leave(creator, decider);
});
