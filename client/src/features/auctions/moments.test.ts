import { describe, expect, it } from 'vitest';
import type { LiveAuction } from './live-auction.ts';
import { coinsBack, lastOwnCoins, leftAfter, see, seenFirst } from './moments.ts';

const nowMs = 1_000_000;
const me = 'ada';
const stateOf = (facts: Partial<LiveAuction>): LiveAuction => ({
  status: 'active',
  price: 10,
  leader: 'bola',
  endDate: nowMs + 60_000,
  hardEnd: nowMs + 600_000,
  seq: 1,
  ...facts,
});
const seen = (...states: Partial<LiveAuction>[]) =>
  states
    .map(stateOf)
    .slice(1)
    .reduce((last, state) => see(last, state, me, nowMs), seenFirst(stateOf(states[0] ?? {})));

it('the moment of being outbid comes with the bid that replaced the own one, and lasts until the next own one', () => {
  const { outbid } = seen({ leader: me, price: 35, seq: 7 }, { leader: 'bola', price: 40, seq: 8 });
  expect(outbid).toEqual({ seq: 8, coins: 35 });
  const lead = { leader: me, price: 35, seq: 7 };
  const others = [
    { leader: 'bola', price: 40, seq: 8 },
    { leader: 'chidi', price: 45, seq: 9 },
  ];
  expect(seen(lead, ...others).outbid?.seq).toBe(8);
  expect(seen(lead, ...others, { leader: me, price: 50, seq: 10 }).outbid).toBeNull();
  // Bids were skipped: an own one may be among them.
  const { outbid: skipped } = seen({ leader: me, price: 35, seq: 7 }, { leader: 'bola', price: 55, seq: 11 });
  expect(skipped).toEqual({ seq: 11, coins: null });
  expect(seen({ leader: 'bola', seq: 7 }, { leader: 'chidi', seq: 8 }).outbid).toBeNull();
});

describe('X16 the seconds gained by a late bid', () => {
  const late = (leftMs: number, endInMs: number, hardInMs = 600_000) =>
    seen(
      { seq: 4, endDate: nowMs + leftMs, hardEnd: nowMs + hardInMs },
      { seq: 5, endDate: nowMs + endInMs, hardEnd: nowMs + hardInMs },
    ).late;

  it.each([
    [6_400, 10_000, 3],
    [3_000, 10_000, 7],
    [30, 10_000, 9],
    [0, 10_000, 10],
    [9_700, 10_000, 0],
  ])('with %i ms left, the end in %i ms: %i s', (leftMs, endInMs, gainedS) => {
    expect(late(leftMs, endInMs)).toMatchObject({ gainedS, leftS: 10, isLatest: false });
  });

  it('are less near the latest end, and none without a bid or a later end', () => {
    expect(late(4_000, 6_500, 6_500)).toMatchObject({ gainedS: 2, isLatest: true });
    expect(late(5_000, 5_000)).toBeNull();
    const moved = seen({ seq: 4, endDate: nowMs + 5_000 }, { seq: 4, endDate: nowMs + 90_000 });
    expect(moved.late).toBeNull();
    const extended = seen(
      { seq: 4, endDate: nowMs + 5_000, hardEnd: nowMs + 600_000 },
      { seq: 5, endDate: nowMs + 90_000, hardEnd: nowMs + 685_000 },
    );
    expect(extended.late, 'A14').toBeNull();
  });

  it('set the clock back to ten, also at an older tick and with a clock that is slow', () => {
    const set = (endInMs: number) =>
      seen(
        { seq: 4, endDate: nowMs + 4_000, hardEnd: nowMs + 600_000 },
        { seq: 5, endDate: nowMs + endInMs, hardEnd: nowMs + 600_000 },
      );
    for (const endInMs of [9_900, 10_000, 10_080])
      expect(leftAfter(set(endInMs), nowMs - 900), `${endInMs} ms`).toBe(10);
    expect(leftAfter(set(10_000), nowMs + 3_200)).toBe(7);
    expect(leftAfter(set(10_000), nowMs + 60_000)).toBe(0);
  });
});

describe('the coins of the last own bid', () => {
  const bid = (seq: number, username: string) => ({ seq, username, price: seq * 5, at: nowMs });

  it('are those of the newest one, and unknown behind a gap', () => {
    expect(lastOwnCoins([bid(9, 'bola'), bid(8, me), bid(7, 'bola'), bid(6, me)], me)).toBe(40);
    expect(lastOwnCoins([bid(9, 'bola')], me)).toBeNull();
    expect(lastOwnCoins([bid(9, 'bola'), bid(7, me)], me)).toBeNull();
  });

  it.each([
    [null, 'Your coins are back'],
    [1, 'Your 1 coin is back'],
    [1_284_550, 'Your 1,284,550 coins are back'],
  ])('are returned: %s', (coins, text) => {
    expect(coinsBack(coins)).toBe(text);
  });
});
