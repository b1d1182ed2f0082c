import type { Contest, ContestKind, ContestState } from '@copup/shared/contests.ts';
import { derby, fixtures, repliesWith, stageBets, stageFixtures } from '../screens/staged-bets.ts';
import { calls, contestOf, lobby, stageContest, stageLists, stateOf } from '../screens/staged-contests.ts';
import type { StagedPage } from '../screens/staged-page.ts';
import { proofOf } from '../screens/staged-spin.ts';
import { failed, press, refused, type Scene, scenesAt } from './scene.ts';

const coins = { available: 12_480 };
const pages = { tap: '/contest/7', card: '/card-game/7', math: '/math-game/7' };

/** The page of a contest. */
const on = (kind: ContestKind, facts: Partial<Contest> = {}, state: Partial<ContestState> = {}) => ({
  at: pages[kind],
  wallet: coins,
  stage: (staged: StagedPage) => {
    stageLists(staged, {});
    stageContest(staged, contestOf(kind, facts), {}, state);
  },
});
const alreadyIn = refused(409, 'ALREADY_JOINED', '');
const joinable = { joined: false };
const notYet = { status: 'pending', starts_at: new Date(Date.now() + 3_600_000).toISOString() } as const;
const ended = (kind: ContestKind) => on(kind, { status: 'ended' });
const cards = (facts: Partial<Contest>) => ({
  at: '/card',
  wallet: coins,
  stage: (staged: StagedPage) => stageLists(staged, { card: [contestOf('card', facts)] }),
});
const question = { id: 'a', number1: 47, number2: 38, options: [75, 85, 86, 95] };
const questionReply = { '/mathGame/new-question/7': { json: question } };
const answer = (correct: boolean): Scene => ({
  ...on('math'),
  replies: {
    ...questionReply,
    // The next question waits for the result of this one.
    '/mathGame/pick-answer': {
      json: { success: true, correct, message: '', score: 1, rank: 1, newQuestion: { ...question, id: 'b' } },
    },
  },
  steps: press(/^85$/),
  texts: [correct ? 'Correct answer!' : 'Wrong answer!'],
});

const spin = {
  ...{ is_unlocked: true, has_spun: false, has_budget: true, may_spin: true, spin: null },
  commitment: proofOf(4).commitment,
};
const joinDerby: Scene['steps'] = async (page) => {
  const card = page.getByRole('article', { name: derby.title, exact: true });
  await card.getByLabel('Bet password').fill('eagles-24');
  await card.getByRole('button', { name: 'Join Bet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Join Bet' }).click();
};
const createBet: Scene['steps'] = async (page) => {
  await page.getByRole('radio', { name: /Green Eagles FC v Lagoon United/ }).waitFor();
  await page.getByLabel('Title').fill('Who lifts the cup?');
  await page.getByLabel('Stake').fill('500');
  await page.getByLabel('Password', { exact: true }).fill('eagles-24');
  await press(/^Create bet/)(page);
};
const onBets = { wallet: coins, stage: (staged: StagedPage) => stageBets(staged, [derby]) };
const onCreateBet = {
  wallet: coins,
  stage: (staged: StagedPage) => stageFixtures(staged, repliesWith(fixtures)),
  steps: createBet,
};
const joinGame = { ...cards(joinable), steps: press(/^Join Game/) };
const withoutRoom = (kind: ContestKind) => ({
  at: pages[kind],
  replies: { [calls[kind].one]: { json: { ...contestOf(kind), ...{ score: 0, rank: null } } } },
});
const joined = { ...derby, status: 'active', opponent: 'ngozi.o', own_side: 'team_b' };

