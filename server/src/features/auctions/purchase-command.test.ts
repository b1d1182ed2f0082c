import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import type { AcceptedBid, Bid } from './bid-command.ts';
import type { AuctionBefore, BidState } from './bid-round.ts';
import { type Decision, decideBids, type Judged } from './decide-bids.ts';
import { judgePurchase, type Purchase } from './purchase-command.ts';
import type { PurchaseRow } from './purchases.queries.ts';

const NOW = 1_000_000;
const rules = { lateBidMs: 10_000 };
const state: BidState = {
  status: 'active',
  price: 0,
  leaderId: null,
  maximum: null,
  increment: 1,
  buyNowPoints: 50,
  endMs: NOW + 60_000,
  hardEndMs: NOW + 90_000,
};
const auction = { id: 1001, realm: 0, seq: 0, state, leader: undefined };
const means = { spendable: 100 };

let count = 0;
function factsOf(userId: string) {
  count += 1;
  return {
    id: `command-${count}`,
    viewer: { userId, username: userId, profile: null, realm: 0 },
    key: undefined,
    hasJoined: true,
    receivedAtMs: NOW - 5,
    isTooLate: false,
    earlier: undefined,
  };
}
const bidOf = (userId: string): Bid => ({
  kind: 'bid',
  ...factsOf(userId),
  maxBidPoints: undefined,
});
const orderOf = (userId: string, over: Partial<Purchase> = {}): Purchase => ({
  kind: 'purchase',
  ...factsOf(userId),
  buyNowPoints: 50,
  ...over,
});
const codeOf = (answer: BidState | Refusal) => (answer instanceof Refusal ? answer.code : 'sold');

describe('A13 judgePurchase', () => {
  const judge = (over: Partial<BidState>, order: Partial<Purchase> = {}, spendable = 100) =>
    judgePurchase({ ...state, ...over }, orderOf('ada', order), { spendable }, NOW);

  it('sells at the price and ends the auction now', () => {
    expect(judge({}, {}, 50)).toEqual({
      ...state,
      status: 'completed',
      price: 50,
      leaderId: 'ada',
      endMs: NOW,
    });
  });

  it.each<[string, string, Partial<BidState>, Partial<Purchase>, number]>([
    ['before the start', 'AUCTION_NOT_ACTIVE', { status: 'pending' }, {}, 100],
    ['without an offer', 'BUY_NOW_UNAVAILABLE', { buyNowPoints: undefined }, {}, 100],
    ['after the first bid', 'BUY_NOW_UNAVAILABLE', { leaderId: 'ben', price: 1 }, {}, 100],
    ['after the buyer’s own bid', 'BUY_NOW_UNAVAILABLE', { leaderId: 'ada', price: 1 }, {}, 100],
    ['without an entry', 'NOT_JOINED', {}, { hasJoined: false }, 100],
    ['at a lower price than the auction’s', 'PRICE_MOVED', {}, { buyNowPoints: 49 }, 100],
    ['at a higher price than the auction’s', 'PRICE_MOVED', {}, { buyNowPoints: 51 }, 100],
    ['with a coin too few', 'NOT_ENOUGH_COINS', {}, {}, 49],
    ['at the end, arrived before it', 'DECIDED_TOO_LATE', { endMs: NOW }, {}, 100],
    ['at the end, arrived after it', 'AUCTION_ENDED', { endMs: NOW }, { receivedAtMs: NOW }, 100],
    ['once sold, arrived before that', 'DECIDED_TOO_LATE', { status: 'completed', endMs: NOW }, {}, 100],
    ['once cancelled', 'AUCTION_ENDED', { status: 'cancelling' }, {}, 100],
  ])('refuses %s', (_when, code, over, order, spendable) => {
    expect(codeOf(judge(over, order, spendable))).toBe(code);
  });

  it('G1 G2 refuses above a limit and in a break', () => {
    const none = {
      break: undefined,
      dayLimit: null,
      weekLimit: null,
      spentToday: 0,
      spentThisWeek: 0,
      held: 0,
      dayEnds: new Date(NOW),
      weekEnds: new Date(NOW),
    };
    const judged = (restrictions: object) =>
      codeOf(
        judgePurchase(state, orderOf('ada'), { ...means, restrictions: { ...none, ...restrictions } }, NOW),
      );
    expect(judged({ dayLimit: 49 })).toBe('LIMIT_REACHED');
    expect(judged({ dayLimit: 50 })).toBe('sold');
    expect(judged({ break: { kind: 'time_out', until: new Date(NOW) } })).toBe('TAKING_A_BREAK');
  });
});

describe('A13 a purchase within a batch', () => {
  const rich = new Map(['ada', 'ben', 'cyd'].map((id) => [id, 1_000]));
  const decide = (asked: Judged[], spendable = rich, from: AuctionBefore = auction) =>
    decideBids(from, asked, { spendable, restrictions: new Map() }, NOW, rules);
  const answersOf = ({ answers, accepted, purchase }: Decision) =>
    answers.map((answer) => {
      if (answer instanceof Refusal) return answer.code;
      if (answer.kind === 'bid') return accepted.indexOf(answer.made as AcceptedBid);
      return answer.made === purchase ? 'bought' : answer.made;
    });

  it('before every bid ends the auction for them', () => {
    const order = orderOf('ada');
    const decision = decide([order, bidOf('ben'), orderOf('cyd')]);
    expect(answersOf(decision)).toEqual(['bought', 'DECIDED_TOO_LATE', 'DECIDED_TOO_LATE']);
    expect(decision).toMatchObject({
      accepted: [],
      purchase: order,
      leader: { userId: 'ada' },
      state: { status: 'completed', price: 50 },
    });
  });

  it('after the first bid is refused, and the bids go on', () => {
    const decision = decide([bidOf('ben'), orderOf('ada'), bidOf('ada')]);
    expect(answersOf(decision)).toEqual([0, 'BUY_NOW_UNAVAILABLE', 1]);
    expect(decision).toMatchObject({ purchase: undefined, state: { status: 'active', price: 2 } });
  });

  it('that is refused leaves the auction to the next command', () => {
    const poor = new Map([...rich, ['ada', 49]]);
    expect(answersOf(decide([orderOf('ada'), bidOf('ben')], poor))).toEqual(['NOT_ENOUGH_COINS', 0]);
    expect(answersOf(decide([orderOf('ada'), orderOf('ben')], poor))).toEqual(['NOT_ENOUGH_COINS', 'bought']);
  });

  it('P6 returns the first answer for its key, and refuses the key with another price', () => {
    const once = { key: 'k' };
    const decision = decide([
      orderOf('ada', once),
      orderOf('ada', once),
      orderOf('ada', { ...once, buyNowPoints: 60 }),
      orderOf('ben', once),
    ]);
    expect(answersOf(decision)).toEqual(['bought', 'bought', 'IDEMPOTENCY_KEY_REUSED', 'DECIDED_TOO_LATE']);
    const earlier = { price: 50 } as PurchaseRow;
    const over = { ...auction, state: { ...state, status: 'completed' as const, endMs: NOW - 1_000 } };
    const again = decide(
      [orderOf('ada', { ...once, earlier }), orderOf('ada', { ...once, earlier, buyNowPoints: 60 })],
      rich,
      over,
    );
    expect(answersOf(again)).toEqual([earlier, 'IDEMPOTENCY_KEY_REUSED']);
  });
});
