import type { Contest, ContestKind, ContestState } from '@copup/shared/contests.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { watchFor } from '../support/brief-states.ts';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import {
  calls,
  contestOf,
  inMs,
  lobby,
  own,
  stageContest,
  stageLists,
  stateOf,
  top,
} from './staged-contests.ts';
import { longName, longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();

describe('/games and the lobbies', () => {
  it('X9 the hub links to every game', async () => {
    const { staged, page } = await stage.reuse(longNamed, { available: 12_480 });
    stageLists(staged, { tap: lobby('tap'), card: lobby('card') });
    await stage.show(paths.games);
    await page.getByText('Prizes up to').first().waitFor();
    // The room counts 1,000 players more than the list.
    staged.socket.set('card:8@card', { ...stateOf(lobby('card')[1] as Contest), players: 1_048 });
    await page.getByText('1,116 playing now').waitFor();
    for (const path of ['/allBet', '/tap', '/cardInfo', '/mathInfo', '/card', '/winner', '/fair'])
      expect(await page.locator(`main a[href="${path}"]`).count(), path).toBe(1);
    await look(page, 'games', { fullPage: true });
  });

  it('the hub does not say that there are no contests while it does not know', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi);
    staged.answer('/tap/contests', 'never');
    staged.answer('/cardGameOne/card-games', { status: 500 });
    staged.answer('/mathGame/all', { json: [] });
    staged.socket.set('contests', { changes: [] });
    await page.goto('/games');
    await page.getByText('No games right now').waitFor();
    await page.getByText('Fastest thumbs take the prize.').waitFor();
    await page.getByText('Three cards. One hides ten.').waitFor();
    await look(page, 'games-unknown', { fullPage: true });
  });

  for (const [kind, path] of [
    ['tap', '/tap'],
    ['card', '/cardInfo'],
    ['math', '/mathInfo'],
  ] as const) {
    it(`C12 ${path} has the three tiers, each card its true minimum`, async () => {
      const { staged, page } = await stage.reuse(ngozi, { available: 12_480 });
      stageLists(staged, { [kind]: lobby(kind) });
      await stage.show(path);
      await page.getByText('1,284,550').waitFor();
      for (const text of ['4 participants', '7 participants', '13 participants'])
        await page.getByText(text, { exact: true }).waitFor();
      const pending = page.getByRole('article', { name: 'High Table' });
      await pending.getByText(/^starts .*, in \d+ min$/).waitFor();
      await pending.getByText('11 more players needed').waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        pending.getByRole('button', { name: 'Remind me of High Table' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('copup-reminder.ics');
      await page.getByText('your calendar reminds you 5 minutes before').waitFor();
      await look(page, `lobby-${kind}`, { fullPage: true });
    });
  }

  it('C1 shows the text of the specification for a second join, and moves the focus to Play', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 500 });
    stageLists(staged, { tap: [contestOf('tap', { joined: false })] });
    staged.answer('/tap/join-tap', { status: 409, json: { code: 'ALREADY_JOINED', message: '' } });
    await stage.show(paths.tap);
    await page.getByRole('button', { name: /^Join/ }).focus();
    stageLists(staged, { tap: [contestOf('tap')] });
    await page.keyboard.press('Enter');
    await page.getByText('You are in this contest.').waitFor();
    await focused(page.getByRole('link', { name: /^Play/ }));
  });

  it('X7, L6 tells before a join what bonus coins can win, and pays with available coins on request', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 500, bonus: 5 });
    const contest = contestOf('tap', { joined: false });
    stageLists(staged, { tap: [contest] });
    staged.answer(calls.tap.one, { json: { ...contest, ...own } });
    await stage.show(paths.tap);
    await page.getByRole('button', { name: /^Join/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Join' });
    await dialog.getByText('You pay 5 bonus coins and 15 available coins.').waitFor();
    await dialog.getByText('up to 1,875 of 2,500 coins can be cashed out').waitFor();
    await look(page, 'contest-join');
    await page.keyboard.press('Escape');
    await stage.show(pathTo(paths.tapContest, 7));
    await page.getByText('You pay 5 bonus coins and 15 available coins.').waitFor();
    await page.getByLabel('Pay with available coins').check();
    await page.getByText('up to 2,500 of 2,500 coins can be cashed out').waitFor();
    await look(page, 'contest-join-available', { fullPage: true });
    const sent = page.waitForRequest('**/tap/join-tap');
    await page.getByRole('button', { name: /^Join/ }).click();
    expect((await sent).postDataJSON()).toEqual({ tap_contest_id: 7, pay_with: 'available' });
  });

  it('has a loading, an error, an empty and an offline state', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    staged.answer('/tap/contests', 'never');
    await page.goto(paths.tap);
    await page.getByRole('status').filter({ hasText: 'Loading contests...' }).waitFor();
    await look(page, 'lobby-loading');
    staged.answer('/tap/contests', { status: 500 });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Something went wrong.' }).waitFor();
    await look(page, 'lobby-error');
    stageLists(staged, { math: lobby('math').slice(3) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No contests right now').waitFor();
    await page.getByText(/High Table starts .*, in \d+ min\./).waitFor();
    await page.getByRole('link', { name: 'See Math game' }).waitFor();
    await page.getByRole('button', { name: 'Remind me of High Table' }).waitFor();
    await look(page, 'lobby-empty');
  });

  it('keeps the last list while the network is away, says how old it is, and spends nothing', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 12_480 });
    stageLists(staged, { card: lobby('card') });
    await page.goto('/cardInfo');
    await page.getByText('Owerri Masters').first().waitFor();
    await staged.socket.disconnect();
    await page.getByText(/This list is from .*You can join again once your network is back/).waitFor({
      timeout: 30_000,
    });
    expect(await page.getByText('This may be out of date.').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Join/ }).first().isDisabled()).toBe(true);
    await look(page, 'lobby-offline', { fullPage: true });
  });

  it('/card lists the games with their entry fee', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    stageLists(staged, { card: lobby('card') });
    staged.answer('/cardGameOne/join-card-game', { status: 500 });
    await page.goto(paths.cards);
    await page.getByRole('button', { name: `Join Game ${longName}` }).click();
    await page.getByText('Error joining game. Please try again.').waitFor();
    await look(page, 'card-list', { fullPage: true });
  });
});

