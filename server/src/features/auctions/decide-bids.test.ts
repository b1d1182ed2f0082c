import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import { type AcceptedBid, type Bid, judgeBid } from './bid-command.ts';
import type { BidState } from './bid-round.ts';
import type { BidRow } from './bids.queries.ts';
import { type Decision, decideBids } from './decide-bids.ts';

const NOW = 1_000_000;
const rules = { lateBidMs: 10_000 };
const state: BidState = {
  status: 'active',
  price: 0,
  leaderId: null,
  maximum: null,
  increment: 1,
  endMs: NOW + 60_000,
  hardEndMs: NOW + 90_000,
};
const auction = { id: 1001, realm: 0, seq: 0, state, leader: undefined };

let count = 0;
function bidOf(userId: string, over: Partial<Bid> = {}): Bid {
  count += 1;
  return {
    kind: 'bid',
    id: `bid-${count}`,
    viewer: { userId, username: userId, profile: null, realm: 0 },
    key: undefined,
    maxBidPoints: undefined,
    hasJoined: true,
    receivedAtMs: NOW - 5,
    isTooLate: false,
    earlier: undefined,
    ...over,
  };
}

const rich = new Map(['ada', 'ben', 'cyd'].map((id) => [id, 1_000]));
/** The place among the accepted bids, the id of an earlier bid, or the refusal. */
const outcomes = ({ answers, accepted }: Decision) =>
  answers.map((answer) => {
    if (answer instanceof Refusal) return answer;
    const place = accepted.indexOf(answer.made as AcceptedBid);
    return place < 0 ? answer.made.id : place;
  });
const codes = (decision: Decision) =>
  outcomes(decision).map((outcome) => (outcome instanceof Refusal ? outcome.code : outcome));
const decide = (asked: Bid[], spendable = rich, from = auction) =>
  decideBids(from, asked, { spendable, restrictions: new Map() }, NOW, rules);

describe('decideBids', () => {
  it('A6 decides in order of arrival, each on the state after the previous one', () => {
    const decision = decide([bidOf('ada'), bidOf('ben'), bidOf('ben'), bidOf('cyd'), bidOf('ada')]);
    expect(codes(decision)).toEqual([0, 1, 'ALREADY_LEADING', 2, 3]);
    expect(
      decision.accepted.map(({ seq, priceBefore, price, userId }) => [seq, priceBefore, price, userId]),
    ).toEqual([
      [1, 0, 1, 'ada'],
      [2, 1, 2, 'ben'],
      [3, 2, 3, 'cyd'],
      [4, 3, 4, 'ada'],
    ]);
    expect(decision.state).toMatchObject({ price: 4, leaderId: 'ada' });
  });

  it('P6 returns an earlier bid again even after the end, and refuses its key for another input', () => {
    const earlier = { id: 'long ago', maxBidPoints: null } as BidRow;
    const over = { ...auction, state: { ...state, status: 'completed' as const } };
    const asked = [
      bidOf('ada', { key: 'k', earlier }),
      bidOf('ada', { key: 'k', earlier, maxBidPoints: 9 }),
      bidOf('ada', { key: 'new', receivedAtMs: state.endMs }),
    ];
    expect(codes(decide(asked, rich, over))).toEqual(['long ago', 'IDEMPOTENCY_KEY_REUSED', 'AUCTION_ENDED']);
  });

  it('L8 refuses bids on auctions of another realm as not found', () => {
    const ada = bidOf('ada');
    const elsewhere = { ...ada, viewer: { ...ada.viewer, realm: 3 } };
    expect(codes(decide([elsewhere, bidOf('ben')]))).toEqual(['AUCTION_NOT_FOUND', 0]);
  });

  it('A3 A4 A6 A11 P6 equals deciding one by one, each key once, for any batch', () => {
    const bids = fc.array(
      fc.record({
        userId: fc.constantFrom('ada', 'ben', 'cyd'),
        hasJoined: fc.boolean(),
        isTooLate: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
        maxBidPoints: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
        key: fc.option(fc.constantFrom('k', 'l', 'm'), { nil: undefined }),
      }),
      { maxLength: 30 },
    );
    const coins = fc.record({ ada: fc.nat(15), ben: fc.nat(15), cyd: fc.nat(15) });
    fc.assert(
      fc.property(bids, coins, (list, coinsOf) => {
        const spendable = new Map(Object.entries(coinsOf));
        const asked = list.map(({ userId, ...over }) => bidOf(userId, over));
        const decision = decide(asked, spendable);
        let now: BidState = state;
        const byKey = new Map<string, { place: number; max: number | undefined }>();
        let places = 0;
        for (const [at, bid] of asked.entries()) {
          const answer = outcomes(decision)[at];
          const name = bid.key === undefined ? undefined : `${bid.viewer.userId}/${bid.key}`;
          const before = name === undefined ? undefined : byKey.get(name);
          if (bid.isTooLate) expect((answer as Refusal).code).toBe('DEADLINE_PASSED');
          else if (before && before.max === bid.maxBidPoints) expect(answer).toBe(before.place);
          else if (before) expect((answer as Refusal).code).toBe('IDEMPOTENCY_KEY_REUSED');
          else {
            const next = judgeBid(now, bid, { spendable: spendable.get(bid.viewer.userId) ?? 0 }, NOW, rules);
            if (next instanceof Refusal) expect((answer as Refusal).code).toBe(next.code);
            else {
              expect(answer).toBe(places);
              if (name !== undefined) byKey.set(name, { place: places, max: bid.maxBidPoints });
              places += 1;
              now = next;
            }
          }
        }
        expect(decision.state).toEqual(now);
        expect(decision.accepted.map(({ seq }) => seq)).toEqual(
          Array.from({ length: places }, (_, at) => at + 1),
        );
      }),
    );
  });
});