/** Contests, the wheel and bets. */
export const gameScenes: readonly Scene[] = [
  { at: '/games', stage: (staged) => stageLists(staged, {}), texts: ['1 v 1 prediction', 'Play'] },
  {
    at: '/tap',
    wallet: coins,
    stage: (staged) => stageLists(staged, { tap: lobby('tap') }),
    texts: ['4 participants', '7 participants', '13 participants'],
  },
  {
    ...on('tap', joinable),
    replies: { '/tap/join-tap': alreadyIn },
    steps: press(/^Join/),
    texts: ['You are in this contest.'],
  },
  { ...on('tap', notYet), texts: ['Contest is not active yet.'] },
  { at: pages.tap, replies: { [calls.tap.one]: failed }, texts: ['Something went wrong.'] },
  { ...ended('tap'), texts: ['Contest Ended!'] },
  { ...cards(joinable), texts: ['Join Game'] },
  { ...joinGame, replies: { '/cardGameOne/join-card-game': alreadyIn }, texts: ['You are in this game.'] },
  {
    ...joinGame,
    replies: { '/cardGameOne/join-card-game': failed },
    texts: ['Error joining game. Please try again.'],
  },
  { ...cards({ ...joinable, ...notYet }), steps: press(/^Join Game/), texts: ['Game is not active yet.'] },
  { ...ended('card'), texts: ['Game Over'] },
  { at: pages.card, replies: { [calls.card.one]: failed }, texts: ['Error fetching game.'] },
  {
    ...on('card'),
    replies: { '/cardGameOne/pick-card': failed },
    steps: press('Card 1, face down'),
    texts: ['Error picking card.'],
  },
  { ...withoutRoom('card'), texts: ['Error fetching leaderboard.'] },
  {
    ...on('card'),
    steps: async (page, staged) => {
      await page.getByRole('button', { name: 'Card 1, face down' }).waitFor();
      staged.answer(calls.card.one, failed);
      staged.socket.set('card:7', stateOf(contestOf('card', { status: 'ended' })));
    },
    texts: ['Error fetching winner.'],
  },
  { ...on('math'), replies: questionReply, texts: ['47 + 38 = ?'] },
  answer(true),
  answer(false),
  {
    ...on('math', joinable),
    replies: { '/mathGame/join-game': alreadyIn },
    steps: press(/^Join/),
    texts: ['You are in this game.'],
  },
  {
    ...on('math'),
    replies: { ...questionReply, '/mathGame/pick-answer': failed },
    steps: press(/^85$/),
    texts: ['Failed to submit answer'],
  },
  { ...on('math'), replies: { '/mathGame/new-question/7': failed }, texts: ['Failed to fetch question'] },
  { ...withoutRoom('math'), texts: ['Failed to fetch leaderboard'] },
  { at: pages.math, replies: { [calls.math.one]: failed }, texts: ['Failed to fetch countdown'] },
  { at: '/spin', replies: { '/user/spin': { json: spin } }, texts: ['Spin', 'You can spin only once'] },
  {
    at: '/spin',
    replies: {
      '/user/spin': { json: { ...spin, is_unlocked: false, may_spin: false, commitment: null } },
      '/user/spin/unlock': refused(400, 'WRONG_PASSCODE', ''),
    },
    steps: async (page) => {
      await page.getByRole('textbox', { name: 'Passcode' }).fill('COP-2204');
      await page.keyboard.press('Enter');
    },
    texts: ['Incorrect passcode. Please try again.'],
  },
  ...scenesAt('/allBet', onBets, [
    { texts: ['Create a New Bet', 'View My Bet', 'Join Bet'] },
    {
      replies: { [`/bet/join/${derby.bet_id}`]: failed },
      steps: joinDerby,
      texts: ['Error joining the bet.'],
    },
    {
      replies: { [`/bet/join/${derby.bet_id}`]: { json: { message: '', bet: joined } } },
      steps: joinDerby,
      texts: ['Successfully joined the bet!'],
    },
  ]),
  ...scenesAt('/createBet', onCreateBet, [
    { replies: { '/bet/create': failed }, texts: ['Error creating bet request.'] },
    {
      replies: {
        '/bet/create': { json: { message: '', bet: { ...derby, own_side: 'team_a' } } },
        '/bet/my-bets': { json: [] },
      },
      texts: ['Bet request created successfully!'],
    },
  ]),
];
