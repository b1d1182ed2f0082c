import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import type { AcceptedBid, Bid } from './bid-command.ts';
import { type AuctionBefore, type BidState, heldOf } from './bid-round.ts';
import { type Decision, decideBids } from './decide-bids.ts';
import type { AcceptedMaximum, MaximumChange } from './maximum-command.ts';

const NOW = 1_000_000;
const rules = { lateBidMs: 10_000 };
const state: BidState = {
  status: 'active',
  price: 0,
  leaderId: null,
  maximum: null,
  increment: 5,
  endMs: NOW + 60_000,
  hardEndMs: NOW + 90_000,
};
const auction: AuctionBefore = { id: 1001, realm: 0, seq: 0, state, leader: undefined };
const rich = new Map(['ada', 'ben', 'cyd'].map((id) => [id, 1_000]));

type Command = Bid | MaximumChange;
let count = 0;
function command(userId: string) {
  count += 1;
  return {
    id: `command-${count}`,
    viewer: { userId, username: userId, profile: null, realm: 0 },
    key: undefined,
    hasJoined: true,
    receivedAtMs: NOW,
    isTooLate: false,
    earlier: undefined,
  };
}
const bid = (userId: string, maxBidPoints?: number): Bid => ({
  kind: 'bid',
  ...command(userId),
  maxBidPoints,
});
const upTo = (userId: string, maximum: number | null, key?: string): MaximumChange => ({
  kind: 'maximum',
  ...command(userId),
  maximum,
  key,
});
const decide = (commands: Command[], spendable = rich, from = auction) =>
  decideBids(from, commands, { spendable, restrictions: new Map() }, NOW, rules);
const bidsOf = ({ accepted }: Decision) =>
  accepted.map(({ userId, price, reason }) => `${userId} ${price}${reason ? ' auto' : ''}`);
const codesOf = ({ answers, accepted }: Decision) =>
  answers.map((answer) => {
    if (answer instanceof Refusal) return answer.code;
    return answer.kind === 'bid' ? accepted.indexOf(answer.made as AcceptedBid) : 'done';
  });

