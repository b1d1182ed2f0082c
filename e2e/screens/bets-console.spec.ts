// @module-tag full
import type { AdminBet, AdminFixtureDetail, AdminTeam } from '@copup/shared/bets.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { App, operator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { signIn } from '../support/people.ts';
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
  visitor.expectNetworkLoss();
  await signIn(visitor, operator);
  await page.waitForURL('**/admin/overview');
});
afterAll(async () => {
  await app?.stop();
});

const hourMs = 3_600_000;
const dialog = (name: string) => page.getByRole('dialog', { name });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const expectStatus = (text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
/** What a datetime-local field takes: time of Lagos without a zone. */
const local = (ms: number) => new Date(Date.now() + ms + 3_600_000).toISOString().slice(0, 19);

async function open(path: string): Promise<void> {
  await page.setViewportSize(desktop);
  await page.goto(operatorPath(path));
}

async function createTeam(name: string, crest: string): Promise<AdminTeam> {
  return (await app.signInOperator()).call('POST', '/admin/teams', { name, crest });
}

async function createFixture(team_a: number, team_b: number): Promise<AdminFixtureDetail> {
  const kickoff = new Date(Date.now() + hourMs).toISOString();
  return (await app.signInOperator()).call('POST', '/admin/fixtures', { team_a, team_b, kickoff });
}

/** Replies to the list with these bets, to show each state of a row. */
async function stageBets(bets: readonly AdminBet[]): Promise<void> {
  const headers = { 'content-range': `bets 0-${bets.length - 1}/${bets.length}` };
  await page.route('**/api/admin/bets?*', (route) => route.fulfill({ json: bets, headers }));
}

const betOf = (id: number, facts: Partial<AdminBet> = {}): AdminBet => ({
  id,
  bet_id: id,
  title: 'Lagos derby, who takes it?',
  full_title: 'Lagos derby, who takes it?',
  team_a: 'Green Eagles FC',
  team_b: 'Lagoon United',
  team_a_id: 101,
  team_b_id: 102,
  team_a_crest: 'pale-0a7245-f6f4ee',
  team_b_crest: 'fess-2439b0-ffb01f',
  stake_points: 500,
  prize_points: 950,
  fee_percent: 5,
  kickoff: new Date(Date.now() + hourMs).toISOString(),
  status: 'pending',
  creator: 'ngozi.o',
  opponent: null,
  created_at: new Date().toISOString(),
  realm: 0,
  fixture_id: 2001,
  creator_id: '01935b1e-0000-7000-8000-000000000001',
  opponent_id: null,
  is_title_hidden: false,
  escrow_points: 500,
  fee_points: 0,
  result: null,
  cancel_cause: null,
  cancel_reason: null,
  is_flagged: false,
  is_corrected: false,
  joined_at: null,
  ended_at: null,
  approval_id: null,
  ...facts,
});

story(
  'O3 the operators’ teams, fixtures and bets',
  {},
  {
    'teams are created with a crest, edited, and listed with long names': async () => {
      await open(operatorPaths.teams);
      await page.getByText('Nothing here yet').waitFor();
      await look(page, 'console-teams-empty');
      await page.getByRole('button', { name: 'New team' }).click();
      const form = dialog('New team');
      await form.getByRole('button', { name: 'Create team' }).click();
      await form.getByText('Enter a name.').waitFor();
      await form.getByLabel('Crest').selectOption('roundel');
      await form.getByLabel('Mark colour').fill('#8ea2ff');
      await look(page, 'console-team-new', { fullPage: true });
      await form.getByLabel('Name').fill('Port Harcourt City Rovers');
      await form.getByRole('button', { name: 'Create team' }).click();
      await expectStatus('Team created');
      const [created] = await (await app.signInOperator()).call<AdminTeam[]>('GET', '/admin/teams?q=rovers');
      expect(created).toMatchObject({ crest: 'roundel-0a7245-8ea2ff', is_active: true });
      await createTeam(longName.slice(0, 60), 'bars-6b3f00-ffcf70');
      await row('Port Harcourt City Rovers').getByRole('button', { name: /^Edit/ }).click();
      await dialog('Edit Port Harcourt City Rovers').getByLabel('In new fixtures').selectOption('no');
      await page.getByRole('button', { name: 'Save' }).click();
      await expectStatus('Team saved');
      await row('Port Harcourt City Rovers').getByText('Hidden').waitFor();
      await look(page, 'console-teams', { fullPage: true });
    },

    'fixtures are created with errors at their fields, and moved': async () => {
      await createTeam('Green Eagles FC', 'pale-0a7245-f6f4ee');
      await createTeam('Lagoon United', 'fess-2439b0-ffb01f');
      await open(operatorPaths.fixtures);
      await page.getByText(/^Nothing (matches|here yet)$/).waitFor();
      await page.getByRole('button', { name: 'New fixture' }).click();
      const form = dialog('New fixture');
      await form.getByRole('button', { name: 'Create fixture' }).click();
      await form.getByText('Enter the kickoff.').waitFor();
      await look(page, 'console-fixture-new');
      // A hidden team is not offered.
      expect(await form.getByLabel('Home team').locator('option').allTextContents()).not.toContain(
        'Port Harcourt City Rovers',
      );
      await form.getByLabel('Home team').selectOption('Green Eagles FC');
      await form.getByLabel('Away team').selectOption('Lagoon United');
      await form.getByLabel('Kickoff').fill(local(hourMs));
      await form.getByRole('button', { name: 'Create fixture' }).click();
      await expectStatus('Fixture created');
      await row('Green Eagles FC v Lagoon United').getByRole('button', { name: /^Edit/ }).click();
      await dialog('Edit Green Eagles FC v Lagoon United')
        .getByLabel('Kickoff')
        .fill(local(2 * hourMs));
      await page.getByRole('button', { name: 'Save' }).click();
      await expectStatus('Fixture saved');
    },

    'B4 a result is entered once, after a dialog that says what it pays': async () => {
      const home = await createTeam('Ibadan Athletic', 'bars-6b3f00-ffcf70');
      const away = await createTeam('Calabar Waves', 'halves-0b6170-c9f0f5');
      const { id } = await createFixture(home.id, away.id);
      await open(operatorPaths.fixtures);
      const enter = page.getByRole('button', { name: 'Enter result of Ibadan Athletic v Calabar Waves' });
      await enter.click();
      await page.getByText('Before kickoff it can only be entered as abandoned.').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await app.kickOff(id);
      await page.reload();
      await row('Ibadan Athletic').getByText('Due', { exact: true }).waitFor();
      await enter.click();
      const form = dialog('Enter the result');
      await form.getByLabel('Result').selectOption({ label: 'Draw' });
      await form.getByLabel('Goals, Ibadan Athletic').fill('2');
      await form.getByLabel('Goals, Calabar Waves').fill('1');
      await form.getByRole('button', { name: 'Continue' }).click();
      await form.getByText('The goals do not agree with the result.').waitFor();
      await look(page, 'console-result', { fullPage: true });
      await form.getByLabel('Result').selectOption({ label: 'Ibadan Athletic won' });
      await form.getByRole('button', { name: 'Continue' }).click();
      const confirmation = dialog('Enter this result?');
      await confirmation.getByText('Ibadan Athletic won 2–1').waitFor();
      await confirmation.getByText('so no coins are paid.').waitFor();
      await look(page, 'console-result-confirm');
      await confirmation.getByRole('button', { name: 'Enter and pay' }).click();
      await expectStatus('Result entered');
      await row('Ibadan Athletic')
        .getByRole('cell', { name: 'Ibadan Athletic won 2–1', exact: true })
        .waitFor();
      await page
        .getByRole('button', { name: 'Correct the result of Ibadan Athletic v Calabar Waves' })
        .click();
      const correction = dialog('Correct the result');
      await correction.getByText('Entered: Ibadan Athletic won 2–1').waitFor();
      await correction.getByLabel('Result').selectOption({ label: 'Draw' });
      await correction.getByRole('button', { name: 'Continue' }).click();
      await correction.getByText('Add a reason for the audit log.').waitFor();
      await correction.getByLabel('Reason').fill('The league corrected the score.');
      await correction.getByRole('button', { name: 'Continue' }).click();
      await dialog('Correct the result?').getByText('taken back first').waitFor();
      await page.getByRole('button', { name: 'Correct and pay' }).click();
      await expectStatus('Result corrected');
      await row('Ibadan Athletic').getByRole('cell', { name: 'Draw', exact: true }).waitFor();
      await look(page, 'console-fixtures', { fullPage: true });
    },

    'X13 bets show every state, and are cancelled or hidden with a reason': async () => {
      const [active, ended] = [{ opponent: 'chidi_ph', escrow_points: 1_000 }, { escrow_points: 0 }];
      await stageBets([
        betOf(700_006),
        betOf(700_005, { ...active, status: 'active', full_title: longName.slice(0, 100) }),
        betOf(700_004, {
          ...active,
          ...ended,
          status: 'settled',
          result: 'team_a',
          fee_points: 50,
          is_corrected: true,
        }),
        betOf(700_003, {
          ...active,
          ...ended,
          status: 'cancelled',
          cancel_cause: 'no_result',
          is_flagged: true,
        }),
        betOf(700_002, { is_title_hidden: true, full_title: 'Call me on 0803', title: 'Title hidden' }),
        betOf(700_001, { ...active, status: 'active', approval_id: 12, stake_points: 900_000 }),
      ]);
      await open(operatorPaths.bets);
      await row('700004')
        .getByRole('cell', { name: 'creator won, fee 50, corrected', exact: true })
        .waitFor();
      await row('700003').getByRole('cell', { name: 'no result in time, flagged', exact: true }).waitFor();
      await row('700001').getByRole('link', { name: 'Waits for approval' }).waitFor();
      expect(await row('700002').getByRole('button', { name: /^Hide/ }).count()).toBe(0);
      await look(page, 'console-bets', { fullPage: true });
      await row('700005')
        .getByRole('button', { name: /^Cancel/ })
        .click();
      await page
        .getByText('ngozi.o and chidi_ph each get their stake of 500 coins back and read the reason.')
        .waitFor();
      await look(page, 'console-bet-cancel');
      await page.getByRole('button', { name: 'Close' }).click();
      const flagged = page.waitForRequest((request) => request.url().includes('flagged=true'));
      await page.getByLabel('Flagged').selectOption('true');
      await flagged;
      await page.unroute('**/api/admin/bets?*');
      expect(visitor.errors).toEqual([]);
    },
  },
);
