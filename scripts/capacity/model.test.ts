import { describe, expect, it } from 'vitest';
import { compare } from './check.ts';
import { findCrossings, limitsOf } from './limits.ts';
import { conflated, holders, loadOf, plan, sum } from './model.ts';
import { readOptions } from './options.ts';
import { sampleCosts as costs } from './testing/unit-costs.ts';

const { assumed, machines, inputs } = readOptions([]);
const quiet = {
  ...assumed,
  peakFactor: 1,
  hottestShare: 0.5,
  requestsPerSocketMinute: 0,
  minutesPerVisit: Number.POSITIVE_INFINITY,
};
const total = (load: ReturnType<typeof loadOf>) => sum(load.node) + sum(load.postgres) + sum(load.redis);

describe('the model', () => {
  it('conflates frames to the cap and does not change rare events', () => {
    expect(conflated(0, 5)).toBe(0);
    expect(conflated(0.01, 5)).toBeCloseTo(0.01, 4);
    expect(conflated(1_000, 5)).toBeCloseTo(5, 4);
  });

  it('counts the servers that hold a room', () => {
    expect(holders(50, 1)).toBe(1);
    expect(holders(1, 100)).toBeCloseTo(1);
    expect(holders(2, 2)).toBeCloseTo(1.5);
    expect(holders(1e6, 100)).toBeCloseTo(100);
  });

  it('adds up a small example: 2 rooms of 50 sockets on one server, 0.2 bids a second', () => {
    const load = loadOf({ sockets: 100, rooms: 2, bidsADay: 17_280 }, quiet, costs, 1);
    const { traffic } = load;
    const frames = 1 / (0.2 + Math.exp(-0.02) / 0.1);
    expect(traffic).toMatchObject({ bids: 0.2, hottestBids: 0.1, joins: 0, requests: 0, countDeliveries: 0 });
    expect(traffic.hottestDeliveries).toBeCloseTo(50 * frames);
    expect(traffic.deliveries).toBeCloseTo(50 * frames);
    expect(traffic.changes).toBeCloseTo(1.2);
    expect(traffic.redisDeliveries).toBeCloseTo(0.2 + 0.4 + 0.2);
    // 10,000 of the server, 100 × 10 idle, 0.2 × (500 + 200 + 50 + 6 × 3), announcements 0.2 × 10, and deliveries.
    expect(sum(load.node) * 1e6).toBeCloseTo(10_000 + 1_000 + 153.6 + 2 + 50 * frames * (10 + 5));
    expect(sum(load.postgres) * 1e6).toBeCloseTo(10_000 + 0.2 * (1_000 + 6 * 2));
    expect(load.walBytes).toBeCloseTo(600);
  });

  it('needs more CPU for more sockets, bids and servers, and more memory for more rooms', () => {
    const base = { sockets: 10_000, rooms: 200, bidsADay: 1e6 };
    const least = loadOf(base, assumed, costs, 4);
    for (const more of [{ sockets: 20_000 }, { bidsADay: 2e6 }])
      expect(total(loadOf({ ...base, ...more }, assumed, costs, 4))).toBeGreaterThan(total(least));
    expect(total(loadOf(base, assumed, costs, 5))).toBeGreaterThan(total(least));
    // The same bids in more rooms reach fewer watchers each.
    const { traffic } = loadOf({ ...base, rooms: 400 }, assumed, costs, 4);
    expect(traffic.announcementDeliveries).toBeGreaterThan(least.traffic.announcementDeliveries);
    expect(traffic.deliveries).toBeLessThan(least.traffic.deliveries);
  });

  it('plans servers that stay within the utilisation even if one is lost', () => {
    const found = plan(inputs, assumed, costs);
    expect(sum(found.node)).toBeLessThanOrEqual(found.servers * assumed.utilisation);
    const fewer = loadOf(inputs, assumed, costs, Math.floor(found.servers * 0.97));
    expect(sum(fewer.node)).toBeGreaterThan(Math.floor(found.servers * 0.97) * assumed.utilisation);
    expect(plan({ sockets: 10, rooms: 1, bidsADay: 10 }, assumed, costs).servers).toBe(2);
  });

  it('adds servers if the sockets of a lost one reconnect faster', () => {
    const slow = plan(inputs, assumed, costs).servers;
    expect(plan(inputs, { ...assumed, returnSeconds: 0.1 }, costs).servers).toBeGreaterThan(slow);
  });

  it('computes the ratio of each limit', () => {
    const limits = limitsOf(plan(inputs, assumed, costs), assumed, machines, costs);
    const ratioOf = (name: string) => limits.find((limit) => limit.name === name)?.ratio;
    // 10 M bids a day, ten times the mean, 2 % of it in one auction that takes 6,000 at 60 %.
    expect(ratioOf('lane of the hottest auction')).toBeCloseTo(((1e8 / 86_400) * 0.02) / 6_000);
    expect(ratioOf('disk of PostgreSQL after a year')).toBeCloseTo((1e7 * 2_000 * 365) / 4e12);
    expect(ratioOf('WAL of PostgreSQL at the peak')).toBeCloseTo(((1e8 / 86_400) * 3_000) / 50e6);
  });

  it('finds where each limit is crossed, in ascending order', () => {
    const sizes = [1_000, 10_000, 100_000, 1_000_000];
    const crossings = findCrossings(inputs, sizes, assumed, machines, costs);
    const at = (name: string) => crossings.find((crossing) => crossing.name === name)?.sockets ?? 0;
    // 4 TB in a year are 5.48 M bids a day, which go with 548,000 sockets.
    expect(at('disk of PostgreSQL after a year') / 547_945).toBeCloseTo(1, 1);
    expect(crossings.map(({ sockets }) => sockets)).toEqual(
      crossings.map(({ sockets }) => sockets).sort((one, other) => one - other),
    );
    expect(at('lane of the hottest auction')).toBe(0);
  });
});

describe('the check', () => {
  const sample = { servers: 2, sockets: 500, rooms: 10, seconds: 10, bids: 400 };
  const measured = (factor: number) => {
    const nothing = { ...sample, nodeUs: 1, postgresUs: 1, redisUs: 1, walBytes: 1, bytesOut: 1 };
    const [node, postgres, redis, bytes, wal] = compare(nothing, assumed, costs).map(
      (row) => row.predicted * factor,
    );
    return compare(
      {
        ...sample,
        nodeUs: (node ?? 0) * 1e4,
        postgresUs: (postgres ?? 0) * 1e4,
        redisUs: (redis ?? 0) * 1e4,
        bytesOut: (bytes ?? 0) * 1e4,
        walBytes: (wal ?? 0) * 1e4,
      },
      assumed,
      costs,
    );
  };

  it('accepts predictions within a quarter of the measurement and no others', () => {
    expect(measured(1).map(({ isClose }) => isClose)).toEqual([true, true, true, true, true]);
    expect(measured(1.3).map(({ isClose }) => isClose)).toEqual([true, true, true, true, true]);
    expect(measured(1.4).map(({ isClose }) => isClose)).toEqual([false, false, false, false, false]);
    expect(measured(0.75).map(({ isClose }) => isClose)).toEqual([false, false, false, false, false]);
  });
});
