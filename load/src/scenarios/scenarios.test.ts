import { describe, expect, it } from 'vitest';
import { shareOut } from '../worker-pool.ts';
import type { Plan, Sizes } from './scenario.ts';
import { planOf as planRun, type ScenarioName, scenarios } from './scenarios.ts';

const contestNames = ['tap-storm', 'card-game', 'math-game'] as const;
/** The sizes of scenarios that have tests of their own. */
const ownSizes: Partial<Record<ScenarioName, Partial<Sizes>>> = {
  'tap-storm': { rate: 600, rooms: 2, durationMs: 20_000 },
  'card-game': { rate: 50, rooms: 2, durationMs: 20_000 },
  'math-game': { rate: 50, rooms: 2, durationMs: 20_000 },
  wallet: { rooms: 2, rate: 4 },
  'heist-rush': { rooms: 3, rate: 20, durationMs: 20_000 },
  pastimes: { clients: 50, rooms: 1, rate: 10, durationMs: 30_000 },
  day: { clients: 200, rooms: 4, rate: 10 },
};
/** Replay takes its plan from a file. */
const all = (Object.keys(scenarios) as ScenarioName[]).filter((name) => name !== 'replay');
const names = all.filter((name) => !(name in ownSizes));

function planOf(name: ScenarioName, seed = 7, more: Partial<Sizes> = {}): Plan {
  return planRun(name, {
    clients: 60,
    rooms: name === 'bid-storm' ? 1 : 6,
    rate: 40,
    rampMs: 1_000,
    durationMs: 60_000,
    seed,
    ...ownSizes[name],
    ...more,
  });
}

it.each(all)(
  'the plan of %s is ordered by time, the same for the same seed and another for another',
  (name) => {
    const { steps } = planOf(name);
    expect(planOf(name)).toEqual(planOf(name));
    expect(steps).not.toEqual(planOf(name, 8).steps);
    expect(steps.map(({ atMs }) => atMs)).toEqual(steps.map(({ atMs }) => atMs).sort((a, b) => a - b));
  },
);

describe.each(names)('the plan of %s', (name) => {
  it('refers to existing players, sockets and auctions', () => {
    const { users, auctions, sockets, steps, entries, coins } = planOf(name);
    const paid = new Set(entries.map(({ user, auction }) => `${user} ${auction}`));
    const bids = steps.filter((step) => step.do === 'bid');
    for (const { user, auction } of bids) expect(paid.has(`${user} ${auction}`)).toBe(true);
    for (const { user } of [...sockets, ...entries]) expect(user).toBeLessThan(users);
    for (const { auction } of entries) expect(auction).toBeLessThan(auctions.length);
    expect(bids.length).toBeGreaterThan(40 * 60 * 0.9);
    expect(bids.length).toBeLessThan(40 * 60 * 1.1);
    expect(coins).toBeGreaterThan(bids.length);
  });

  it('keeps every user below 5 sockets and 5 bids a second', () => {
    const { sockets, steps } = planOf(name, 3, { clients: 400, rate: 100 });
    const most = (keys: readonly string[]) =>
      Math.max(...[...Map.groupBy(keys, (key) => key).values()].map(({ length }) => length));
    expect(most(sockets.map(({ user }) => String(user)))).toBeLessThanOrEqual(2);
    const bids = steps.filter((step) => step.do === 'bid');
    expect(most(bids.map(({ user, atMs }) => `${user} ${Math.floor(atMs / 1_000)}`))).toBeLessThanOrEqual(5);
  });

  it('is split completely, with all items of a player in one worker', () => {
    const plan = planOf(name);
    const users = Array.from({ length: plan.users }, (_, at) => ({
      id: `${at}`,
      username: `${at}`,
      token: '',
      wallet_address: '',
    }));
    const world = {
      urls: [],
      realm: 1,
      auctionIds: [],
      contests: [],
      heists: [],
      fixtures: [],
      taskIds: [],
      spinPasscode: '',
      transport: 'http' as const,
      users,
    };
    const shares = shareOut(plan, world, 3);
    const sum = (of: (share: (typeof shares)[number]) => unknown[]) =>
      shares.reduce((total, share) => total + of(share).length, 0);
    expect(sum(({ steps }) => steps)).toBe(plan.steps.length);
    expect(sum(({ sockets }) => sockets)).toBe(plan.sockets.length);
    expect(sum(({ joins }) => joins)).toBe(plan.joins.length);
    for (const { players, sockets, steps, entries } of shares) {
      const own = new Set(players.map(({ at }) => at));
      const ownSockets = new Set(sockets.map(({ at }) => at));
      for (const { user } of [...sockets, ...entries]) expect(own.has(user)).toBe(true);
      for (const step of steps)
        expect('user' in step ? own.has(step.user) : ownSockets.has(step.socket)).toBe(true);
    }
  });
});

