import type { ContestKind } from '@copup/shared/contests.ts';
import type { Random } from '@copup/testkit/random.ts';
import { inOrder, noSubjects, planSockets, planTimes } from './bidding.ts';
import type { ContestPlan, Plan, Play, Scenario, Sizes, Step } from './scenario.ts';

const ENTRY_FEE = 10;
const COINS = 1_000;
/** Players who also join a contest that never gets enough of them. */
const IN_VOID = 5;
/** Plays continue for this time after the end; each must be refused. */
const AFTER_END_MS = 1_500;
/** Each socket loses its network about this often. */
const DROP_EVERY_MS = 8_000;

export interface ContestScenario {
  kind: ContestKind;
  summary: string;
  /** What --rate counts, for its message. */
  plays: string;
  defaults: Scenario['defaults'] & { rate: number };
  /** Plays a second of one player. */
  mostPerPlayer: number;
  /** Messages a second of one player at most: a message may carry several plays. */
  messagesPerPlayer?: number;
  /** One message of a player who makes `perMessage` plays in each on average. */
  step(user: number, perMessage: number, random: Random): Play;
}

/**
 * Contests that all end when the time is over, each with its share of the players, who have a socket in its room that
 * drops at intervals. One more contest has too few players and is void, so that its fees must be refunded.
 */
export function contestScenario(kind: ContestScenario): Scenario {
  return {
    summary: kind.summary,
    defaults: kind.defaults,
    needs: [
      ['--clients at least twice --rooms', ({ clients, rooms }) => clients >= 2 * rooms],
      [
        `--rate at most ${kind.mostPerPlayer} times --clients (${kind.plays})`,
        ({ rate, clients }) => rate <= clients * kind.mostPerPlayer,
      ],
    ],
    plan(sizes, random) {
      const { clients, rooms } = sizes;
      const { durationMs } = sizes;
      const contests = Array.from(
        { length: rooms },
        (_, at): ContestPlan => ({
          kind: kind.kind,
          title: `Load test ${at + 1}`,
          entryFee: ENTRY_FEE,
          // The first one has a subsidy, of which a part is returned.
          prize: at === 0 ? 2 * ENTRY_FEE + 5 : ENTRY_FEE,
          minimumUsers: 2,
          endsAtMs: durationMs,
        }),
      );
      const isVoid = {
        prize: ENTRY_FEE * 100,
        minimumUsers: clients + 1,
        title: 'Load test without enough players',
      };
      contests.push({ ...(contests[0] as ContestPlan), ...isVoid });
      const players = Array.from({ length: clients }, (_, user) => user);
      const joins = players.map((user) => ({ user, contest: user % rooms }));
      for (const user of players.slice(0, IN_VOID)) joins.push({ user, contest: rooms });
      return {
        users: clients,
        coins: COINS,
        ...noSubjects(),
        contests,
        joins,
        sockets: planSockets(sizes, (user) => [`contest:#${user % rooms}`, 'contests', 'user']),
        steps: inOrder([...planPlays(kind, sizes, joins, random), ...planDrops(sizes, random)]),
      } satisfies Plan;
    },
  };
}

/** Each player sends at a constant rate that starts at a random time. */
function planPlays(
  { step, messagesPerPlayer }: ContestScenario,
  { clients, rate, durationMs }: Sizes,
  joins: Plan['joins'],
  random: Random,
): Step[] {
  if (rate <= 0) return [];
  const perPlayer = rate / clients;
  const messages = Math.min(perPlayer, messagesPerPlayer ?? perPlayer);
  const everyMs = 1_000 / messages;
  return joins.flatMap(({ user, contest }) => {
    const steps: Step[] = [];
    for (let atMs = random.next() * everyMs; atMs < durationMs + AFTER_END_MS; atMs += everyMs)
      steps.push({ ...step(user, perPlayer / messages, random), atMs, user, contest });
    return steps;
  });
}

function planDrops({ clients, durationMs }: Sizes, random: Random): Step[] {
  const steps: Step[] = [];
  for (let socket = 0; socket < clients; socket += 1)
    for (const atMs of planTimes(DROP_EVERY_MS, durationMs, random)) steps.push({ atMs, do: 'drop', socket });
  return steps;
}
