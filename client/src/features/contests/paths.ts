export const contestPaths = {
  games: '/games',
  tap: '/tap',
  tapContest: '/contest/:contestId',
  cards: '/card',
  cardLobby: '/cardInfo',
  cardGame: '/card-game/:gameId',
  cardPractice: '/pick',
  mathLobby: '/mathInfo',
  mathGame: '/math-game/:gameId',
  champions: '/winner',
} as const;