describe.each(contestNames)('the plan of %s', (name) => {
  const rate = name === 'tap-storm' ? 600 : 50;

  it('has only plays of players who joined, at the rate, also after the end', () => {
    const { users, joins, contests, sockets, steps, coins } = planOf(name);
    const joined = new Set(joins.map(({ user, contest }) => `${user} ${contest}`));
    const plays = steps.filter((step) => 'contest' in step);
    for (const { user, contest } of plays) expect(joined.has(`${user} ${contest}`)).toBe(true);
    expect(plays.some(({ atMs }) => atMs > 20_000)).toBe(true);
    expect(sockets.map(({ user }) => user)).toEqual(Array.from({ length: users }, (_, user) => user));
    expect(steps.filter((step) => step.do === 'drop').length).toBeGreaterThan(users);
    const points = plays.reduce((sum, step) => sum + (step.do === 'tap' ? step.count : 1), 0);
    expect(points).toBeGreaterThan(rate * 20 * 0.9);
    expect(coins).toBeGreaterThan(contests.length * 10);
  });

  it('has contests that are won, one with a subsidy, and one that never gets enough players', () => {
    const { users, contests, joins } = planOf(name);
    const players = (at: number) => joins.filter(({ contest }) => contest === at).length;
    expect(contests.map(({ minimumUsers }, at) => players(at) >= minimumUsers)).toEqual([true, true, false]);
    const [first] = contests;
    expect(first?.prize).toBeGreaterThan((first?.entryFee ?? 0) * (first?.minimumUsers ?? 0));
    expect(users).toBe(60);
  });

  it('refuses more plays than the rules allow, and contests for a single player', () => {
    expect(() => planOf(name, 7, { rate: 60 * 40 })).toThrow('--rate at most');
    expect(() => planOf(name, 7, { rooms: 31 })).toThrow('--clients at least twice');
  });
});

describe('the plan of wallet', () => {
  it('has no player who sends to themselves', () => {
    const { steps, users } = planOf('wallet');
    const sends = steps.filter((step) => step.do === 'send');
    for (const { user, to } of sends) {
      expect(to).not.toBe(user);
      expect(to).toBeLessThan(users);
    }
    const hot = sends.filter(({ to }) => to < 2).length;
    expect(hot / sends.length).toBeGreaterThan(0.3);
    expect(steps.some((step) => step.do === 'payout')).toBe(true);
  });

  it('keeps every player below 5 sends a minute, and refuses more', () => {
    const { steps } = planOf('wallet');
    const counts = [...Map.groupBy(steps, (step) => ('user' in step ? step.user : -1)).values()];
    expect(Math.max(...counts.map(({ length }) => length))).toBeLessThanOrEqual(5);
    expect(() => planOf('wallet', 7, { rate: 5 })).toThrow('--rate at most 4 a minute');
  });
});