describe('/contest/{contestId}', () => {
  it('C5 the leaderboard moves, and a tap counts at once', async () => {
    const { staged, page } = await stage.open(ngozi);
    const contest = contestOf('tap', { end_date: inMs(38_000) });
    stageContest(staged, contest, { score: 1_204, rank: 2 });
    await page.goto('/contest/7');
    await page.getByText('zainab.m').waitFor();
    const count = page.locator('[data-count]');
    expect(await count.getAttribute('data-count')).toBe('1204');
    await page.getByRole('button', { name: 'Tap' }).focus();
    for (let tap = 0; tap < 3; tap += 1) await page.keyboard.press('Space');
    await until(async () => expect(await count.getAttribute('data-count')).toBe('1207'));
    await look(page, 'tap', { fullPage: true });
    await staged.socket.disconnect();
    await page.getByText('The leaderboard may be old.').waitFor();
    await page.getByText(/unsent/).waitFor();
    await look(page, 'tap-offline');
  });

  for (const [name, more, state] of [
    [
      'won',
      { score: 1_412, rank: 1, won_available: 2_400, won_bonus: 100 },
      { top: [[ngozi.username, 1_412], ...top.slice(2)] },
    ],
    ['lost', { score: 1_204, rank: 2 }, {}],
    ['void', {}, { status: 'void', top: [], players: 3 }],
  ] as [string, object, Partial<ContestState>][]) {
    it(`C1 ends: ${name}`, async () => {
      const { staged, page } = await stage.reuse(ngozi);
      const status = state.status ?? 'ended';
      const contest = contestOf('tap', { status, end_date: inMs(-1_000), players: state.players ?? 48 });
      stageLists(staged, { tap: lobby('tap') });
      stageContest(staged, contest, more, { ...state, status });
      await stage.show('/contest/7');
      await page.getByRole('heading', { name: 'Contest Ended!' }).waitFor();
      if (name === 'won') await page.getByText('Added to your wallet').waitFor();
      if (name === 'lost') {
        await page.getByText('zainab.m won 2,500 coins with 1,391 taps.').waitFor();
        await page.getByText('1,204 taps, 6 ahead of 3rd place.').waitFor();
      }
      await page.getByRole('region', { name: 'Try this one next' }).getByText(longName).first().waitFor();
      await look(page, `contest-${name}`, { fullPage: name === 'won' });
    });
  }
});

