import type { ListedBet, OwnBet } from '@copup/shared/bets.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import {
  betOf,
  calabar,
  derby,
  eagles,
  fixtures,
  hourMs,
  ibadan,
  inMs,
  lagoon,
  ownOne,
  pending,
  repliesWith,
  stageBets,
  stageFixtures,
  started,
  superEight,
} from './staged-bets.ts';
import { longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();
const card = (name: string) => stage.page.getByRole('article', { name, exact: true });
const toast = (text: string) => stage.page.getByText(text, { exact: true }).first();

describe('/games', () => {
  it('counts the bets that can be joined, and leads to the prediction with Play', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 12_480 });
    stageBets(staged, pending);
    staged.answer('/tap/contests', { json: [] });
    await page.goto(paths.games);
    await page.getByRole('heading', { name: '1 v 1 prediction' }).waitFor();
    // One of the four has started.
    await page.getByText('3 open bets', { exact: true }).waitFor();
    await until(() => expect(staged.socket.hasJoined('bets')).toBe(true));
    staged.socket.set('bets', { changes: [{ id: 700_010, status: 'active', at: 1 }] });
    await page.getByText('2 open bets', { exact: true }).waitFor();
    await look(page, 'games-bets');
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await page.waitForURL(`**${paths.bets}`);
    await card(ownOne.title).waitFor();
  });
});