describe('the plan of heist-rush', () => {
  it('H2 has more players than spots, one heist with too few, and a subsidy', () => {
    const { heists = [], steps, users } = planOf('heist-rush');
    const buyers = (at: number) =>
      new Set(steps.flatMap((step) => (step.do === 'ticket' && step.heist === at ? step.user : [])));
    expect(heists.map(({ capacity }, at) => buyers(at).size > capacity)).toEqual([true, true, true, false]);
    expect(buyers(3).size).toBeLessThan(heists[3]?.minimumUsers ?? 0);
    expect(heists[0]?.prize).toBeGreaterThan((heists[0]?.ticketPrice ?? 0) * (heists[0]?.minimumUsers ?? 0));
    expect(new Set(heists.map(({ winnerRule }) => winnerRule)).size).toBe(2);
    const few = planOf('heist-rush', 7, { capacity: 5 }).heists;
    expect(few?.slice(0, 3).every(({ capacity }) => capacity === 5)).toBe(true);
    expect(users).toBe(60);
  });

  it('H3 has one answer of each player, some before the start and some after the end, and reads before it', () => {
    const { heists = [], steps } = planOf('heist-rush');
    const answers = steps.filter((step) => step.do === 'submit');
    expect(new Set(answers.map(({ user }) => user)).size).toBe(answers.length);
    const startsAtMs = heists[0]?.startsAtMs ?? 0;
    expect(answers.some(({ atMs }) => atMs < startsAtMs)).toBe(true);
    expect(answers.some(({ atMs }) => atMs > 20_000)).toBe(true);
    const reads = steps.filter((step) => step.do === 'look' && step.atMs < startsAtMs);
    expect(reads.length).toBeGreaterThan(100);
  });

  it('keeps below the limits of an address, and refuses too little time for that', () => {
    const { steps } = planOf('heist-rush', 7, { rooms: 1, clients: 2_000, durationMs: 30_000 });
    const mostASecond = (kind: string) =>
      Math.max(
        ...[...Map.groupBy(steps, ({ do: what, atMs }) => `${what} ${Math.floor(atMs / 1_000)}`)]
          .filter(([name]) => name.startsWith(kind))
          .map(([, { length }]) => length),
      );
    expect(mostASecond('ticket')).toBeLessThan(400);
    expect(mostASecond('submit')).toBeLessThan(1_000);
    expect(() => planOf('heist-rush', 7, { clients: 8_000 })).toThrow('--duration at least');
    expect(() => planOf('heist-rush', 7, { rooms: 16 })).toThrow('four times --rooms');
  });
});

describe('the plan of pastimes', () => {
  it('has bets before and after the kickoff, tasks, conversions, spins, and limits before the bets that reach them', () => {
    const { steps, fixtures = [], tasks = [], users } = planOf('pastimes');
    const kickoffAtMs = fixtures[0]?.kickoffAtMs ?? 0;
    const of = (name: string) => steps.filter((step) => step.do === name);
    for (const name of ['create-bet', 'join-bet']) {
      expect(of(name).some(({ atMs }) => atMs < kickoffAtMs)).toBe(true);
      expect(of(name).some(({ atMs }) => atMs > kickoffAtMs)).toBe(true);
    }
    expect(of('upload')).toHaveLength(10 * tasks.length);
    for (const name of ['convert', 'spin', 'limit']) expect(of(name)).toHaveLength(10);
    for (const limit of of('limit')) {
      if (limit.do !== 'limit') continue;
      const own = steps.filter((step) => step.do === 'create-bet' && step.user === limit.user);
      const stakes = own.map((step) => (step.do === 'create-bet' ? step.stake : 0));
      expect(own.every(({ atMs }) => atMs > limit.atMs)).toBe(true);
      expect(Math.max(...stakes)).toBeLessThanOrEqual(limit.coins);
      expect(stakes.reduce((sum, stake) => sum + stake, 0)).toBeGreaterThan(limit.coins);
    }
    for (const step of steps) expect('user' in step ? step.user : 0).toBeLessThan(users);
  });

  it('keeps players below the limits of the driver’s network address', () => {
    const { steps } = planOf('pastimes', 7, { clients: 2_000, rate: 20 });
    const paid = steps.filter((step) => step.do === 'upload' || step.do === 'convert');
    expect(paid.length).toBeLessThan(200);
    expect(steps.filter((step) => step.do === 'spin').length).toBeLessThan(200);
  });

  it('refuses too few players and too many bets', () => {
    expect(() => planOf('pastimes', 7, { clients: 9 })).toThrow('--clients at least 10');
    expect(() => planOf('pastimes', 7, { rate: 200 })).toThrow('--rate at most');
  });
});

