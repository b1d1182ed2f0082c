import { contestTiers } from '@copup/shared/contest-tiers.ts';
import type { Contest, TopRow } from '@copup/shared/contests.ts';
import { describe, expect, it } from 'vitest';
import {
  clockText,
  distanceText,
  firstOf,
  inTier,
  laterStatus,
  needText,
  nextOf,
  ownRowOf,
  phaseOf,
  rowsOf,
  startText,
} from './live-contest.ts';

const top: TopRow[] = [
  ['ada', 40],
  ['bisi', 30, '/b.webp'],
];
const me = { username: 'chidi', profile: null };

describe('the live state of a contest', () => {
  it('C1 waits for the result once the time is over, and a status never goes back', () => {
    expect(phaseOf({ status: 'active', endDate: 10 }, 9)).toBe('live');
    expect(phaseOf({ status: 'active', endDate: 10 }, 10)).toBe('closing');
    expect(phaseOf({ status: 'void', endDate: 10 }, 9)).toBe('void');
    expect(laterStatus('ended', 'active')).toBe('ended');
    expect(laterStatus('pending', 'active')).toBe('active');
    expect(laterStatus('active', undefined)).toBe('active');
  });

  it('C5 ranks the rows by their order, and pins the user’s row below the top if it has a point', () => {
    expect(rowsOf(top).map(({ rank, name }) => [rank, name])).toEqual([
      [1, 'ada'],
      [2, 'bisi'],
    ]);
    expect(ownRowOf(top, me, { score: 0, rank: null })).toBeUndefined();
    expect(ownRowOf(top, me, { score: 5, rank: 12 })).toMatchObject({ rank: 12, score: 5 });
    expect(ownRowOf(top, me, { score: 5, rank: 1 })).toMatchObject({ rank: 3 });
    expect(ownRowOf(top, { ...me, username: 'ada' }, { score: 41, rank: 1 })).toMatchObject({
      rank: 1,
      score: 41,
    });
  });

  it('C12 puts a contest in exactly one tier by its true minimum, and shows the number of missing players', () => {
    for (const [minimum, name] of [
      [1, 'easy'],
      [5, 'easy'],
      [6, 'medium'],
      [10, 'medium'],
      [11, 'hard'],
      [900, 'hard'],
    ] as const) {
      const found = contestTiers.filter((tier) => inTier({ minimum_users: minimum }, tier));
      expect(found.map((tier) => tier.name)).toEqual([name]);
    }
    expect(needText(3, 4)).toBe('1 more player needed');
    expect(needText(1, 4)).toBe('3 more players needed');
    expect(needText(9, 4)).toBe('Minimum reached');
  });

  it('C7 shows the time as m:ss', () => {
    expect([9, 84, 760, 3_600 * 2 + 840].map(clockText)).toEqual(['0:09', '1:24', '12:40', '2h 14m']);
  });

  it('names the distance to the place below, or to the winner', () => {
    expect(distanceText(top, 1, 40)).toBe('10 ahead of 2nd place');
    expect(distanceText(top, 2, 30)).toBe('10 behind 1st place');
    expect(distanceText(top, 12, 5)).toBe('35 behind 1st place');
    expect(distanceText(top, null, 0)).toBe('');
    expect(distanceText([], 1, 5)).toBe('');
  });

  it('offers the running contest that needs the fewest players, and none that the user joined or that ends', () => {
    const contest = (id: number, players: number, more: Partial<Contest> = {}) =>
      ({
        id,
        players,
        minimum_users: 4,
        status: 'active',
        joined: false,
        end_date: new Date(600_000 + id).toISOString(),
        ...more,
      }) as Contest;
    const offered = (...contests: Contest[]) => nextOf(contests, 1, 0)?.id;
    expect(offered(contest(1, 4), contest(2, 1), contest(3, 3))).toBe(3);
    expect(offered(contest(4, 9), contest(3, 5))).toBe(3);
    expect(offered(contest(2, 3, { joined: true }), contest(3, 3, { status: 'pending' }))).toBeUndefined();
    expect(offered(contest(2, 3, { end_date: new Date(14_000).toISOString() }))).toBeUndefined();
  });

  it('C12 names the contest that a player can join first: a running one, or the next to start', () => {
    const contest = (id: number, status: Contest['status'], startMs: number) =>
      ({
        id,
        status,
        starts_at: new Date(startMs).toISOString(),
        end_date: new Date(startMs + 60_000).toISOString(),
      }) as Contest;
    const [over, running, soon, later] = [
      contest(1, 'active', 0),
      contest(2, 'active', 70_000),
      contest(3, 'pending', 160_000),
      contest(4, 'pending', 9e9),
    ];
    const nowMs = 100_000;
    expect(firstOf([later, soon, over, running], nowMs)?.id).toBe(2);
    expect(firstOf([later, over, soon], nowMs)?.id).toBe(3);
    expect(firstOf([over], nowMs)).toBeUndefined();
    expect(startText(running, nowMs)).toBe('is running');
    expect(startText(soon, nowMs)).toMatch(/^starts \d+:\d\d [ap]m, in 1 min$/);
    expect(startText(later, nowMs)).not.toContain('min');
  });
});