describe('/allBet', () => {
  it('B2 lists the bets of all players, those that cannot be joined without a way to join', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 12_480 });
    stageBets(staged, pending);
    await stage.show(paths.bets);
    await card(derby.title).getByRole('button', { name: 'Join Bet' }).waitFor();
    await card(started.title).getByText('The match has started.').waitFor();
    expect(await card(started.title).getByRole('button', { name: 'Join Bet' }).isDisabled()).toBe(true);
    expect(await card(ownOne.title).getByRole('button', { name: 'Join Bet' }).count()).toBe(0);
    expect(
      await card(ownOne.title)
        .getByRole('link', { name: /^Your bet/ })
        .getAttribute('href'),
    ).toBe(paths.ownBets);
    for (const [name, path] of [
      ['Create a New Bet', paths.createBet],
      ['View My Bet', paths.ownBets],
    ] as const)
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(path);
    await look(page, 'bets', { fullPage: true });
  });

  it('B3 changes the status of a listed bet in place, and prepends new bets when the user wants to', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 12_480 });
    stageBets(staged, [derby]);
    await page.goto(paths.bets);
    await card(derby.title).waitFor();
    await until(() => expect(staged.socket.hasJoined('bets')).toBe(true));
    const joined = { id: derby.bet_id, status: 'active', at: 1 } as const;
    stageBets(staged, [derby], [joined]);
    await card(derby.title).getByText('Another player joined this bet.').waitFor();
    const fresh = betOf(700_011, [ibadan, calabar], { title: 'First to score' });
    stageBets(staged, [fresh], [{ id: fresh.bet_id, status: 'pending', at: 2 }, joined]);
    const more = page.getByRole('button', { name: '1 new bet, show it' });
    await more.waitFor();
    expect(await card(fresh.title).count()).toBe(0);
    await look(page, 'bets-new');
    await more.click();
    await card(fresh.title).waitFor();
    await more.waitFor({ state: 'detached' });
  });

  it('B3 searches by title and filters by status, in the address', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 12_480 });
    stageBets(staged, pending);
    staged.answer('/bet/bets/search', { json: [superEight] });
    await page.goto(paths.bets);
    await card(derby.title).waitFor();
    const asked = page.waitForRequest((request) => request.url().includes('/bet/bets/search'));
    await page.getByLabel('Search by title').fill('super');
    expect(new URL((await asked).url()).search).toBe('?title=super&status=pending');
    await card(superEight.title).waitFor();
    await card(derby.title).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?title=super');
    staged.answer('/bet/bets/search', { json: [] });
    await page.getByLabel('active', { exact: true }).check();
    await page.getByRole('heading', { name: 'No active bets match' }).waitFor();
    await look(page, 'bets-no-match');
    await page.getByRole('button', { name: 'Show all' }).click();
    await until(() => expect(new URL(page.url()).search).toBe('?status=active'));
    await until(async () => expect(await page.getByLabel('Search by title').inputValue()).toBe(''));
  });

  it('B2 joins with the password; a wrong one is an error at its field', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 12_480 });
    stageBets(staged, [derby]);
    const wrong = 'Error joining the bet. This password is wrong.';
    staged.answer(`/bet/join/${derby.bet_id}`, {
      status: 400,
      json: { code: 'WRONG_BET_PASSWORD', message: wrong },
    });
    await stage.show(paths.bets);
    await card(derby.title).getByRole('button', { name: 'Join Bet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Join this bet' });
    const password = sheet.getByLabel('Bet password');
    const join = sheet.getByRole('button', { name: 'Join Bet' });
    await focused(password);
    await join.click();
    await sheet.getByText('Enter the bet’s password.').waitFor();
    await sheet.getByText('Nothing was spent.').waitFor();
    await page.keyboard.press('Escape');
    // The sheet has what was typed on the card.
    await card(derby.title).getByLabel('Bet password').fill('naija123');
    await card(derby.title).getByRole('button', { name: 'Join Bet' }).click();
    await sheet.getByText('You pay 500 coins. They are held until the result.').waitFor();
    expect(await password.inputValue()).toBe('naija123');
    await look(page, 'bets-join');
    await join.click();
    await toast('Error joining the bet.').waitFor();
    await sheet.getByText(wrong).waitFor();
    await focused(password);
    await toast('Error joining the bet.').waitFor({ state: 'detached' });
    await look(page, 'bets-wrong-password');

    const limit = 'You have reached your limit of 500 coins a day. You can spend more tomorrow.';
    staged.answer(`/bet/join/${derby.bet_id}`, {
      status: 409,
      json: { code: 'LIMIT_REACHED', message: limit },
    });
    await join.click();
    await sheet.getByText(limit).waitFor();
    await sheet.getByRole('link', { name: 'Limits and breaks' }).waitFor();

    const joined = { ...derby, status: 'active', opponent: 'ngozi.o', own_side: 'team_b' } as const;
    staged.answer(`/bet/join/${derby.bet_id}`, {
      json: { message: 'Successfully joined the bet!', bet: joined },
    });
    const sent = page.waitForRequest((request) => request.url().endsWith(`/bet/join/${derby.bet_id}`));
    await password.fill('eagles-24');
    await password.press('Enter');
    const request = await sent;
    expect(request.postDataJSON()).toEqual({ password: 'eagles-24' });
    expect(request.headers()['idempotency-key']).toBeTruthy();
    await toast('Successfully joined the bet!').waitFor();
    await card(derby.title)
      .getByRole('link', { name: /^You joined/ })
      .waitFor();
    // The form has disappeared: the focus is on its card.
    await focused(card(derby.title));
  });

  it('X10 opens the sheet of the bet that a link names, and says why another cannot be joined', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 120, bonus: 900 });
    stageBets(staged, [superEight]);
    staged.answer(`/bet/bets/${derby.bet_id}`, { json: derby });
    await stage.show(`${paths.bets}?bet=${derby.bet_id}`);
    const sheet = page.getByRole('dialog', { name: 'Join this bet' });
    await sheet.getByText(derby.title).waitFor();
    // Without the coins there is a way to them in place of the button.
    await sheet.getByText('You need 380 more coins for this stake. Bonus coins cannot be staked.').waitFor();
    expect(await sheet.getByRole('button', { name: 'Join Bet' }).count()).toBe(0);
    await look(page, 'bets-link');
    await page.keyboard.press('Escape');
    await until(() => expect(new URL(page.url()).search).toBe(''));
    staged.answer(`/bet/bets/${started.bet_id}`, { json: started });
    await stage.show(`${paths.bets}?bet=${started.bet_id}`);
    await sheet.getByText('The match has started.').waitFor();
    await stage.show(`${paths.bets}?bet=1`);
    await page.getByText('The bet of your link is over, or it never was.').waitFor();
  });

  it('is empty, loading, failed and offline', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(longNamed, { available: 12_480 });
    staged.socket.set('bets', { changes: [] });
    staged.answer('/bet/bets', 'never');
    await page.goto(paths.bets);
    await page.getByText('Loading bets...').waitFor({ state: 'attached' });
    await look(page, 'bets-loading');
    staged.answer('/bet/bets', { status: 500 });
    await page.reload();
    await page.getByRole('alert').getByText('The bets could not be loaded.').waitFor();
    await look(page, 'bets-error');
    staged.answer('/bet/bets', { json: [] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No pending bets' }).waitFor();
    await look(page, 'bets-empty');
    stageBets(staged, [derby]);
    await page.reload();
    await card(derby.title).waitFor();
    await staged.socket.disconnect();
    await page.getByText(/This list is from .*You can join bets again/).waitFor({ timeout: 30_000 });
    expect(await card(derby.title).getByRole('button', { name: 'Join Bet' }).isDisabled()).toBe(true);
    await look(page, 'bets-offline');
  });
});

