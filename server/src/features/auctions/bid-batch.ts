import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, type Refusal } from '../../errors.ts';
import { isTooLate } from '../../lanes/deadline.ts';
import type { Queued } from '../../lanes/lane-kind.ts';
import { changeHoldsLast } from '../../ledger/holds.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { restrictionsOf } from '../../responsible-play/require-play-allowed.ts';
import { type Restrictions, refuseAboveLimit, refuseInBreak } from '../../responsible-play/restrictions.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { type BidderTags, chainBid } from './bid-chain.ts';
import type { Bid, BidCommand } from './bid-rules.ts';
import { type BidderFacts, type BidRow, listBidsOfSeqs, writeBidsLast } from './bids.queries.ts';
import { type Bidders, type Decision, decideBids } from './decide-bids.ts';

export type BidBatchDeps = Pick<Deps, 'clock' | 'newId' | 'settings'>;

export interface BidBatch {
  /** One answer for each bid, in order. */
  answers: (BidRow | Refusal)[];
  /** The first written bid and the auction's row after the last one; absent when all were refused. */
  written?: { first: BidRow; auction: AuctionRow };
}

/** The facts about the auction and its bidders, read under the lock. */
export interface BatchFacts {
  auction: AuctionRow;
  /** The database's clock. */
  now: Date;
  /** One for each bid. */
  facts: readonly BidderFacts[];
  /** Users whose wallets were locked before the facts were read. */
  locked: readonly string[];
  tags: BidderTags;
}

/**
 * Decides a batch of bids on an auction whose row the transaction has locked (A6, P7), and has them written with the
 * COMMIT. Takes the same few statements and changes two wallets for any number of bids.
 */
export async function placeBids(
  tx: Transaction,
  deps: BidBatchDeps,
  { auction, now, facts, locked, tags }: BatchFacts,
  batch: readonly Queued<BidCommand>[],
): Promise<BidBatch> {
  const { bids, spendable } = await assemble(tx, deps, auction, now, facts, batch);
  const restrictions = await readRestrictionsOf(tx, auction, bids, facts);
  const decision = await decideUnderLocks(tx, deps, auction, now, bids, {
    bidders: { spendable, restrictions },
    locked: new Set(locked),
  });
  const rows = linkBids(auction, decision, tags);
  const [first, ...others] = rows;
  const answers = decision.answers.map((answer) => {
    const bid = typeof answer === 'number' ? rows[answer] : answer;
    invariant(bid, 'a bid has no answer');
    return bid;
  });
  if (!first) return { answers };
  const written = write(tx, auction, decision, [first, ...others]);
  await moveHold(tx, deps, auction, rows.at(-1) ?? first);
  return { answers, written: { first, auction: written } };
}

async function assemble(
  tx: Transaction,
  { clock }: BidBatchDeps,
  auction: AuctionRow,
  now: Date,
  facts: readonly BidderFacts[],
  batch: readonly Queued<BidCommand>[],
): Promise<{ bids: Bid[]; spendable: Map<string, number> }> {
  const earlierSeqs = facts.flatMap(({ earlierSeq }) => earlierSeq ?? []);
  const earlier = new Map<number, BidRow>();
  if (earlierSeqs.length > 0) {
    for (const row of await listBidsOfSeqs(tx, auction.id, earlierSeqs)) earlier.set(row.seq, row);
  }
  const wallMs = clock.wallMs();
  const monotonicMs = clock.monotonicMs();
  const spendable = new Map<string, number>();
  const bids = batch.map((queued, at): Bid => {
    const { command } = queued;
    const fact = facts[at];
    invariant(fact, 'a bid has no facts');
    const { viewer } = command;
    spendable.set(viewer.userId, (fact.available ?? 0) + heldFor(auction, viewer.userId));
    return {
      id: command.id,
      viewer,
      key: command.key,
      maxBidPoints: command.maxBidPoints,
      hasJoined: fact.hasJoined === true,
      // The waiting time is measured by this process's clock; the time of the decision is the database's.
      receivedAtMs: now.getTime() - Math.max(0, wallMs - queued.receivedAtMs),
      isTooLate: isTooLate(queued, monotonicMs),
      earlier: fact.earlierSeq === null ? undefined : earlier.get(fact.earlierSeq),
    };
  });
  return { bids, spendable };
}

/** Reads the restrictions of those bidders who have set any (G1, G2): no query when there are none. */
async function readRestrictionsOf(
  tx: Transaction,
  auction: AuctionRow,
  bids: readonly Bid[],
  facts: readonly BidderFacts[],
): Promise<Map<string, Restrictions>> {
  const wallets = bids.map(({ viewer: { userId } }, at) => ({
    userId,
    isRestricted: facts[at]?.isRestricted === true,
  }));
  const restrictions = await restrictionsOf(tx, wallets);
  return new Map([...restrictions].map(([userId, found]) => [userId, withoutHold(auction, userId, found)]));
}

