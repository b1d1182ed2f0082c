import { auctionRoom } from '@copup/shared/room-names.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { confirmAgain } from '../../db/settle-commit.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { isTooLate } from '../../lanes/lane.ts';
import type { Decided, Queued } from '../../lanes/lane-kind.ts';
import { changeHoldsLast, type LastHoldChanges } from '../../ledger/holds.ts';
import type { Restrictions } from '../../responsible-play/restrictions.ts';
import { restrictionsOf } from '../../responsible-play/restrictions.ts';
import type { SettleDeps } from '../../subjects/subject-kind.ts';
import { stateOfRow } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';
import type { BidderTags } from './bid-chain.ts';
import { linkBids, type PlacedBid, toPlaced } from './bid-command.ts';
import { heldOf } from './bid-round.ts';
import {
  type BidderFacts,
  type BidRow,
  type BidsWritten,
  bidsToWrite,
  listBidsOfSeqs,
  type OpenedAuction,
} from './bids.queries.ts';
import {
  type Answer,
  type Decision,
  decideUnderLocks,
  heldFor,
  type Judged,
  type LaneCommand,
  withoutHold,
} from './decide-bids.ts';
import { type ChangedMaximum, isChangeOf, linkMaximums } from './maximum-command.ts';
import { listMaximums, type MaximumRow, writeLeaderMaxLast, writeMaximumsLast } from './maximums.queries.ts';
import { isPurchaseOf, type MadePurchase, sellAtOnce } from './purchase-command.ts';
import { findPurchase, type PurchaseRow } from './purchases.queries.ts';

export type BidBatchDeps = Pick<Deps, 'clock' | 'rooms'> & SettleDeps;

/** The outcome of a command in an auction's lane. */
export type LaneOutcome = PlacedBid | ChangedMaximum | MadePurchase;

/** What was read under the lock; the clock is never before the last bid (A7). */
export interface Opened extends OpenedAuction {
  /** Changes of maximums that the commands' keys made before. */
  earlierMaximums: readonly MaximumRow[];
}

type BatchFacts = Opened & { auction: AuctionRow; tags: BidderTags };

/** The rows that answer the commands: those of this batch, and the bids that their keys made before. */
interface Made {
  bids: readonly BidRow[];
  earlierBids: readonly BidRow[];
  maximums: readonly MaximumRow[];
  purchase: PurchaseRow | undefined;
}

/**
 * Decides a batch of commands on an auction whose row the transaction has locked (A6, A13, P7), and has them written with
 * the COMMIT. Takes the same few statements and changes two wallets for any number of commands; the bids of maximums take
 * none of their own. Returns no proof when nothing was written.
 */
export async function decideBidBatch(
  tx: Transaction,
  deps: BidBatchDeps,
  given: BatchFacts,
  batch: readonly Queued<LaneCommand>[],
): Promise<Decided<LaneOutcome>> {
  const { auction, now, facts, locked, tags } = given;
  const { commands, spendable, earlierBids } = await assemble(tx, deps, given, batch);
  const restrictions = await readRestrictionsOf(tx, auction, commands, facts);
  const decision = await decideUnderLocks(tx, deps, auction, now, commands, {
    bidders: { spendable, restrictions },
    locked: new Set(locked),
  });
  const { accepted, state } = decision;
  const purchase = decision.purchase && (await sellAtOnce(tx, deps, auction, decision.purchase, now));
  const bids = linkBids(auction, accepted, state.endMs, tags, deps.newId);
  const changes = decision.maximums;
  const maximums = changes.length > 0 ? linkMaximums(auction, changes, state.endMs, bids) : [];
  const made = { bids, earlierBids, maximums, purchase };
  const answers = decision.answers.map((answer) =>
    answer instanceof Refusal ? answer : outcomeOf(answer, made),
  );
  // The settlement that the purchase is part of invalidates the rooms.
  if (purchase) {
    return { answers, proof: async (db) => (await findPurchase(db, auction.id))?.id === purchase.id };
  }
  const [bid] = bids;
  const [maximum] = maximums;
  if (!bid && !maximum) {
    if (earlierBids.length > 0 || given.earlierMaximums.length > 0) await confirmAgain(tx);
    return { answers };
  }
  tx.moveCoins();
  const { ended } = decision;
  if (ended || maximum) writeMaximumsLast(tx, auction.id, maximums, ended);
  const after = auctionAfter(auction, decision, bids);
  const write = after && bid && bidsToWrite([bid, ...bids.slice(1)], after);
  if (!write) writeLeaderMaxLast(tx, auction.id, state.maximum);
  const holds = changesOfHold(deps, auction, decision);
  if (holds) await changeHoldsLast(tx, holds, write);
  else if (write) tx.writeLast(write);
  return {
    answers,
    proof: async (db) =>
      bid
        ? (await listBidsOfSeqs(db, auction.id, [bid.seq]))[0]?.id === bid.id
        : (await listMaximums(db, [maximum?.id as string])).length > 0,
    afterCommit: () => {
      if (after) deps.rooms.publish(auctionRoom(after.id), after.version, stateOfRow(after));
    },
  };
}

