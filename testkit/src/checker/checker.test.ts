import { describe, expect, it } from 'vitest';
import type { HistoryEvent } from '../history.ts';
import { ada, bola } from './auction-world.fixture.ts';
import { describeVerdicts, judge } from './checker.ts';
import { consistentWorld, type Fixture } from './facts.fixture.ts';
import type { AuctionFact, BidFact } from './facts.ts';

/** Returns a row of the fixture; throws if it is missing. */
function at<Row>(rows: readonly Row[], index: number): Row {
  const row = rows.at(index);
  if (row === undefined) throw new Error(`no row ${index}`);
  return row;
}
const won = ({ facts }: Fixture): AuctionFact => at(facts.auctions, 0);
const unsold = ({ facts }: Fixture): AuctionFact => at(facts.auctions, 1);
const bid = ({ facts }: Fixture, index: number): BidFact => at(facts.bids, index);
const event = ({ history }: Fixture, key: string, type: HistoryEvent['type']): HistoryEvent =>
  at(
    history.filter((each) => each.key === key && each.type === type),
    0,
  );

function violatedAfter(damage: (world: Fixture) => unknown): string[] {
  const world = consistentWorld();
  damage(world);
  return judge(world.facts, world)
    .filter(({ violations }) => violations.length > 0)
    .map(({ id }) => id);
}

/** By the invariant that each damage violates. */
const damages: Record<string, Record<string, (world: Fixture) => unknown>> = {
  I1: {
    'added coins': ({ facts }) => (at(facts.posted, 5).amount += 1),
    'missing coins': ({ facts }) => facts.posted.splice(5, 1),
    'coins held in another realm than issued': ({ facts }) => (at(facts.wallets, 0).realm = 2),
    'task coins that were not issued': ({ facts }) => (at(facts.wallets, 0).task = 3),
    'a posting without transfer': ({ facts }) => facts.strays.push('posting 7 belongs to no transfer'),
    'a bank read that lacks coins': (world) =>
      (at(world.history, -1).reply = { held: 199, issued: 200, smallest: 0 }),
    'a bank read below zero': (world) =>
      (at(world.history, -1).reply = { held: 200, issued: 200, smallest: -1 }),
  },
  I2: {
    'a balance that is not the sum of its entries': ({ facts }) => (at(facts.wallets, 0).available = 94),
    'a negative balance': ({ facts }) => Object.assign(at(facts.wallets, 0), { available: -5, bonus: 100 }),
    'held coins without a hold': ({ facts }) => (at(facts.wallets, 0).openHolds = 1),
    'entries of a missing wallet': ({ facts }) => facts.wallets.splice(0, 1),
    'a fund that is not the sum of its entries': ({ facts }) =>
      facts.funds.push({ account: 'pot', id: 'p', unit: 'coin', realm: 1, amount: 4 }),
  },
  I3: {
    'no cart item': ({ facts }) => facts.cartItems.pop(),
    'a second cart item': ({ facts }) => facts.cartItems.push({ auctionId: 1001, userId: bola }),
    'a cart item of another user': ({ facts }) => (at(facts.cartItems, 0).userId = ada),
    'a prize of an unsold auction': ({ facts }) => facts.cartItems.push({ auctionId: 1002, userId: ada }),
    'a second capture': ({ facts }) => (at(facts.flows, 3).postings = 2),
    'a capture of another amount': ({ facts }) => (at(facts.flows, 3).amount = 19),
    'a winner without a notice': ({ facts }) => facts.wonNotices.pop(),
    'no time of settlement': (world) => (won(world).settledAtMs = null),
    'a sale without a winner': (world) => (won(world).leaderId = null),
    'a sale below the reserve': (world) => (won(world).reserve = 21),
  },
  I4: {
    'an acknowledged bid that is missing': ({ facts }) => facts.bids.splice(0, 1),
    'an acknowledged bid that exists twice': ({ facts }) => facts.bids.push({ ...at(facts.bids, 0), seq: 3 }),
    'an unanswered bid that exists twice': ({ facts }) => facts.bids.push({ ...at(facts.bids, 1), seq: 3 }),
    'a refused bid that exists': (world) => (bid(world, 1).key = 'k3'),
    'a bid without a request': (world) => (bid(world, 1).key = 'k9'),
    'an acknowledged entry that is missing': ({ facts }) => facts.entries.splice(0, 1),
  },
  I5: {
    'a price that does not rise': (world) => (bid(world, 1).price = 10),
    'a gap in seq': (world) => (bid(world, 1).seq = 3),
    'a bid at the end': (world) => (bid(world, 1).atMs = bid(world, 0).endDateAfterMs),
    'a first bid after the end': (world) => (bid(world, 0).atMs = bid(world, 0).endDateAfterMs + 1),
    'an end beyond the hard end': (world) => (won(world).hardEndMs = bid(world, 1).endDateAfterMs - 1),
    'a leader who outbids themself': (world) => (bid(world, 1).userId = ada),
    'a bid above its guard': (world) => (bid(world, 0).maxBidPoints = 9),
    'a changed hash': (world) => (bid(world, 0).hash = Buffer.alloc(32)),
    'a changed time, which only the chain reveals': (world) => (bid(world, 0).atMs += 1),
    'another secret': (world) => (won(world).chainSecret = Buffer.alloc(32, 8)),
    'a head that is not the last hash': (world) => (won(world).chainHead = Buffer.alloc(32)),
    'a row with another price': (world) => (won(world).price = 21),
    'a row that counts fewer bids': (world) => (won(world).seq = 1),
    'a row with another leader': (world) => (won(world).leaderId = ada),
  },
  I6: {
    'a hold left open': ({ facts }) => (at(facts.holds, 0).outcome = null),
    'a missing release': ({ facts }) => facts.flows.splice(1, 1),
    'a fee that was not refunded': ({ facts }) => (at(facts.entries, 2).isRefunded = false),
    'a refund that was too small': ({ facts }) => (at(facts.entries, 2).refundAvailable = 4),
    'a refund to another part of the wallet': ({ facts }) =>
      Object.assign(at(facts.entries, 2), { refundAvailable: 0, refundBonus: 5 }),
    'a fee whose postings went elsewhere': ({ facts }) => (at(facts.entries, 0).feeElsewhere = 5),
    'a fee of another amount': (world) => (won(world).entryFee = 6),
    'a wrong count of entries': (world) => (unsold(world).entriesCount = 2),
  },
  I7: {
    'an older version': ({ watchers }) => (at(watchers, 0).version = 5),
    'the right version with another state': ({ watchers }) => (at(watchers, 0).state = { price: 10 }),
    'an older epoch': ({ watchers }) => (at(watchers, 0).epoch = 2),
    'an older card': ({ watchers }) => (at(watchers, 1).version = 5),
    'another balance': ({ watchers }) =>
      (at(watchers, 2).state = { available: 95, held: 0, bonus: 0, task: 0, unread: 1 }),
    'a list that missed a change': ({ watchers }) => (at(watchers, 3).version = 6),
    'no state received': ({ watchers }) =>
      Object.assign(at(watchers, 0), { epoch: -1, version: -1, state: undefined }),
  },
  I8: {
    'two replies under one key': (world) =>
      world.history.push({ ...event(world, 'k1', 'ok'), reply: { id: 'other' } }),
    'two effects of one key': ({ facts }) => facts.bids.push({ ...at(facts.bids, 1), seq: 3 }),
    'two keys with one receipt': (world) =>
      world.history.push({
        ...event(world, 'k1', 'ok'),
        key: 'k2',
        process: 'bola',
        args: { auctionId: 1001, userId: bola },
      }),
    'a receipt that is not the row’s': (world) => (bid(world, 0).id = 'r9'),
  },
  I9: {
    'an auction still open': (world) => Object.assign(won(world), { status: 'active', settledAtMs: null }),
    'an auction closed too late': (world) => (won(world).settledAtMs = won(world).endDateMs + 5_001),
    'a cancellation that does not finish': (world) =>
      Object.assign(unsold(world), { status: 'cancelling', settledAtMs: null }),
  },
};

