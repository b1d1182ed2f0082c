import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import type { Restrictions } from '../../responsible-play/restrictions.ts';
import { type BidState, contest, heldOf } from './bid-round.ts';
import { judgeLeadersMaximum, judgeMaximum } from './maximum-command.ts';

const END = 1_000_000;
const NOW = END - 30_000;
const rules = { lateBidMs: 10_000 };
const state: BidState = {
  status: 'active',
  price: 10,
  leaderId: 'ada',
  maximum: null,
  increment: 5,
  endMs: END,
  hardEndMs: END + 60_000,
};
const ben = {
  viewer: { userId: 'ben', username: 'ben', profile: null, realm: 0 },
  hasJoined: true,
  receivedAtMs: NOW,
};
const rich = { spendable: 1_000 };
const inBreak: Restrictions = {
  break: { kind: 'time_out', until: new Date(END + 1_000) },
  dayLimit: null,
  weekLimit: null,
  spentToday: 0,
  spentThisWeek: 0,
  held: 0,
  dayEnds: new Date(END),
  weekEnds: new Date(END),
};
const codeOf = (outcome: BidState | Refusal) => (outcome instanceof Refusal ? outcome.code : 'accepted');

describe('A13 a challenger against the leader’s own maximum', () => {
  const challenger = (price: number) => ({ by: 'challenger' as const, price });
  const leader = (price: number) => ({ by: 'leader' as const, price });
  it.each([
    ['no maximum: the next price', null, 100, [challenger(15)]],
    ['a maximum that is used up: the next price', 10, 100, [challenger(15)]],
    ['a lower maximum: one increment above it', 40, 100, [leader(40), challenger(45)]],
    [
      'a maximum lower by less than an increment: all of the higher one',
      40,
      43,
      [leader(40), challenger(43)],
    ],
    ['a higher maximum: one increment above the challenger', 100, 40, [challenger(40), leader(45)]],
    ['a maximum higher by less than an increment: all of it', 43, 40, [challenger(40), leader(43)]],
    ['a tie: the earlier maximum takes the price', 40, 40, [leader(40)]],
    ['an ordinary bid against a higher maximum', 100, 15, [challenger(15), leader(20)]],
    ['an ordinary bid at the maximum', 15, 15, [leader(15)]],
    ['an ordinary bid above the rest of a maximum', 13, 15, [leader(13), challenger(15)]],
  ])('%s', (_what, maximum, limit, moves) => {
    expect(contest({ ...state, maximum }, limit)).toEqual(moves);
  });
});

describe('A13 a maximum of a player who does not lead', () => {
  const judge = (maximum: number, over: Partial<BidState> = {}, means = {}, player = ben) =>
    judgeMaximum({ ...state, ...over }, player, maximum, { ...rich, ...means }, NOW, rules);

  it.each([
    ['at the next price', 15, {}, {}, 'accepted'],
    ['below the next price', 14, {}, {}, 'PRICE_MOVED'],
    ['of all coins', 1_000, {}, {}, 'accepted'],
    ['above the coins', 1_001, {}, {}, 'NOT_ENOUGH_COINS'],
    ['before the start', 100, { status: 'pending' as const }, {}, 'AUCTION_NOT_ACTIVE'],
    ['after the end', 100, { status: 'completed' as const, endMs: NOW }, {}, 'AUCTION_ENDED'],
    ['during a break', 100, {}, { restrictions: inBreak }, 'TAKING_A_BREAK'],
    [
      'above a limit',
      100,
      {},
      { restrictions: { ...inBreak, break: undefined, dayLimit: 99 } },
      'LIMIT_REACHED',
    ],
    ['at a limit', 99, {}, { restrictions: { ...inBreak, break: undefined, dayLimit: 99 } }, 'accepted'],
  ])('%s', (_what, maximum, over, means, code) => {
    expect(codeOf(judge(maximum, over, means))).toBe(code);
  });

  it('A2 needs an entry', () => {
    expect(codeOf(judge(100, {}, {}, { ...ben, hasJoined: false }))).toBe('NOT_JOINED');
  });

  it('A4 is refused with the price when it is too low', () => {
    expect((judge(14) as Refusal).details).toEqual({ currentBidAmount: 10, nextPrice: 15 });
  });

  it('A5 moves the end like a bid', () => {
    const late = judgeMaximum(state, ben, 100, rich, END - 1_000, rules) as BidState;
    expect(late.endMs).toBe(END + 9_000);
  });
});

describe('A13 the leader’s maximum', () => {
  const judge = (maximum: number | null, over: Partial<BidState> = {}, means = {}) =>
    judgeLeadersMaximum({ ...state, ...over }, { receivedAtMs: NOW }, maximum, { ...rich, ...means }, NOW);

  it.each([
    ['a first one above the price', 11, null, {}, 'accepted'],
    ['a first one at the price, which would never bid', 10, null, {}, 'PRICE_MOVED'],
    ['lowered to the price', 10, 50, {}, 'accepted'],
    ['lowered below the price', 9, 50, {}, 'PRICE_MOVED'],
    ['raised to all coins', 1_000, 50, {}, 'accepted'],
    ['raised above the coins', 1_001, 50, {}, 'NOT_ENOUGH_COINS'],
    ['withdrawn', null, 50, {}, 'accepted'],
    ['withdrawn without one', null, null, {}, 'NO_MAXIMUM'],
    ['raised during a break', 51, 50, { restrictions: inBreak }, 'TAKING_A_BREAK'],
    ['lowered during a break', 49, 50, { restrictions: inBreak }, 'accepted'],
    ['withdrawn during a break', null, 50, { restrictions: inBreak }, 'accepted'],
  ])('%s', (_what, maximum, before, means, code) => {
    expect(codeOf(judge(maximum, { maximum: before }, means))).toBe(code);
  });

  it('makes no bid and does not move the end', () => {
    const next = judgeLeadersMaximum(state, { receivedAtMs: NOW }, 50, rich, END - 1_000);
    expect(next).toEqual({ ...state, maximum: 50 });
    expect(heldOf(next as BidState)).toBe(50);
    expect(heldOf(state)).toBe(10);
  });

  it('A5 is not changed after the end', () => {
    expect(codeOf(judge(null, { maximum: 50, endMs: NOW, status: 'active' }))).toBe('AUCTION_ENDED');
  });
});