/** The hold of the leader on this auction does not count: the next bid releases it (A3). */
function withoutHold(auction: AuctionRow, userId: string, restrictions: Restrictions): Restrictions {
  return { ...restrictions, held: restrictions.held - heldFor(auction, userId) };
}

/**
 * Locks the wallets of the old and the final leader, unless they are locked. If the final leader cannot pay or has
 * reached a limit, decides again with that knowledge.
 */
async function decideUnderLocks(
  tx: Transaction,
  { settings }: BidBatchDeps,
  auction: AuctionRow,
  now: Date,
  bids: readonly Bid[],
  { bidders, locked }: { bidders: Known; locked: Set<string> },
): Promise<Decision> {
  const before = {
    id: auction.id,
    realm: auction.realm,
    seq: auction.seq,
    state: {
      status: auction.status,
      price: auction.currentBidAmount,
      leaderId: auction.leaderId,
      increment: auction.bidIncrement,
      endMs: auction.endDate.getTime(),
      hardEndMs: auction.hardEnd.getTime(),
    },
  };
  const rules = { lateBidMs: settings.get('lateBidSeconds') * 1000 };
  // Each round learns one more balance for certain, so there are at most as many rounds as bidders. Only the first
  // locks in the order of ids; a deadlock caused by a later one is detected by the database and retried by
  // inTransaction.
  for (;;) {
    const decision = decideBids(before, bids, bidders, now.getTime(), rules);
    const leaderId = decision.state.leaderId;
    if (decision.accepted.length === 0 || leaderId === null || locked.has(leaderId)) return decision;
    const ids = [leaderId, auction.leaderId].filter((id) => id !== null && !locked.has(id)) as string[];
    const wallets = [...(await lockWallets(tx, ids)).values()];
    for (const wallet of wallets) {
      locked.add(wallet.userId);
      bidders.spendable.set(wallet.userId, wallet.available + heldFor(auction, wallet.userId));
    }
    const restrictions = await restrictionsOf(tx, wallets);
    for (const [userId, found] of restrictions) {
      bidders.restrictions.set(userId, withoutHold(auction, userId, found));
    }
    if (mayPay(bidders, leaderId, decision.state.price)) return decision;
    locked.add(leaderId);
  }
}

/** What is known of the bidders; certain for those whose wallets are locked. */
interface Known extends Bidders {
  spendable: Map<string, number>;
  restrictions: Map<string, Restrictions>;
}

function mayPay({ spendable, restrictions }: Bidders, userId: string, price: number): boolean {
  if ((spendable.get(userId) ?? 0) < price) return false;
  const known = restrictions.get(userId);
  return !refuseInBreak(known) && !refuseAboveLimit(known, price);
}

/** Returns the coins that the release of the leader's hold on this auction frees (A3). */
function heldFor(auction: AuctionRow, userId: string): number {
  return auction.leaderId === userId ? auction.currentBidAmount : 0;
}

/** Computes the hash of each accepted bid (A7). */
function linkBids(auction: AuctionRow, { accepted, state }: Decision, tags: BidderTags): BidRow[] {
  const endDateAfter = new Date(state.endMs);
  let hash = auction.chainHead;
  return accepted.map((bid) => {
    hash = chainBid(hash, {
      seq: bid.seq,
      bidder: tags.of(bid.userId),
      price: bid.price,
      atMs: bid.at.getTime(),
    });
    return { ...bid, endDateAfter, hash };
  });
}

/** Releases the old leader's coins and holds the final leader's; bidders who led in between were never charged. */
async function moveHold(
  tx: Transaction,
  { newId }: BidBatchDeps,
  auction: AuctionRow,
  last: BidRow,
): Promise<void> {
  const common = { subject: { kind: 'auction', id: String(auction.id) }, realm: auction.realm };
  const release = auction.leaderId !== null && {
    ...common,
    userId: auction.leaderId,
    transferId: newId(),
    transferKind: 'bid_release' as const,
    key: `auction:${auction.id}:${auction.seq}`,
  };
  const hold = {
    ...common,
    id: newId(),
    userId: last.userId,
    amount: last.price,
    transferId: newId(),
    transferKind: 'bid_hold' as const,
    key: `auction:${auction.id}:${last.seq}`,
  };
  await changeHoldsLast(tx, { close: release ? [release] : [], open: [hold] });
}

function write(
  tx: Transaction,
  auction: AuctionRow,
  { leader, state }: Decision,
  rows: readonly [BidRow, ...BidRow[]],
): AuctionRow {
  const last = rows.at(-1) ?? rows[0];
  const changes = {
    leaderId: last.userId,
    leaderUsername: last.username,
    leaderProfile: leader?.profile ?? null,
    endDate: new Date(state.endMs),
    chainHead: last.hash,
  };
  writeBidsLast(tx, rows, changes);
  return {
    ...auction,
    ...changes,
    currentBidAmount: last.price,
    seq: last.seq,
    version: auction.version + 1,
  };
}
