import type { Random } from '@copup/testkit/random.ts';
import { inOrder, noSubjects, planSockets, planTimes } from './bidding.ts';
import type { Plan, Scenario, Sizes, Step } from './scenario.ts';

const COINS = 1_000;
const MOST_STAKE = 20;
/** Task coins of each task. */
const REWARDS = [50, 30] as const;
const LIMIT = 30;
/** One player of this many does tasks, and one spins and sets a limit; all others bet. */
const KIND_EVERY = 5;
/** Most players who do tasks, and who spin: the network address of the driver may send 200 of these commands a minute. */
const MOST_OF_A_KIND = 60;
/** Bets of one player: below the limit of 5 a second. */
const MOST_PER_S = 3;
/** Shares of the measured time. */
const AT = { kickoff: 0.7, limited: 0.15, uploaded: 0.3, convertible: 0.75 };

const results = ['team_a', 'team_b', 'draw'] as const;

/**
 * Players bet against each other on one match, whose result an operator enters after the kickoff. Others send screenshots,
 * which an operator decides, and convert their task coins; others set a limit, reach it, and spin the wheel.
 */
export const pastimes: Scenario = {
  summary:
    'bets with the result of their match, tasks that an operator decides, spins, and limits of players',
  defaults: { clients: 100, rooms: 1, rate: 10, durationMs: 30_000 },
  needs: [
    [`--clients at least ${2 * KIND_EVERY}`, ({ clients }) => clients >= 2 * KIND_EVERY],
    [
      `--rate at most ${MOST_PER_S} for each player who bets (three of five, and more above ${KIND_EVERY * MOST_OF_A_KIND} --clients)`,
      (sizes) => sizes.rate <= kindsOf(sizes).bettors.length * MOST_PER_S,
    ],
  ],
  plan(sizes, random) {
    const { clients, durationMs } = sizes;
    const { bettors, taskers, spinners } = kindsOf(sizes);
    return {
      users: clients,
      coins: COINS,
      ...noSubjects(),
      fixtures: [{ kickoffAtMs: durationMs * AT.kickoff, result: random.pick([...results]) }],
      tasks: REWARDS.map((reward, at) => ({ title: `Load test ${at + 1}`, reward })),
      sockets: planSockets(sizes, () => ['bets', 'user']),
      steps: inOrder([
        ...planBets(bettors, sizes, random),
        ...taskers.flatMap((user) => planTasks(user, sizes, random)),
        ...spinners.flatMap((user) => planLimited(user, sizes, random)),
      ]),
    } satisfies Plan;
  },
};

function kindsOf({ clients }: Sizes): Record<'bettors' | 'taskers' | 'spinners', number[]> {
  const players = Array.from({ length: clients }, (_, user) => user);
  const ofKind = (kind: number) =>
    players.filter((user) => user % KIND_EVERY === kind).slice(0, MOST_OF_A_KIND);
  const [taskers, spinners] = [ofKind(0), ofKind(1)];
  const others = new Set([...taskers, ...spinners]);
  return { taskers, spinners, bettors: players.filter((user) => !others.has(user)) };
}

/** Bets are created and joined in turn, also after the kickoff, when both are refused. */
function planBets(players: readonly number[], { rate, durationMs }: Sizes, random: Random): Step[] {
  const steps: Step[] = [];
  let nth = 0;
  for (const atMs of planTimes(1_000 / rate, durationMs, random)) {
    const user = players[nth % players.length] ?? 0;
    nth += 1;
    // Neighbours, so that a player is rarely offered an own bet.
    if (nth % 2 === 1)
      steps.push({ atMs, do: 'create-bet', user, fixture: 0, stake: random.int(1, MOST_STAKE) });
    else steps.push({ atMs, do: 'join-bet', user, nth: random.int(0, 99) });
  }
  return steps;
}

function planTasks(user: number, { durationMs }: Sizes, random: Random): Step[] {
  const within = (from: number, to: number) => (from + random.next() * (to - from)) * durationMs;
  return [
    ...REWARDS.map((_, task): Step => ({ atMs: within(0, AT.uploaded), do: 'upload', user, task })),
    { atMs: within(AT.convertible, 1), do: 'convert', user },
  ];
}

/** A player who sets a limit, and bets more than it allows. */
function planLimited(user: number, { durationMs }: Sizes, random: Random): Step[] {
  const within = (from: number, to: number) => (from + random.next() * (to - from)) * durationMs;
  const stake = LIMIT - MOST_STAKE / 2;
  const bets = [within(AT.limited, AT.kickoff), within(AT.limited, AT.kickoff)];
  return [
    { atMs: within(0, AT.limited / 2), do: 'limit', user, coins: LIMIT },
    ...bets.map((atMs): Step => ({ atMs, do: 'create-bet', user, fixture: 0, stake })),
    { atMs: within(0, 1), do: 'spin', user },
  ];
}
