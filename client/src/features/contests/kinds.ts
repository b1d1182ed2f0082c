import type { ContestKind } from '@copup/shared/contests.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';

const prizeRule =
  'The prize goes to the highest score. In a tie, the player who reached the score first wins.';
const voidRule = 'With too few players there is no winner, and your entry fee is refunded.';

const game = {
  board: 'Leaderboard',
  unit: 'points',
  alreadyIn: 'You are in this game.',
  notActive: 'Game is not active yet.',
  ended: 'Game Over',
  loadError: 'Something went wrong.',
  empty: 'No games right now',
} as const;

/** The addresses and texts of each kind; the specification prescribes those of the states and of errors. */
export const kinds = {
  tap: {
    name: 'Tap',
    title: 'Tap contest',
    lead: 'Fastest thumbs take the prize.',
    sub: 'Every tap counts, up to 15 a second.',
    lobby: paths.tap,
    page: paths.tapContest,
    board: 'Top tappers',
    unit: 'taps',
    alreadyIn: 'You are in this contest.',
    notActive: 'Contest is not active yet.',
    ended: 'Contest Ended!',
    all: 'All contests',
    loadError: 'Something went wrong.',
    empty: 'No contests right now',
    rules: [
      'Tap the coin until the time is over. At most 15 taps a second count.',
      'Taps made while you’re offline are sent once you’re back, if that is before the end.',
      prizeRule,
      voidRule,
    ],
  },
  card: {
    ...game,
    name: 'Card',
    title: 'Card game',
    lead: 'Three cards. One hides ten.',
    sub: 'Highest score at the end wins.',
    lobby: paths.cardLobby,
    page: paths.cardGame,
    all: 'All card games',
    rules: [
      'The cards hide 10, 5 and 0, in a new order for each pick. You can pick once a second.',
      'Every draw is sealed before you play. You can check each one under Fair draws.',
      prizeRule,
      voidRule,
    ],
  },
  math: {
    ...game,
    name: 'Math',
    title: 'Math game',
    lead: 'Quick sums win it.',
    sub: 'One point for every right answer.',
    lobby: paths.mathLobby,
    page: paths.mathGame,
    all: 'All math games',
    rules: ['A wrong answer costs nothing: the next question follows at once.', prizeRule, voidRule],
  },
} as const satisfies Record<ContestKind, object>;

export const playPath = (kind: ContestKind, id: number): string => pathTo(kinds[kind].page, id);