describe('/createBet', () => {
  it('B3 creates a bet about a match, with the fee that the server names', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 12_480, bonus: 40 });
    stageFixtures(staged, repliesWith(fixtures, 7));
    await stage.show(paths.createBet);
    await page.getByRole('radio', { name: /Green Eagles FC v Lagoon United/ }).waitFor();
    await page.getByText('If you win, both stakes less 7%').waitFor();
    await page.getByRole('button', { name: 'All 3 matches of the next 30 days' }).click();
    const dialog = page.getByRole('dialog', { name: 'Matches' });
    await dialog.getByLabel('Team').selectOption('Ibadan Athletic');
    await until(async () => expect(await dialog.getByRole('listitem').count()).toBe(1));
    await look(page, 'bet-create-matches');
    await dialog.getByRole('button', { name: /Ibadan Athletic v Calabar Waves/ }).click();
    const chosen = page.getByRole('radio', { name: /Ibadan Athletic v Calabar Waves/ });
    await until(async () => expect(await chosen.isChecked()).toBe(true));
    await page.getByRole('radio', { name: /Calabar Waves The other player/ }).check();
    await page.getByLabel('Title').fill('Who lifts the cup in December?');
    await page.getByLabel('Stake').fill('500');
    await page.getByLabel('Password', { exact: true }).fill('eagles-24');
    await page.getByText('930').first().waitFor();
    await page.getByText('₦50,000, at ₦100 a coin').waitFor();
    await look(page, 'bet-create', { fullPage: true });
    staged.answer('/bet/create', {
      json: { message: 'Bet request created successfully!', bet: { ...ownOne, own_side: 'team_a' } },
    });
    staged.answer('/bet/my-bets', { json: [] });
    const sent = page.waitForRequest((request) => request.url().endsWith('/bet/create'));
    await page.getByRole('button', { name: /^Create bet/ }).click();
    const request = await sent;
    expect(request.postDataJSON()).toEqual({
      team_a: 106,
      team_b: 105,
      stake_points: 500,
      password: 'eagles-24',
      title: 'Who lifts the cup in December?',
      fixture_id: 2003,
    });
    expect(request.headers()['idempotency-key']).toBeTruthy();
    await toast('Bet request created successfully!').waitFor();
    await page.waitForURL(`**${paths.ownBets}`);
    // The password is not stored with the intent.
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('eagles-24');
  });

  it('shows a refusal at its field, and other refusals in the server’s words', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 300, bonus: 40 });
    stageFixtures(staged, repliesWith(fixtures));
    const issues = [
      { path: 'title', message: 'Too small: expected string to have >=1 characters' },
      { path: 'password', message: 'A password has 4 to 64 characters.' },
    ];
    staged.answer('/bet/create', {
      status: 400,
      json: { code: 'VALIDATION_FAILED', message: 'Check the fields.', issues },
    });
    await page.goto(paths.createBet);
    await page.getByLabel('Stake').fill('500');
    await page.getByText('You need 200 more coins for this stake. Bonus coins cannot be staked.').waitFor();
    const create = page.getByRole('button', { name: /^Create bet/ });
    await create.click();
    await toast('Error creating bet request.').waitFor();
    await page.getByText('Enter a title of up to 100 characters.').waitFor();
    await focused(page.getByLabel('Title'));
    await stage.dismissToasts();
    await look(page, 'bet-create-errors', { fullPage: true });
    const message = 'You have reached your limit of 500 coins a day. You can spend more tomorrow.';
    staged.answer('/bet/create', { status: 409, json: { code: 'LIMIT_REACHED', message } });
    await create.click();
    await page.getByText(message).first().waitFor();
    await page.getByRole('link', { name: 'Limits and breaks' }).first().waitFor();
  });

  it('is empty, loading, failed and offline', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(longNamed, { available: 12_480 });
    staged.answer('/bet/fixtures', 'never');
    await page.goto(paths.createBet);
    await page.getByText('Loading matches...').waitFor({ state: 'attached' });
    await look(page, 'bet-create-loading');
    staged.answer('/bet/fixtures', { status: 500 });
    await page.reload();
    await page.getByRole('alert').getByText('The matches could not be loaded.').waitFor();
    await look(page, 'bet-create-error');
    stageFixtures(staged, repliesWith([]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No matches in the next 30 days' }).waitFor();
    await look(page, 'bet-create-empty');
    stageFixtures(staged, repliesWith(fixtures));
    await page.reload();
    await page.getByLabel('Title').waitFor();
    await staged.socket.disconnect();
    await page.getByText('You can create the bet as soon as you’re back.').waitFor({ timeout: 30_000 });
    expect(await page.getByRole('button', { name: 'Create bet' }).isDisabled()).toBe(true);
    await look(page, 'bet-create-offline', { fullPage: true });
  });
});