describe('before the play', () => {
  it('shows the seats of the minimum: a player lands with a name, and who won lately', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 500 });
    const contest = contestOf('tap', {
      joined: false,
      players: 1,
      minimum_users: 4,
      end_date: inMs(900_000),
    });
    stageContest(staged, contest, {}, { top: top.slice(0, 1) });
    const winner = { id: 3, title: 'Lunch Break Taps', profile: '', awarded_points: 1_284_550 };
    const winners = [
      { ...winner, kind: 'card', username: 'tunde_b', timestamp: inMs(-60_000) },
      { ...winner, kind: 'tap', username: 'w'.repeat(20), timestamp: inMs(-360_000) },
      { ...winner, kind: 'tap', username: 'bisi_ade', timestamp: inMs(-90_000_000) },
    ];
    staged.answer('/tap/winners', { json: winners });
    await stage.show('/contest/7');
    await page.getByRole('heading', { name: 'Waiting for players' }).waitFor();
    const seats = page.getByRole('list', { name: 'Seats' }).locator('li > span:last-child');
    await until(async () =>
      expect(await seats.allTextContents()).toEqual(['zainab.m', 'Free', 'Free', 'Free']),
    );
    const happening = page.getByRole('region', { name: 'Happening now' });
    await happening
      .getByRole('listitem')
      .filter({ hasText: 'w'.repeat(20) })
      .waitFor();
    expect(await happening.getByRole('listitem').count()).toBe(1);
    staged.socket.set('tap:7', stateOf({ ...contest, players: 3 }, { top: top.slice(0, 2) }));
    await until(async () =>
      expect(await seats.allTextContents()).toEqual(['zainab.m', ngozi.username, 'Taken', 'Free']),
    );
    const news =
      /is playing. 3 of 4 seats taken. 1 more player needed by .*, or your fee of 20 coins comes back.$/;
    await page.locator('[aria-live=polite]').filter({ hasText: news }).waitFor({ state: 'attached' });
    await page.getByText('3 of 4 seats', { exact: true }).waitFor();
    await look(page, 'contest-seats', { fullPage: true });
    await page.getByRole('button', { name: 'Tap', exact: true }).focus();
    await page.keyboard.press('Space');
    await until(async () => expect(await page.locator('[data-count]').getAttribute('data-count')).toBe('1'));
  });

  it('counts 3, 2, 1 to the start, and opens the seats then', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 500 });
    const facts = { joined: false, players: 0, minimum_users: 13, status: 'pending' } as const;
    const inMinutes = contestOf('math', { ...facts, starts_at: inMs(900_000), end_date: inMs(1_800_000) });
    stageContest(staged, inMinutes, {}, { top: [] });
    await stage.show('/math-game/7');
    await page.getByRole('heading', { name: /^It starts .*, in 15 min$/ }).waitFor();
    await page.getByText('13 seats to fill, and more can play. They open at the start.').first().waitFor();
    await look(page, 'contest-pending', { fullPage: true });
    const sum = await page.getByRole('heading', { name: /^\d+ \+ \d+ = \?/ }).textContent();
    const [first = 0, second = 0] = (sum?.match(/\d+/g) ?? []).map(Number);
    const right = page.getByRole('button', { name: String(first + second), exact: true });
    await page
      .getByRole('button', { name: /^\d+$/ })
      .and(page.locator(`:not(:text-is("${first + second}"))`))
      .first()
      .click();
    await page.getByLabel('Wrong').waitFor();
    await right.click();
    await page.getByLabel('Wrong').waitFor({ state: 'detached' });
    const soon = await until(async () => {
      const it = contestOf('math', { ...facts, starts_at: inMs(5_000), end_date: inMs(1_800_000) });
      stageContest(staged, it, {}, { top: [] });
      await stage.show('/math-game/7');
      await page.getByRole('timer', { name: /^[123] seconds? to the start$/ }).waitFor({ timeout: 6_000 });
      return it;
    });
    await page.getByRole('heading', { name: 'Starting' }).waitFor();
    stageContest(staged, { ...soon, status: 'active' }, {}, { top: [] });
    await page.getByRole('button', { name: /^Join/ }).waitFor();
    await page.getByRole('heading', { name: 'Waiting for players' }).waitFor();
  });
});

