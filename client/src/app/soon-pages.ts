import { paths } from '@copup/shared/page-paths.ts';

/** Players' addresses of later features, with the title of their page. */
export const playerSoon: Record<string, string> = {
  [paths.blog]: 'Blog',
  [paths.createBet]: 'Create a New Bet',
  [paths.bets]: 'Bets',
  [paths.ownBets]: 'My Bets',
};