describe('A13 maximums in a batch', () => {
  it('a maximum bids the next price and then answers every bid with one of its own', () => {
    const decision = decide([upTo('ada', 100), bid('ben', 10), bid('cyd', 20)]);
    expect(bidsOf(decision)).toEqual(['ada 5 auto', 'ben 10', 'ada 15 auto', 'cyd 20', 'ada 25 auto']);
    expect(decision.state).toMatchObject({ price: 25, leaderId: 'ada', maximum: 100 });
    expect(decision.maximums).toMatchObject([
      { userId: 'ada', afterSeq: 0, untilSeq: null, bidSeq: 1, heldAfter: 100 },
    ]);
  });

  it('two maximums are decided at once: the lower one is used up', () => {
    const decision = decide([upTo('ada', 100), upTo('ben', 60)]);
    expect(bidsOf(decision)).toEqual(['ada 5 auto', 'ben 60 auto', 'ada 65 auto']);
    expect(decision.maximums).toMatchObject([
      { userId: 'ada', untilSeq: null },
      { userId: 'ben', afterSeq: 1, untilSeq: 2, ended: 'passed', heldAfter: 0, priceAfter: 65 },
    ]);
    const other = decide([upTo('ada', 60), upTo('ben', 100)]);
    expect(bidsOf(other)).toEqual(['ada 5 auto', 'ada 60 auto', 'ben 65 auto']);
    expect(other.maximums).toMatchObject([
      { userId: 'ada', untilSeq: 2, ended: 'passed' },
      { userId: 'ben', untilSeq: null, heldAfter: 100 },
    ]);
  });

  it('a tie goes to the earlier maximum, and the later one is refused with the price', () => {
    const decision = decide([upTo('ada', 60), upTo('ben', 60)]);
    expect(bidsOf(decision)).toEqual(['ada 5 auto', 'ada 60 auto']);
    expect(codesOf(decision)).toEqual(['done', 'PRICE_MOVED']);
    expect((decision.answers[1] as Refusal).details).toEqual({ currentBidAmount: 60, nextPrice: 65 });
    expect(decision.state).toMatchObject({ leaderId: 'ada', maximum: 60, price: 60 });
  });

  it('A4 a bid at the price of a maximum is refused by its guard, and goes on without one', () => {
    const guarded = decide([upTo('ada', 10), bid('ben', 10)]);
    expect(bidsOf(guarded)).toEqual(['ada 5 auto', 'ada 10 auto']);
    expect(codesOf(guarded)).toEqual(['done', 'PRICE_MOVED']);
    const unguarded = decide([upTo('ada', 10), bid('ben')]);
    expect(bidsOf(unguarded)).toEqual(['ada 5 auto', 'ada 10 auto', 'ben 15']);
    expect(unguarded.maximums).toMatchObject([{ untilSeq: 2, ended: 'passed' }]);
    expect(unguarded.state).toMatchObject({ leaderId: 'ben', maximum: null });
  });

  it('a bid that is refused for another reason does not raise the price', () => {
    const decision = decide(
      [upTo('ada', 10), bid('ben', 10)],
      new Map([
        ['ada', 1_000],
        ['ben', 9],
      ]),
    );
    expect(codesOf(decision)).toEqual(['done', 'NOT_ENOUGH_COINS']);
    expect(bidsOf(decision)).toEqual(['ada 5 auto']);
  });

  it('the leader lowers, raises and withdraws without a bid', () => {
    const decision = decide([
      upTo('ada', 100),
      upTo('ada', 50),
      upTo('ada', 70),
      upTo('ada', null),
      bid('ben', 10),
    ]);
    expect(bidsOf(decision)).toEqual(['ada 5 auto', 'ben 10']);
    expect(
      decision.maximums.map(({ maximum, untilSeq, ended, heldAfter }) => [
        maximum,
        untilSeq,
        ended,
        heldAfter,
      ]),
    ).toEqual([
      [100, 1, 'changed', 100],
      [50, 1, 'changed', 50],
      [70, 1, 'withdrawn', 70],
      [null, 1, 'withdrawn', 5],
    ]);
  });

  it('P6 a key repeats its change, also after it ended, and is refused for another maximum', () => {
    const decision = decide([
      upTo('ada', 50, 'k'),
      upTo('ada', null, 'k'),
      upTo('ada', 50, 'k'),
      upTo('ada', 51, 'k'),
    ]);
    expect(codesOf(decision)).toEqual(['done', 'done', 'done', 'IDEMPOTENCY_KEY_REUSED']);
    const [first, , again] = decision.answers.map((answer) => answer instanceof Refusal || answer.made);
    expect(again).toBe(first);
    expect(decision.maximums).toHaveLength(2);
  });

  it('ends the maximum that was live before the batch', () => {
    const led = { ...state, price: 5, leaderId: 'ada', maximum: 20 };
    const from = { ...auction, seq: 4, state: led, leader: { userId: 'ada', username: 'ada', profile: 'p' } };
    expect(decide([bid('ben')], rich, from).ended).toBeUndefined();
    expect(decide([upTo('ada', 30)], rich, from).ended).toEqual({ untilSeq: 4, ended: 'changed' });
    expect(decide([upTo('ada', null)], rich, from).ended).toEqual({ untilSeq: 4, ended: 'withdrawn' });
    const passed = decide([upTo('ben', 90)], rich, from);
    expect(passed.ended).toEqual({ untilSeq: 5, ended: 'passed' });
    expect(bidsOf(passed)).toEqual(['ada 20 auto', 'ben 25 auto']);
    expect(decide([bid('ben', 10)], rich, from).leader).toMatchObject({ userId: 'ada', profile: 'p' });
  });

  const commands = fc.array(
    fc.record({
      userId: fc.constantFrom('ada', 'ben', 'cyd'),
      what: fc.oneof(
        fc.constant('bid' as const),
        fc.constant('withdraw' as const),
        fc.integer({ min: 1, max: 130 }),
      ),
      guard: fc.option(fc.integer({ min: 1, max: 130 }), { nil: undefined }),
    }),
    { maxLength: 30 },
  );
  const asCommands = (
    list: { userId: string; what: 'bid' | 'withdraw' | number; guard: number | undefined }[],
  ) =>
    list.map(({ userId, what, guard }) =>
      what === 'bid' ? bid(userId, guard) : upTo(userId, what === 'withdraw' ? null : what),
    );
  const coins = fc.record({ ada: fc.nat(130), ben: fc.nat(130), cyd: fc.nat(130) });

  it('A6 equals deciding one by one, for any batch', () => {
    fc.assert(
      fc.property(commands, coins, fc.integer({ min: 1, max: 9 }), (list, coinsOf, increment) => {
        const spendable = new Map(Object.entries(coinsOf));
        const asked = asCommands(list);
        const start = { ...auction, state: { ...state, increment } };
        const whole = decide(asked, spendable, start);
        let now: AuctionBefore = start;
        const bids: string[] = [];
        const codes: unknown[] = [];
        for (const one of asked) {
          const single = decide([one], spendable, now);
          for (const code of codesOf(single))
            codes.push(typeof code === 'number' ? code + bids.length : code);
          bids.push(...bidsOf(single));
          const seq = now.seq + single.accepted.length;
          now = { ...now, seq, state: single.state, leader: single.leader };
        }
        expect(bidsOf(whole)).toEqual(bids);
        expect(codesOf(whole)).toEqual(codes);
        expect(whole.state).toEqual(now.state);
      }),
    );
  });

  it('keeps every rule, for any batch', () => {
    fc.assert(
      fc.property(commands, coins, fc.integer({ min: 1, max: 9 }), (list, coinsOf, increment) => {
        const spendable = new Map(Object.entries(coinsOf));
        const decision = decide(asCommands(list), spendable, { ...auction, state: { ...state, increment } });
        const { accepted, maximums, state: after } = decision;
        let price = 0;
        for (const [at, each] of accepted.entries()) {
          expect(each).toMatchObject({ seq: at + 1, priceBefore: price });
          expect(each.price).toBeGreaterThan(price);
          expect(each.price).toBeLessThanOrEqual(spendable.get(each.userId) ?? 0);
          price = each.price;
          const covers = ({ userId, maximum, afterSeq, untilSeq }: AcceptedMaximum) =>
            userId === each.userId &&
            maximum !== null &&
            maximum >= each.price &&
            afterSeq < each.seq &&
            each.seq <= (untilSeq ?? Number.POSITIVE_INFINITY);
          expect(each.reason === null || maximums.some(covers)).toBe(true);
        }
        const live = maximums.filter(({ untilSeq }) => untilSeq === null);
        expect(live.map(({ userId, maximum }) => [userId, maximum])).toEqual(
          after.maximum === null ? [] : [[after.leaderId, after.maximum]],
        );
        if (after.leaderId === null) return;
        expect(heldOf(after)).toBeGreaterThanOrEqual(after.price);
        expect(heldOf(after)).toBeLessThanOrEqual(spendable.get(after.leaderId) ?? 0);
      }),
    );
  });
});
