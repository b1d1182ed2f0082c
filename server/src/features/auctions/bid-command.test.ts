import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import type { Restrictions } from '../../responsible-play/restrictions.ts';
import { type Bid, judgeBid } from './bid-command.ts';
import type { BidState } from './bid-round.ts';

const rules = { lateBidMs: 10_000 };
const END = 1_000_000;
const state: BidState = {
  status: 'active',
  price: 10,
  leaderId: 'ada',
  maximum: null,
  increment: 5,
  endMs: END,
  hardEndMs: END + 60_000,
};
const viewer = (userId: string): Bid['viewer'] => ({ userId, username: userId, profile: null, realm: 0 });
const bid = {
  viewer: viewer('ben'),
  hasJoined: true,
  maxBidPoints: undefined,
  receivedAtMs: END - 30_000,
};
const RICH = { spendable: 1_000 };
const NOW = END - 30_000;

function refusalOf(outcome: BidState | Refusal): Refusal {
  if (!(outcome instanceof Refusal)) throw new Error('the bid was accepted');
  return outcome;
}

describe('judgeBid', () => {
  it('A3 raises the price by the increment and makes the bidder the leader, also with the first bid', () => {
    expect(judgeBid(state, bid, RICH, NOW, rules)).toEqual({ ...state, price: 15, leaderId: 'ben' });
    const first = { ...state, price: 0, leaderId: null };
    expect(judgeBid(first, bid, RICH, NOW, rules)).toMatchObject({ price: 5, leaderId: 'ben' });
  });

  const late = { receivedAtMs: END };
  it.each<[string, string, Partial<BidState>, Partial<Bid>, number, number]>([
    ['A3 the leader', 'ALREADY_LEADING', {}, { viewer: viewer('ada') }, 1_000, NOW],
    ['A3 a user who cannot pay the full price', 'NOT_ENOUGH_COINS', {}, {}, 14, NOW],
    ['A2 a user who has not joined', 'NOT_JOINED', {}, { hasJoined: false }, 1_000, NOW],
    ['A5 a bid at the end', 'AUCTION_ENDED', {}, late, 1_000, END],
    ['A5 a bid after the end', 'AUCTION_ENDED', {}, late, 1_000, END + 1],
    ['A5 a bid on one that was sold', 'AUCTION_ENDED', { status: 'completed' }, late, 1_000, END],
    ['A5 a bid on one that is unsold', 'AUCTION_ENDED', { status: 'unsold' }, late, 1_000, END],
    ['A5 a bid on one being cancelled', 'AUCTION_ENDED', { status: 'cancelling' }, late, 1_000, END],
    ['A5 a bid on a cancelled one', 'AUCTION_ENDED', { status: 'cancelled' }, late, 1_000, END],
  ])('refuses %s', (_what, code, over, asked, spendable, nowMs) => {
    const judged = judgeBid({ ...state, ...over }, { ...bid, ...asked }, { spendable }, nowMs, rules);
    expect(refusalOf(judged).code).toBe(code);
  });

  it('A3 A5 accepts a bid of all coins, and one just before the end', () => {
    expect(judgeBid(state, bid, { spendable: 15 }, NOW, rules)).toMatchObject({ price: 15 });
    expect(judgeBid(state, bid, RICH, END - 1, rules)).toMatchObject({ price: 15 });
  });

  it('A1 refuses before the start, with the text of the specification', () => {
    const refusal = refusalOf(judgeBid({ ...state, status: 'pending' }, bid, RICH, NOW, rules));
    expect(refusal).toMatchObject({ code: 'AUCTION_NOT_ACTIVE', message: 'Auction is not yet active' });
  });

  it('A4 refuses a bid above the guard and returns the new price', () => {
    expect(judgeBid(state, { ...bid, maxBidPoints: 15 }, RICH, NOW, rules)).toMatchObject({ price: 15 });
    const refusal = refusalOf(judgeBid(state, { ...bid, maxBidPoints: 14 }, RICH, NOW, rules));
    expect(refusal).toMatchObject({ code: 'PRICE_MOVED', details: { currentBidAmount: 10, nextPrice: 15 } });
  });

  it('G1, G2 refuses above a limit, and during a break whether or not the user has joined', () => {
    const restrictions: Restrictions = {
      break: undefined,
      dayLimit: 15,
      weekLimit: null,
      spentToday: 0,
      spentThisWeek: 0,
      held: 0,
      dayEnds: new Date(0),
      weekEnds: new Date(0),
    };
    const judged = (over: Partial<Restrictions>, hasJoined = true) =>
      judgeBid(
        state,
        { ...bid, hasJoined },
        { ...RICH, restrictions: { ...restrictions, ...over } },
        NOW,
        rules,
      );
    expect(judged({})).toMatchObject({ price: 15 });
    expect(refusalOf(judged({ dayLimit: 14 })).code).toBe('LIMIT_REACHED');
    expect(refusalOf(judged({ held: 1 })).code).toBe('LIMIT_REACHED');
    const inBreak = { break: { kind: 'time_out', until: new Date(1) } } as const;
    for (const hasJoined of [true, false])
      expect(refusalOf(judged(inBreak, hasJoined)).code).toBe('TAKING_A_BREAK');
  });

  it('A11 refuses a bid that arrived before the end with DECIDED_TOO_LATE and both times', () => {
    const inTime = { ...bid, receivedAtMs: END - 1 };
    const expected = {
      code: 'DECIDED_TOO_LATE',
      details: {
        receivedAt: new Date(END - 1).toISOString(),
        decidedAt: new Date(END + 300).toISOString(),
        endDate: new Date(END).toISOString(),
      },
    };
    expect(refusalOf(judgeBid(state, inTime, RICH, END + 300, rules))).toMatchObject(expected);
    // Another server may have closed it meanwhile.
    expect(
      refusalOf(judgeBid({ ...state, status: 'completed' }, inTime, RICH, END + 300, rules)),
    ).toMatchObject(expected);
    expect(refusalOf(judgeBid({ ...state, status: 'cancelled' }, inTime, RICH, NOW, rules)).code).toBe(
      'AUCTION_ENDED',
    );
  });

  it('A5 moves the end only for bids in the last seconds, and never beyond the hard end', () => {
    const endAfter = (nowMs: number, over: Partial<BidState> = {}) =>
      (judgeBid({ ...state, ...over }, bid, RICH, nowMs, rules) as BidState).endMs;
    expect(endAfter(END - 10_001)).toBe(END);
    expect(endAfter(END - 10_000)).toBe(END);
    expect(endAfter(END - 9_999)).toBe(END + 1);
    expect(endAfter(END - 1)).toBe(END + 9_999);
    expect(endAfter(END - 1, { hardEndMs: END + 3_000 })).toBe(END + 3_000);
    expect(endAfter(END - 1, { hardEndMs: END })).toBe(END);
  });

  it('A3 A5 hold for any sequence: the price rises by the increment, no leader outbids themself, the end never moves earlier', () => {
    const bids = fc.array(
      fc.record({
        userId: fc.constantFrom('ada', 'ben', 'cyd'),
        hasJoined: fc.boolean(),
        spendable: fc.nat(60),
        maxBidPoints: fc.option(fc.nat(60), { nil: undefined }),
        receivedAtMs: fc.integer({ min: END - 40_000, max: END + 80_000 }),
        waitMs: fc.nat(9_000),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(bids, fc.integer({ min: 1, max: 7 }), (sequence, increment) => {
        let current: BidState = { ...state, price: 0, leaderId: null, increment };
        let nowMs = NOW;
        for (const one of sequence) {
          nowMs += one.waitMs;
          const next = judgeBid(current, { ...one, viewer: viewer(one.userId) }, one, nowMs, rules);
          if (next instanceof Refusal) continue;
          expect(one.hasJoined).toBe(true);
          expect(nowMs).toBeLessThan(current.endMs);
          expect(next.price).toBe(current.price + increment);
          expect(next.price).toBeLessThanOrEqual(Math.min(one.spendable, one.maxBidPoints ?? Infinity));
          expect(next.leaderId).not.toBe(current.leaderId);
          expect(next.endMs).toBeGreaterThanOrEqual(current.endMs);
          expect(next.endMs).toBeLessThanOrEqual(current.hardEndMs);
          expect(next.endMs - nowMs).toBeGreaterThanOrEqual(Math.min(10_000, current.hardEndMs - nowMs));
          current = next;
        }
      }),
    );
  });
});
