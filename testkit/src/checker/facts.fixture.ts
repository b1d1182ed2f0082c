import { createHash, createHmac } from 'node:crypto';
import { chainGenesisText, encodeChainedBid } from '@copup/shared/bid-chain.ts';
import type { HistoryEvent } from '../history.ts';
import { auctionHistory, auctionWatchers } from './auction-history.fixture.ts';
import { ada, bola, endMs, hardEndMs, startMs } from './auction-world.fixture.ts';
import { soundContests } from './contest-facts.fixture.ts';
import type { BidFact, Facts } from './facts.ts';
import { soundHeists } from './heist-facts.fixture.ts';
import type { WatcherRecord } from './judge-watchers.ts';

const secret = Buffer.alloc(32, 7);
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

function chain(auctionId: number, bids: Omit<BidFact, 'hash' | 'auctionId'>[]): BidFact[] {
  let previous = sha256(chainGenesisText(auctionId));
  return bids.map((bid) => {
    const bidder = createHmac('sha256', secret).update(bid.userId).digest();
    previous = sha256(encodeChainedBid(previous, { seq: bid.seq, bidder, price: bid.price, atMs: bid.atMs }));
    return { ...bid, auctionId, hash: previous };
  });
}

export interface Fixture {
  facts: Facts;
  history: HistoryEvent[];
  watchers: WatcherRecord[];
}

/**
 * Returns consistent data: bola won auction 1001 for 20 coins; auction 1002 was unsold and its one entry refunded. Each
 * player had 100 coins and paid 5 per entry.
 */
export function consistentWorld(): Fixture {
  const bids = chain(1001, [
    {
      seq: 1,
      id: 'r1',
      userId: ada,
      username: 'ada',
      priceBefore: 0,
      price: 10,
      atMs: startMs + 1_000,
      endDateAfterMs: endMs,
      key: 'k1',
      maxBidPoints: 10,
      reason: null,
    },
    {
      seq: 2,
      id: 'r2',
      userId: bola,
      username: 'bola',
      priceBefore: 10,
      price: 20,
      atMs: endMs - 5_000,
      endDateAfterMs: endMs + 5_000,
      key: 'k2',
      maxBidPoints: null,
      reason: null,
    },
  ]);
  const head = bids[1]?.hash ?? secret;
  const shared = {
    realm: 1,
    entryFee: 5,
    startsAtMs: startMs,
    hardEndMs,
    chainSecret: secret,
    leaderProfile: null,
    leaderMax: null,
  };
  const contests = soundContests(ada, bola);
  const heists = soundHeists(ada, bola);
  const facts: Facts = {
    ...contests.facts,
    ...heists.facts,
    sends: [],
    payouts: [],
    nowMs: endMs + 20_000,
    epoch: 3,
    posted: [
      { account: 'available', id: ada, unit: 'coin', realm: 1, amount: 95 },
      { account: 'held', id: ada, unit: 'coin', realm: 1, amount: 0 },
      { account: 'available', id: bola, unit: 'coin', realm: 1, amount: 75 },
      { account: 'held', id: bola, unit: 'coin', realm: 1, amount: 0 },
      { account: 'issuance', id: null, unit: 'coin', realm: 1, amount: -200 },
      { account: 'revenue', id: null, unit: 'coin', realm: 1, amount: 30 },
    ],
    wallets: [
      {
        userId: ada,
        realm: 1,
        available: 95,
        held: 0,
        bonus: 0,
        task: 0,
        version: 6,
        openHolds: 0,
        unread: 1,
        inboxVersion: 1,
      },
      {
        userId: bola,
        realm: 1,
        available: 75,
        held: 0,
        bonus: 0,
        task: 0,
        version: 4,
        openHolds: 0,
        unread: 1,
        inboxVersion: 1,
      },
    ],
    funds: [],
    strays: [],
    auctions: [
      {
        ...shared,
        id: 1001,
        status: 'completed',
        reserve: 0,
        minimumEntries: 0,
        endDateMs: endMs + 5_000,
        price: 20,
        leaderId: bola,
        leaderUsername: 'bola',
        seq: 2,
        chainHead: head,
        entriesCount: 2,
        version: 6,
        settledAtMs: endMs + 5_020,
        boughtAtMs: null,
      },
      {
        ...shared,
        id: 1002,
        status: 'unsold',
        reserve: 50,
        minimumEntries: 0,
        endDateMs: endMs,
        price: 0,
        leaderId: null,
        leaderUsername: null,
        seq: 0,
        chainHead: sha256(chainGenesisText(1002)),
        entriesCount: 1,
        version: 4,
        settledAtMs: endMs + 10,
        boughtAtMs: null,
      },
    ],
    bids,
    entries: [
      ...[ada, bola].map((userId) => ({
        auctionId: 1001,
        userId,
        paidAvailable: 5,
        paidBonus: 0,
        isRefunded: false,
        feeAvailable: 5,
        feeBonus: 0,
        feeElsewhere: 0,
        refundAvailable: 0,
        refundBonus: 0,
        refundElsewhere: 0,
      })),
      {
        auctionId: 1002,
        userId: ada,
        paidAvailable: 5,
        paidBonus: 0,
        isRefunded: true,
        feeAvailable: 5,
        feeBonus: 0,
        feeElsewhere: 0,
        refundAvailable: 5,
        refundBonus: 0,
        refundElsewhere: 0,
      },
    ],
    holds: [
      { auctionId: 1001, userId: ada, amount: 10, outcome: 'released' },
      { auctionId: 1001, userId: bola, amount: 20, outcome: 'captured' },
    ],
    flows: [
      { auctionId: 1001, kind: 'bid_hold', userId: ada, amount: 10, postings: 1 },
      { auctionId: 1001, kind: 'bid_release', userId: ada, amount: 10, postings: 1 },
      { auctionId: 1001, kind: 'bid_hold', userId: bola, amount: 20, postings: 1 },
      { auctionId: 1001, kind: 'bid_capture', userId: bola, amount: 20, postings: 1 },
    ],
    cartItems: [{ auctionId: 1001, userId: bola }],
    wonNotices: [{ auctionId: 1001, userId: bola }],
    listRooms: [{ room: 'auctions:1', version: 7 }],
  };
  return {
    facts,
    history: [...contests.history, ...heists.history, ...auctionHistory(bids)],
    watchers: [...auctionWatchers(), ...contests.watchers, ...heists.watchers],
  };
}
