import type { AdminAuction } from '@copup/shared/auctions.ts';
import type { AdminContest } from '@copup/shared/contests.ts';
import type { AdminHeist } from '@copup/shared/heists.ts';
import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import { type Random, seeded } from '@copup/testkit/random.ts';
import { planBidding, planWatchers } from './scenarios/bidding.ts';
import type { ContestPlan, HeistPlan, Plan, Sizes } from './scenarios/scenario.ts';
import { type ScenarioName, scenarios } from './scenarios/scenarios.ts';

/** Bids, plays, or reads of a heist a second: with 120 players they take less than a twentieth of a core of the server. */
const RATES = { auction: 4, tap: 12, card: 6, math: 6, heist: 2 } as const;
/** Of the connections that drop in the load scenarios. */
const DROPS_ONE_IN = 8;
const RAMP_MS_EACH = 50;
/** Bids go on this long after the end, so that some are too late. */
const LATE_MS = 200;

/** What operators see of the subject that is rehearsed. */
export interface Rehearsed {
  auction: AdminAuction;
  contest: AdminContest;
  heist: AdminHeist;
}

export interface Asked {
  players: number;
  coins: number;
  durationMs: number;
  seed: number;
}

interface Rehearsal {
  scenario: ScenarioName;
  sizes: Sizes;
  plan: Plan;
}

type Planner<Kind extends SubjectKindName> = (subject: Rehearsed[Kind], sizes: Sizes, random: Random) => Plan;

const scenarioNames = {
  auction: 'many-auctions',
  heist: 'heist-rush',
  tap: 'tap-storm',
  card: 'card-game',
  math: 'math-game',
} as const;

/** Each player pays the entry, watches, and bids in turn until just after the end. */
const planAuction: Planner<'auction'> = (subject, sizes, random) => {
  const { name, entry_bid_points: entryFee, bid_increment: increment, minimum_entries } = subject;
  const { category, price, reserve_points, is_starter } = subject;
  const bidding = planBidding({ ...sizes, durationMs: sizes.durationMs + LATE_MS }, random, {
    biddersPerAuction: sizes.clients,
    endsAtMs: sizes.durationMs,
  });
  const terms = { category, price, reserve_points, is_starter };
  const auctions = bidding.auctions.map((auction) => ({
    ...{ ...auction, name, entryFee, increment },
    terms: { ...terms, minimum_entries: Math.min(minimum_entries, sizes.clients) },
  }));
  return { ...bidding, auctions, sockets: planWatchers(sizes, bidding.users) };
};

/** As in the scenario of its kind, without the contest that gets too few players. */
const planContest: Planner<'contest'> = (subject, sizes, random) => {
  const plan = scenarios[scenarioNames[subject.kind]].plan(sizes, random);
  const { title, entry_fee: entryFee, prize, minimum_users } = subject;
  const terms = { title, entryFee, prize, minimumUsers: Math.min(minimum_users, sizes.clients) };
  return {
    ...plan,
    contests: plan.contests.slice(0, 1).map((contest): ContestPlan => ({ ...contest, ...terms })),
    joins: plan.joins.filter(({ contest }) => contest === 0),
    steps: plan.steps.filter((step) => !('contest' in step) || step.contest === 0),
  };
};

/** More players than spots buy tickets, and answer a question of the simulation: that of the subject stays secret. */
const planHeist: Planner<'heist'> = (subject, sizes, random) => {
  const plan = scenarios[scenarioNames.heist].plan(sizes, random);
  const { name, ticket_price: ticketPrice, prize, category, winner_rule: winnerRule } = subject;
  const capacity = Math.min(subject.capacity, Math.ceil(sizes.clients / 2));
  const minimumUsers = Math.min(subject.minimum_users, capacity);
  const terms = { name, ticketPrice, prize, category, winnerRule, capacity, minimumUsers };
  return {
    ...plan,
    heists: (plan.heists ?? []).slice(0, 1).map((heist): HeistPlan => ({ ...heist, ...terms })),
    steps: plan.steps.filter((step) => !('heist' in step) || step.heist === 0),
  };
};

const planners: { readonly [Kind in SubjectKindName]: Planner<Kind> } = {
  auction: planAuction,
  contest: planContest,
  heist: planHeist,
};

const isContest = (kind: SubjectKindName, subject: Rehearsed[SubjectKindName]): subject is AdminContest =>
  kind === 'contest' && 'kind' in subject;

/** Plans the rehearsal of a subject: a copy with its terms, and players who do what the load scenario of its kind does. */
export function planRehearsal<Kind extends SubjectKindName>(
  kind: Kind,
  subject: Rehearsed[Kind],
  { players, coins, durationMs, seed }: Asked,
): Rehearsal {
  const of = isContest(kind, subject) ? subject.kind : (kind as 'auction' | 'heist');
  const sizes = {
    clients: players,
    rooms: 1,
    rate: RATES[of],
    rampMs: players * RAMP_MS_EACH,
    durationMs,
    seed,
  };
  const plan: Plan = planners[kind](subject, sizes, seeded(seed));
  const steps = plan.steps.filter((step) => step.do !== 'drop' || step.socket % DROPS_ONE_IN === 0);
  return { scenario: scenarioNames[of], sizes, plan: { ...plan, steps, users: players, coins } };
}
