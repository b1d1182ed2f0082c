import { contestScenario } from './contests.ts';

/** One of this many players taps above the cap (C2). */
const FAST_EVERY = 10;
const FAST_TAPS = 8;

export const tapStorm = contestScenario({
  kind: 'tap',
  summary: 'tap contests: all players tap over sockets that drop, a tenth of them above the cap',
  plays: 'taps',
  defaults: { clients: 100, rooms: 2, rate: 1_000, durationMs: 20_000 },
  mostPerPlayer: 30,
  messagesPerPlayer: 4,
  step: (user, perMessage, random) => ({
    do: 'tap',
    count: user % FAST_EVERY === 0 ? FAST_TAPS : Math.max(1, Math.floor(perMessage + random.next())),
  }),
});