const ownBet = (bet: ListedBet, facts: Partial<OwnBet> = {}): OwnBet => ({
  ...bet,
  creator: 'ngozi.o',
  own_side: 'team_a',
  password: 'eagles-24',
  can_cancel: bet.status === 'pending',
  outcome: null,
  received_points: 0,
  result: null,
  goals_a: null,
  goals_b: null,
  cancel_cause: null,
  cancel_reason: null,
  is_corrected: false,
  ended_at: null,
  ...facts,
});
const ended = { ended_at: inMs(-hourMs), can_cancel: false, opponent: 'chidi_ph' };
const won = ownBet(betOf(700_005, [ibadan, calabar], { title: 'First to score' }), {
  ...ended,
  status: 'settled',
  outcome: 'won',
  received_points: 950,
  result: 'team_a',
  goals_a: 2,
  goals_b: 1,
});
const ownBets = [
  ownBet(derby),
  won,
  ownBet({ ...superEight, status: 'active' }, { opponent: 'w'.repeat(20) }),
  ownBet(betOf(700_004, [eagles, lagoon], { title: 'Over 2.5 goals tonight' }), {
    ...ended,
    status: 'settled',
    creator: 'chidi_ph',
    opponent: 'ngozi.o',
    own_side: 'team_b',
    password: null,
    outcome: 'lost',
    result: 'team_a',
    is_corrected: true,
  }),
  ownBet(betOf(700_003, [lagoon, ibadan], { title: 'Midweek special', stake_points: 300 }), {
    ...ended,
    opponent: null,
    status: 'cancelled',
    outcome: 'returned',
    received_points: 300,
    cancel_cause: 'kickoff',
  }),
];

