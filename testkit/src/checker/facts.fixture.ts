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
  const first = { seq: 1, id: 'r1', userId: ada, username: 'ada', priceBefore: 0, price: 10, key: 'k1' };
  const second = { seq: 2, id: 'r2', userId: bola, username: 'bola', priceBefore: 10, price: 20, key: 'k2' };
  const bids = chain(1001, [
    { ...first, atMs: startMs + 1_000, endDateAfterMs: endMs, maxBidPoints: 10, reason: null },
    { ...second, atMs: endMs - 5_000, endDateAfterMs: endMs + 5_000, maxBidPoints: null, reason: null },
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
  const empty = { held: 0, bonus: 0, task: 0, openHolds: 0 };
  const wallet = { ...empty, realm: 1, unread: 1, inboxVersion: 1 };
  const fee = { paidAvailable: 5, paidBonus: 0, feeAvailable: 5, feeBonus: 0, feeElsewhere: 0 };
  const entry = { ...fee, isRefunded: false, refundAvailable: 0, refundBonus: 0, refundElsewhere: 0 };
  const contests = soundContests();
  const heists = soundHeists();
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
      { ...wallet, userId: ada, available: 95, version: 6 },
      { ...wallet, userId: bola, available: 75, version: 4 },
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
      { ...entry, auctionId: 1001, userId: ada },
      { ...entry, auctionId: 1001, userId: bola },
      { ...entry, auctionId: 1002, userId: ada, isRefunded: true, refundAvailable: 5 },
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