describe('the checker', () => {
  it('finds no violation in consistent data', () => {
    const world = consistentWorld();
    const verdicts = judge(world.facts, world);
    expect(verdicts.flatMap(({ violations }) => violations)).toEqual([]);
    expect(verdicts.map(({ id }) => id)).toEqual(['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9']);
    expect(describeVerdicts(verdicts)).not.toContain('✗');
  });

  it.each(Object.entries(damages))('%s is violated by each damage', (id, all) => {
    for (const [what, damage] of Object.entries(all)) expect(violatedAfter(damage), what).toContain(id);
  });

  it('I9 counts from the end of the fault if that was later', () => {
    const world = consistentWorld();
    const auction = won(world);
    auction.settledAtMs = auction.endDateMs + 9_000;
    const late = judge(world.facts, { ...world, faultEndedAtMs: auction.endDateMs + 4_500 });
    expect(late.find(({ id }) => id === 'I9')?.violations).toEqual([]);
  });

  it('I4 accepts an unanswered bid once or not at all', () => {
    const world = consistentWorld();
    world.history = world.history.filter(({ key, type }) => key !== 'k2' || type === 'invoke');
    expect(judge(world.facts, world).find(({ id }) => id === 'I4')?.violations).toEqual([]);
    world.facts.bids.pop();
    expect(judge(world.facts, world).find(({ id }) => id === 'I4')?.violations).toEqual([]);
  });
});
