import { contestScenario } from './contests.ts';

export const cardGame = contestScenario({
  kind: 'card',
  summary: 'card games: all players pick cards; every draw is verified against its proof',
  plays: 'picks',
  defaults: { clients: 60, rooms: 3, rate: 50, durationMs: 20_000 },
  mostPerPlayer: 0.95,
  step: (_user, _perMessage, random) => ({ do: 'pick', position: random.int(0, 2) }),
});