describe('a play that cannot be read', () => {
  for (const [kind, path, errorText, unknownText] of [
    ['tap', '/contest/7', 'Something went wrong.', 'Contest not found'],
    ['card', '/card-game/7', 'Error fetching game.', 'Game not found'],
    ['math', '/math-game/7', 'Failed to fetch countdown', 'Game not found'],
  ] as const) {
    it(`${path} waits, fails, and is unknown`, { tags: ['full'] }, async () => {
      const { staged, page } = await stage.open(ngozi);
      staged.answer(calls[kind].one, 'never');
      await page.goto(path);
      await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
      staged.answer(calls[kind].one, { status: 500 });
      await page.reload();
      await page.getByRole('alert').filter({ hasText: errorText }).waitFor();
      if (kind === 'card') await look(page, 'play-error');
      staged.answer(calls[kind].one, { status: 404, json: { code: 'CONTEST_NOT_FOUND', message: '' } });
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(unknownText).waitFor();
      if (kind === 'card') await look(page, 'play-unknown');
    });
  }
});

describe('the winner’s screen', () => {
  it('holds the longest title and the largest prize, and copies what is shared where there is no share sheet', async () => {
    const { staged, page } = await stage.reuse(ngozi);
    stageLists(staged, {});
    const contest = contestOf('math', {
      title: longName,
      prize: 1_000_000_000,
      status: 'ended',
      end_date: inMs(-1_000),
    });
    const won = { score: 1_000, rank: 1, won_available: 999_999_999, won_bonus: 1 };
    stageContest(staged, contest, won, { top: [[ngozi.username, 1_000]] });
    await stage.staged.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await stage.show('/math-game/7');
    await page.getByRole('heading', { name: /You won/ }).waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Copied to the clipboard.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^I won 1,000,000,000 coins in Ọjà ńlá .* on Copup\. http.*\/mathInfo$/,
    );
    await look(page, 'contest-won-long', { fullPage: true });
  });
});

describe('/card-game/{gameId}', () => {
  it('C13 shows the commitment before the first pick, and the card that was drawn', async () => {
    const { staged, page } = await stage.reuse(ngozi);
    stageContest(staged, contestOf('card', { title: 'Three Card Rush' }), { score: 75, rank: 2 });
    const pick = { pickedCard: 10, position: 1, cards: [0, 10, 5], nonce: 8, score: 85, rank: 2 };
    staged.answer('/cardGameOne/pick-card', { json: { ...pick, next_pick_at: inMs(600_000) } });
    await stage.show('/card-game/7');
    await page.getByText('Sealed before you play:').waitFor();
    await page.getByRole('button', { name: 'Card 2, face down' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Card 2, 10 points').first().waitFor();
    await focused(page.getByRole('button', { name: 'Card 2, 10 points' }));
    await page.getByRole('img', { name: '85 points' }).waitFor();
    await look(page, 'card', { fullPage: true });
  });

  it('shows an error screen after a failed pick', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi);
    stageContest(staged, contestOf('card', { title: 'Three Card Rush' }));
    staged.answer('/cardGameOne/pick-card', { status: 500 });
    await page.goto('/card-game/7');
    await page.getByRole('button', { name: 'Card 1, face down' }).click();
    await page.getByRole('alert').filter({ hasText: 'Error picking card.' }).waitFor();
    await look(page, 'card-error');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Sealed before you play:').waitFor();
  });
});

