import type { Random } from '@copup/testkit/random.ts';
import { typedAnswer } from '../heist-texts.ts';
import { inOrder, noSubjects, planSockets, planTimes } from './bidding.ts';
import type { HeistPlan, Need, Plan, Scenario, Sizes, Step } from './scenario.ts';

const TICKET_PRICE = 10;
const COINS = 1_000;
/** Players who also buy a ticket of a heist that never gets enough of them. */
const IN_VOID = 5;
/** Below the limits of one network address: 400 tickets a second, and 2,000 answers in two seconds. */
const TICKETS_PER_S = 150;
const ANSWERS_PER_S = 800;
/** Players read the question before they answer. */
const READ_MS = 1_000;
/** From the last ticket to the start, and from the last answer to the end. */
const QUIET_MS = 2_500;
const LAST_MS = 1_000;
const AFTER_END_MS = 300;
/** One player of this many does each of the things that must be refused. */
const ODD_EVERY = 10;
const DROP_SHARE = 0.2;
/** Connections drop until this long before the start, so that the figures of the start are those of joined sockets. */
const DROPS_END_MS = 1_500;

const pages = ['heist', 'participants', 'lists', 'result'] as const;

interface Times {
  rushMs: number;
  startsAtMs: number;
  answersMs: number;
  endsAtMs: number;
}

/** Buying, reading and answering take their time. `ofHeist` are the sizes of the part of a run that is a heist. */
export const needsTime = (ofHeist: (sizes: Sizes) => Sizes = (sizes) => sizes): Need => [
  `--duration enough for tickets and answers: ${Math.ceil(timesOf({ clients: 1, durationMs: 0 }).neededMs / 1_000)}s, and about 8s more for 1,000 players`,
  (sizes) => sizes.durationMs >= timesOf(ofHeist(sizes)).neededMs,
  (sizes) => `--duration at least ${Math.ceil(timesOf(ofHeist(sizes)).neededMs / 1_000)}s`,
];

/**
 * More players than spots buy tickets at once, their sockets watch the vaults, and all answer after the start. One more
 * heist has too few players, so that its tickets must be refunded. Some players answer too early, too late or buy twice.
 */
export const heistRush: Scenario = {
  summary: 'a rush for the tickets of heists, their start, and answers; --capacity spots each',
  defaults: { clients: 200, rooms: 1, rate: 50, durationMs: 15_000 },
  needs: [
    ['--clients at least four times --rooms', ({ clients, rooms }) => clients >= 4 * rooms],
    needsTime(),
  ],
  plan(sizes, random) {
    const { clients, rooms } = sizes;
    const times = timesOf(sizes);
    const players = Array.from({ length: clients }, (_, user) => user);
    const steps: Step[] = players.flatMap((user) => planPlayer(user, user % rooms, times, random));
    for (const user of players.slice(0, IN_VOID))
      steps.push({ do: 'ticket', user, heist: rooms, atMs: random.next() * times.rushMs });
    return {
      users: clients,
      coins: COINS,
      ...noSubjects(),
      heists: planHeists(sizes, times),
      sockets: planSockets(sizes, (user) => [`heist:#${user % rooms}`, 'heists', 'user']),
      steps: inOrder([...steps, ...planReads(sizes, times, random)]),
    } satisfies Plan;
  },
};

function timesOf({
  clients,
  durationMs,
}: Pick<Sizes, 'clients' | 'durationMs'>): Times & { neededMs: number } {
  const rushMs = Math.max(500, (clients / TICKETS_PER_S) * 1_000);
  const answersMs = Math.max(500, (clients / ANSWERS_PER_S) * 1_000);
  const startsAtMs = Math.max(rushMs + QUIET_MS, durationMs / 2);
  const neededMs = startsAtMs + READ_MS + answersMs + LAST_MS;
  return { rushMs, startsAtMs, answersMs, endsAtMs: durationMs, neededMs };
}

function planHeists({ clients, rooms, capacity }: Sizes, { startsAtMs, endsAtMs }: Times): HeistPlan[] {
  const common = { ticketPrice: TICKET_PRICE, minimumUsers: 2, startsAtMs, endsAtMs };
  const heists = Array.from(
    { length: rooms },
    (_, at): HeistPlan => ({
      ...common,
      name: `Load test ${at + 1}`,
      category: at % 2 === 0 ? 'cash' : 'product',
      winnerRule: at % 3 === 2 ? 'draw' : 'earliest',
      // The first one has a subsidy.
      prize: at === 0 ? 2 * TICKET_PRICE + 5 : 2 * TICKET_PRICE,
      capacity: capacity ?? Math.max(2, Math.floor(clients / rooms / 2)),
    }),
  );
  return [
    ...heists,
    {
      ...common,
      name: 'Load test without enough players',
      category: 'cash',
      winnerRule: 'earliest',
      prize: TICKET_PRICE * (clients + 1) + 5,
      capacity: clients + 1,
      minimumUsers: clients + 1,
    },
  ];
}

function planPlayer(user: number, heist: number, times: Times, random: Random): Step[] {
  const { rushMs, startsAtMs, answersMs, endsAtMs } = times;
  const within = (fromMs: number, toMs: number) => fromMs + random.next() * (toMs - fromMs);
  const answer = (atMs: number): Step => ({
    do: 'submit',
    user,
    heist,
    text: typedAnswer(heist, random),
    atMs,
  });
  const steps: Step[] = [{ do: 'ticket', user, heist, atMs: random.next() * rushMs }];
  const odd = user % ODD_EVERY;
  if (odd === 1) steps.push({ do: 'ticket', user, heist, atMs: within(rushMs, startsAtMs) });
  if (odd === 2) steps.push({ do: 'ticket', user, heist, atMs: within(startsAtMs + READ_MS, endsAtMs) });
  if (odd === 3) steps.push({ do: 'look', user, heist, page: 'vault', atMs: within(rushMs, startsAtMs) });
  if (odd === 4)
    steps.push({ do: 'look', user, heist, page: 'heist', atMs: within(startsAtMs + READ_MS, endsAtMs) });
  // One answer of each player: an early or a late one is refused.
  if (odd === 5) steps.push(answer(within(rushMs, startsAtMs)));
  else if (odd === 6) steps.push(answer(endsAtMs + AFTER_END_MS));
  else steps.push(answer(startsAtMs + READ_MS + within(0, answersMs)));
  if (random.next() < DROP_SHARE)
    steps.push({ do: 'drop', socket: user, atMs: within(0, startsAtMs - DROPS_END_MS) });
  return steps;
}

/** Reads before the start, `rate` a second, from which the question must be absent. */
function planReads({ clients, rooms, rate }: Sizes, { startsAtMs }: Times, random: Random): Step[] {
  const steps: Step[] = [];
  for (const atMs of planTimes(1_000 / rate, startsAtMs, random)) {
    const user = random.int(0, clients - 1);
    const page = random.pick([...pages]);
    steps.push({ do: 'look', user, heist: user % rooms, page, atMs });
  }
  return steps;
}