function outcomeOf(answer: Answer, { bids, earlierBids, maximums, purchase }: Made): LaneOutcome {
  switch (answer.kind) {
    case 'bid': {
      const bid = bids.find(({ seq }) => seq === answer.made.seq);
      return bid ? toPlaced(bid, bids) : toPlaced(answer.made as BidRow, earlierBids);
    }
    case 'maximum': {
      const row = maximums.find(({ id }) => id === answer.made.id);
      return { ...(row ?? (answer.made as MaximumRow)), kind: 'maximum' };
    }
    case 'purchase':
      return { ...(purchase ?? (answer.made as PurchaseRow)), kind: 'purchase' };
  }
}

/** Adds the facts to the commands. Reads the bids and the purchase that their keys made before, if any. */
async function assemble(
  tx: Transaction,
  { clock }: BidBatchDeps,
  { auction, now, facts, earlierMaximums }: BatchFacts,
  batch: readonly Queued<LaneCommand>[],
): Promise<{ commands: Judged[]; spendable: Map<string, number>; earlierBids: BidRow[] }> {
  // With the bids after them, which may have answered them.
  const earlierSeqs = facts.flatMap(({ earlierSeq }) => (earlierSeq ? [earlierSeq, earlierSeq + 1] : []));
  const earlierBids = earlierSeqs.length > 0 ? await listBidsOfSeqs(tx, auction.id, earlierSeqs) : [];
  // A purchase can only have been made once the item was bought.
  const purchase =
    auction.boughtAt && batch.some(({ command }) => command.kind === 'purchase')
      ? await findPurchase(tx, auction.id)
      : undefined;
  const wallMs = clock.wallMs();
  const monotonicMs = clock.monotonicMs();
  const spendable = new Map<string, number>();
  const judge = (queued: Queued<LaneCommand>, at: number): Judged => {
    const { command } = queued;
    const fact = facts[at];
    invariant(fact, 'a bid has no facts');
    const { userId } = command.viewer;
    spendable.set(userId, (fact.available ?? 0) + heldFor(auction, userId));
    const known = {
      hasJoined: fact.hasJoined === true,
      // The waiting time is measured by this process's clock; the time of the decision is the database's.
      receivedAtMs: now.getTime() - Math.max(0, wallMs - queued.receivedAtMs),
      isTooLate: isTooLate(queued, monotonicMs),
    };
    switch (command.kind) {
      case 'bid':
        return { ...command, ...known, earlier: earlierBids.find(({ seq }) => seq === fact.earlierSeq) };
      case 'maximum':
        return { ...command, ...known, earlier: earlierMaximums.find((row) => isChangeOf(row, command)) };
      case 'purchase':
        return { ...command, ...known, earlier: isPurchaseOf(purchase, command) ? purchase : undefined };
    }
  };
  return { commands: batch.map(judge), spendable, earlierBids };
}

/** Reads the restrictions of those bidders who have set any (G1, G2): no query when there are none. */
async function readRestrictionsOf(
  tx: Transaction,
  auction: AuctionRow,
  commands: readonly LaneCommand[],
  facts: readonly BidderFacts[],
): Promise<Map<string, Restrictions>> {
  const wallets = commands.map(({ viewer: { userId } }, at) => ({
    userId,
    isRestricted: facts[at]?.isRestricted === true,
  }));
  const restrictions = await restrictionsOf(tx, wallets);
  return new Map([...restrictions].map(([userId, found]) => [userId, withoutHold(auction, userId, found)]));
}

/**
 * Returns the auction's row after the last bid; undefined without one: other players must not notice a change of a
 * maximum alone.
 */
function auctionAfter(
  auction: AuctionRow,
  { leader, state }: Decision,
  bids: readonly BidRow[],
): (AuctionRow & BidsWritten) | undefined {
  const last = bids.at(-1);
  if (!last || !leader) return undefined;
  return {
    ...auction,
    leaderId: leader.userId,
    leaderUsername: leader.username,
    leaderProfile: leader.profile,
    leaderMax: state.maximum,
    endDate: new Date(state.endMs),
    chainHead: last.hash,
    currentBidAmount: last.price,
    seq: last.seq,
    version: auction.version + 1,
  };
}

/**
 * Returns the release of the old leader's coins and the hold of the final leader's; bidders who led in between were never
 * charged. The hold of a leader whose maximum has not changed stays as it is: automatic bids move no coins (A13).
 */
function changesOfHold(
  { newId }: Pick<Deps, 'newId'>,
  auction: AuctionRow,
  { state, accepted, maximums, ended }: Decision,
): LastHoldChanges | undefined {
  const { leaderId } = state;
  if (leaderId === null) return undefined;
  const amount = heldOf(state);
  const isSame = leaderId === auction.leaderId && amount === heldFor(auction, leaderId);
  // A change of the maximum always replaces the hold, so that the player's room gets a new version.
  if (isSame && !ended && !maximums.some(({ userId }) => userId === leaderId)) return undefined;
  const common = { subject: { kind: 'auction', id: String(auction.id) }, realm: auction.realm };
  const seq = auction.seq + accepted.length;
  // Without a bid the number of the last one is already in a key.
  const change = accepted.length === 0 ? `:${maximums.at(-1)?.id}` : '';
  const release = auction.leaderId !== null && {
    ...common,
    userId: auction.leaderId,
    transferId: newId(),
    transferKind: 'bid_release' as const,
    key: `auction:${auction.id}:${auction.seq}${change}`,
  };
  const hold = {
    ...common,
    id: newId(),
    userId: leaderId,
    amount,
    transferId: newId(),
    transferKind: 'bid_hold' as const,
    key: `auction:${auction.id}:${seq}${change}`,
  };
  return { close: release ? [release] : [], open: [hold] };
}