describe('the plan of day', () => {
  it('gives each player the subjects, sockets and steps of one kind of player', () => {
    const plan = planOf('day');
    const { users, sockets, steps, entries, joins, auctions, contests, heists = [] } = plan;
    expect(auctions).toHaveLength(8);
    expect(new Set(contests.map(({ kind }) => kind)).size).toBe(3);
    expect(heists).toHaveLength(2);
    const { fixtures, tasks } = plan;
    expect([fixtures?.length, tasks?.length]).toEqual([1, 2]);
    for (const name of ['create-bet', 'join-bet', 'upload', 'convert', 'spin', 'limit'])
      expect(steps.some((step) => step.do === name)).toBe(true);
    const paid = new Set(entries.map(({ user, auction }) => `${user} ${auction}`));
    const joined = new Set(joins.map(({ user, contest }) => `${user} ${contest}`));
    const kindOf = new Map<number, string>();
    for (const step of steps) {
      if (step.do === 'bid') expect(paid.has(`${step.user} ${step.auction}`)).toBe(true);
      if ('contest' in step) expect(joined.has(`${step.user} ${step.contest}`)).toBe(true);
      if (step.do === 'send') expect(plan.walletUsers).toEqual(expect.arrayContaining([step.user, step.to]));
      if ('rooms' in step) expect(sockets[step.socket]?.rooms).toContain('user');
      const kind = 'contest' in step ? step.do : 'heist' in step ? 'heist' : undefined;
      if (!('user' in step) || kind === undefined) continue;
      expect(step.user).toBeLessThan(users);
      expect(kindOf.get(step.user) ?? kind).toBe(kind);
      kindOf.set(step.user, kind);
    }
    expect(new Set(kindOf.values())).toEqual(new Set(['tap', 'pick', 'answer', 'heist']));
    // A socket is in rooms of the subjects of its player.
    for (const { user, rooms } of sockets)
      for (const room of rooms)
        if (room.startsWith('contest:#')) expect(joined.has(`${user} ${room.slice(9)}`)).toBe(true);
  });

  it('refuses too few players for all kinds', () => {
    expect(() => planOf('day', 7, { clients: 99 })).toThrow('--clients at least 100');
  });
});

describe('scenarios', () => {
  it('watch has a watcher in each of 2,000 rooms, also with few clients, and no room twice', () => {
    for (const clients of [10, 50, 1_999, 2_000, 2_500]) {
      const { sockets, auctions } = planOf('watch', 1, { clients, rooms: 2_000 });
      expect(sockets).toHaveLength(clients);
      expect(auctions).toHaveLength(2_000);
      expect(new Set(sockets.flatMap(({ rooms }) => rooms)).size).toBe(2_000);
      for (const { rooms } of sockets) {
        expect(rooms.length).toBeLessThanOrEqual(200);
        expect(new Set(rooms).size).toBe(rooms.length);
      }
    }
    expect(() => planOf('watch', 1, { clients: 9, rooms: 2_000 })).toThrow('here --clients at least 10.');
  });

  it('many-auctions ends all auctions at once; join-storm drops each socket twice', () => {
    expect(planOf('many-auctions').auctions.every(({ endsAtMs }) => endsAtMs === 60_000)).toBe(true);
    expect(planOf('join-storm').steps.filter((step) => step.do === 'drop')).toHaveLength(120);
  });

  it('bid-storm refuses sizes beyond the limits of users', () => {
    expect(() => planOf('bid-storm', 1, { clients: 10, rate: 100 })).toThrow(
      'bid-storm: --rate at most 3 times --clients',
    );
    // All that is wrong, in one message.
    expect(() => planOf('bid-storm', 1, { clients: 1, rooms: 2 })).toThrow(
      /--rooms 1.*\n.*--clients at least 2/,
    );
    expect(() => planOf('bid-storm', 1, { rooms: 2 })).toThrow('bid-storm: --rooms 1;');
  });
});
