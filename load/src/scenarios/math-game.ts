import { contestScenario } from './contests.ts';

const RIGHT_SHARE = 0.8;

export const mathGame = contestScenario({
  kind: 'math',
  summary: 'math games: all players answer their questions, four of five rightly',
  plays: 'answers',
  defaults: { clients: 60, rooms: 3, rate: 80, durationMs: 20_000 },
  mostPerPlayer: 1.8,
  step: (_user, _perMessage, random) => ({ do: 'answer', isRight: random.next() < RIGHT_SHARE }),
});