describe('/myBet', () => {
  it('B2 shows every state, and the password only to the creator who asks for it', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 12_480 });
    staged.answer('/bet/my-bets', { json: ownBets });
    await stage.show(paths.ownBets);
    await card(derby.title).waitFor();
    for (const [name, text] of [
      [superEight.title, `${'w'.repeat(20)} joined`],
      [won.title, 'You won 950 coins'],
      [won.title, 'Ibadan Athletic 2, Calabar Waves 1.'],
      ['Over 2.5 goals tonight', 'You lost 500 coins'],
      ['Over 2.5 goals tonight', 'Green Eagles FC won. The result was corrected.'],
      ['Midweek special', 'No other player joined before kickoff.'],
    ] as const)
      await card(name).getByText(text).waitFor();
    expect(await page.getByText('eagles-24').count()).toBe(0);
    await look(page, 'my-bets', { fullPage: true });
    await card(derby.title).getByRole('button', { name: 'Show the password' }).click();
    await card(derby.title).getByText('eagles-24').waitFor();
    await card(derby.title).getByRole('button', { name: 'Hide the password' }).click();
    await card(derby.title).getByText('eagles-24').waitFor({ state: 'detached' });
  });

  it('hides a shown password after 10 s', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 12_480 });
    staged.answer('/bet/my-bets', { json: [ownBet(derby)] });
    await page.clock.install();
    await page.goto(paths.ownBets);
    await card(derby.title).getByRole('button', { name: 'Show the password' }).click();
    await card(derby.title).getByText('eagles-24').waitFor();
    await page.clock.runFor(10_000);
    await card(derby.title).getByText('eagles-24').waitFor({ state: 'detached' });
  });

  it('B3 cancels a pending bet after a confirmation', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 12_480 });
    staged.answer('/bet/my-bets', { json: [ownBet(derby)] });
    await page.goto(paths.ownBets);
    await card(derby.title)
      .getByRole('button', { name: /^Cancel bet, 500 coins back/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this bet?' });
    await dialog.getByText('Your 500 coins come back to your balance.').waitFor();
    await look(page, 'my-bets-cancel');
    const cancelled = { status: 'cancelled', can_cancel: false, outcome: 'returned' } as const;
    const after = { ...cancelled, received_points: 500, cancel_cause: 'creator' } as const;
    staged.answer(`/bet/cancel/${derby.bet_id}`, {
      json: { message: 'Bet cancelled', bet: { ...derby, own_side: 'team_a', status: 'cancelled' } },
    });
    staged.answer('/bet/my-bets', { json: [ownBet(derby, after)] });
    await dialog.getByRole('button', { name: 'Cancel bet' }).click();
    await card(derby.title).getByText('Your 500 coins are back').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await focused(card(derby.title));
  });

  it('is empty, loading, failed and offline', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(longNamed, { available: 12_480 });
    staged.answer('/bet/my-bets', 'never');
    await page.goto(paths.ownBets);
    await page.getByText('Loading your bets...').waitFor({ state: 'attached' });
    await look(page, 'my-bets-loading');
    staged.answer('/bet/my-bets', { status: 500 });
    await page.reload();
    await page.getByRole('alert').getByText('Your bets could not be loaded.').waitFor();
    await look(page, 'my-bets-error');
    staged.answer('/bet/my-bets', { json: [] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No bets yet' }).waitFor();
    await look(page, 'my-bets-empty');
    staged.answer('/bet/my-bets', { json: ownBets });
    await page.reload();
    await card(derby.title).waitFor();
    await staged.socket.disconnect();
    await page.getByText(/This list is from/).waitFor({ timeout: 30_000 });
    await look(page, 'my-bets-offline');
  });
});
