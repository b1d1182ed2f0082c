import { seeded } from '@copup/testkit/random.ts';
import { describe, expect, it } from 'vitest';
import { shareOut } from '../worker-pool.ts';
import type { Plan, Scenario, Sizes } from './scenario.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';

const names = Object.keys(scenarios) as ScenarioName[];

function planOf(name: ScenarioName, seed = 7, more: Partial<Sizes> = {}): Plan {
  const scenario: Scenario = scenarios[name];
  const sizes = {
    clients: 60,
    rooms: name === 'bid-storm' ? 1 : 6,
    rate: 40,
    rampMs: 1_000,
    durationMs: 60_000,
    seed,
    ...more,
  };
  return scenario.plan(sizes, seeded(seed));
}

describe.each(names)('the plan of %s', (name) => {
  it('is the same for the same seed and differs for another seed', () => {
    expect(planOf(name)).toEqual(planOf(name));
    expect(planOf(name).steps).not.toEqual(planOf(name, 8).steps);
  });

  it('is ordered by time and refers to existing players, sockets and auctions', () => {
    const { users, auctions, sockets, steps, entries, coins } = planOf(name);
    expect(steps.map(({ atMs }) => atMs)).toEqual(steps.map(({ atMs }) => atMs).sort((a, b) => a - b));
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
    }));
    const shares = shareOut(plan, { urls: [], realm: 1, auctionIds: [], users }, 3);
    const sum = (of: (share: (typeof shares)[number]) => unknown[]) =>
      shares.reduce((total, share) => total + of(share).length, 0);
    expect(sum(({ steps }) => steps)).toBe(plan.steps.length);
    expect(sum(({ sockets }) => sockets)).toBe(plan.sockets.length);
    for (const { players, sockets, steps, entries } of shares) {
      const own = new Set(players.map(({ at }) => at));
      const ownSockets = new Set(sockets.map(({ at }) => at));
      for (const { user } of [...sockets, ...entries]) expect(own.has(user)).toBe(true);
      for (const step of steps)
        expect('user' in step ? own.has(step.user) : ownSockets.has(step.socket)).toBe(true);
    }
  });
});

describe('scenarios', () => {
  it('many-auctions ends all auctions at once; join-storm drops each socket twice', () => {
    expect(planOf('many-auctions').auctions.every(({ endsAtMs }) => endsAtMs === 60_000)).toBe(true);
    expect(planOf('join-storm').steps.filter((step) => step.do === 'drop')).toHaveLength(120);
  });

  it('bid-storm refuses sizes beyond the limits of users', () => {
    expect(() => planOf('bid-storm', 1, { clients: 10, rate: 100 })).toThrow('--rate must be at most');
    expect(() => planOf('bid-storm', 1, { rooms: 2 })).toThrow('--rooms must be 1');
  });
});