describe('/math-game/{gameId}', () => {
  it('C4 shows the result of an answer, and then the next question', async () => {
    const { staged, page } = await stage.reuse(ngozi);
    stageContest(staged, contestOf('math', { title: 'Quick Sums', end_date: inMs(84_000) }));
    const question = (id: string, number1: number) => ({
      id,
      number1,
      number2: 38,
      options: [75, number1 + 38, 86, 95],
    });
    staged.answer('/mathGame/new-question/7', { json: question('a', 47) });
    await stage.show('/math-game/7');
    await page.getByRole('heading', { name: '47 + 38 = ?' }).waitFor();
    await look(page, 'math', { fullPage: true });
    const reply = { success: true, correct: true, message: 'Correct answer!', score: 14, rank: 1 };
    staged.answer('/mathGame/pick-answer', { json: { ...reply, newQuestion: question('b', 12) } });
    const isShown = await watchFor(page, '[role=status]', 'Correct answer!');
    await page.getByRole('button', { name: '85' }).focus();
    await page.keyboard.press('2');
    await isShown();
    await page.getByRole('heading', { name: '12 + 38 = ?' }).waitFor();
    await focused(page.getByRole('button', { name: '50' }));
  });
});

describe('/pick, /winner and /fair', () => {
  it('practice is free and counts in the browser', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    await page.goto(paths.cardPractice);
    await page.getByText('The cards hide 10, 5 and 0.').waitFor();
    await page.keyboard.press('1');
    await page.getByText('1 pick', { exact: true }).waitFor();
    await look(page, 'practice');
    expect(staged.visitor.errors).toEqual([]);
  });

  it('C11 the winners of the month, newest first, by day', async () => {
    const { staged, page } = await stage.reuse(ngozi);
    const winner = (id: number, kind: ContestKind, username: string, back: number) => ({
      id,
      kind,
      title: 'A',
      username,
      profile: '',
      awarded_points: 1_284_550,
      timestamp: inMs(-back),
    });
    staged.answer('/tap/winners', {
      json: [
        winner(3, 'tap', ngozi.username, 60_000),
        winner(2, 'card', 'w'.repeat(20), 26 * 3_600_000),
        winner(1, 'math', 'hauwa_sani', 80 * 3_600_000),
      ],
    });
    await stage.show(paths.champions);
    await page.getByText('hauwa_sani').waitFor();
    await look(page, 'champions', { fullPage: true });
    staged.answer('/tap/winners', { json: [] });
    await stage.show(paths.champions);
    await page.getByText('No winners yet').waitFor();
    staged.answer('/tap/winners', 'never');
    await stage.show(paths.champions);
    await page.getByRole('status').filter({ hasText: 'Loading winners...' }).waitFor();
    staged.answer('/tap/winners', { status: 500 });
    await stage.show(paths.champions);
    await page.getByRole('alert').filter({ hasText: 'Something went wrong.' }).waitFor();
    await look(page, 'champions-error');
  });

  it('F1 explains the draws, and refuses a file that is not a proof', { tags: ['full'] }, async () => {
    const { page } = await stage.open(ngozi);
    await page.goto(paths.fair);
    await page.getByText('Check every draw yourself').waitFor();
    await page
      .getByLabel('Check a saved proof')
      .setInputFiles({ name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await page.getByText('notes.json is not a saved proof.').waitFor();
  });
});
