import { inOrder, noSubjects, planSockets, planTimes } from './bidding.ts';
import type { Plan, Scenario, Step } from './scenario.ts';

const COINS = 2_000;
/** The limit is 5 sends and 5 payouts a minute for each player. */
const MOST_A_MINUTE = 4;
/** One of this many commands is a payout; a player has one open payout at a time. */
const PAYOUT_EVERY = 10;
const LEAST_PAYOUT = 10;

/**
 * Players send coins to each other: half of the sends to random players, half to a few recipients, whose wallets are
 * locked by many transactions at once. A tenth of the commands are payouts, which an operator decides meanwhile.
 */
export const wallet: Scenario = {
  summary: 'sends to random and to hot recipients, and payouts that an operator decides',
  defaults: { clients: 150, rooms: 2, rate: 8, durationMs: 30_000 },
  needs: [
    ['--clients at least --rooms (hot recipients) plus 2', ({ clients, rooms }) => clients >= rooms + 2],
    [
      `--rate at most ${MOST_A_MINUTE} a minute for each of --clients`,
      ({ rate, clients }) => rate <= (clients * MOST_A_MINUTE) / 60,
    ],
  ],
  plan(sizes, random) {
    const { clients, rooms, rate, durationMs } = sizes;
    const steps: Step[] = [];
    // Players take turns, so that none reaches the limit; hot recipients send too.
    let nth = random.int(0, clients - 1);
    for (const atMs of planTimes(1_000 / rate, durationMs, random)) {
      nth += 1;
      const user = nth % clients;
      if (nth % PAYOUT_EVERY === 0) {
        steps.push({ atMs, do: 'payout', user, amount: LEAST_PAYOUT + random.int(0, 20) });
        continue;
      }
      const isHot = random.next() < 0.5;
      // Another player than the sender.
      const to = (user + 1 + random.int(0, clients - 2)) % clients;
      const hot = random.int(0, rooms - 1);
      steps.push({ atMs, do: 'send', user, to: isHot && hot !== user ? hot : to, amount: random.int(1, 40) });
    }
    return {
      users: clients,
      coins: COINS,
      ...noSubjects(),
      walletUsers: Array.from({ length: clients }, (_, user) => user),
      sockets: planSockets(sizes, () => ['user']),
      steps: inOrder(steps),
    } satisfies Plan;
  },
};
