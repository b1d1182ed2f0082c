import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { isTooLate } from '../../lanes/deadline.ts';
import type { Queued } from '../../lanes/lane-kind.ts';
import { restrictionsOf } from '../../responsible-play/require-play-allowed.ts';
import type { Restrictions } from '../../responsible-play/restrictions.ts';
import type { SettleDeps } from '../../subjects/subject-kind.ts';
import type { AuctionRow } from './auctions.tables.ts';
import type { BidderTags } from './bid-chain.ts';
import { isMaximum, isPurchase, type Judged, type LaneCommand } from './bid-rules.ts';
import { type BidderFacts, type BidRow, listBidsOfSeqs } from './bids.queries.ts';
import { sellAtOnce } from './buy-now.ts';
import type { Answer } from './decide-bids.ts';
import { decideUnderLocks, heldFor, withoutHold } from './decide-under-locks.ts';
import type { MaximumRow } from './maximums.queries.ts';
import { findPurchase, isPurchaseOf, type PurchaseRow } from './purchases.queries.ts';
import { linkBids, linkMaximums, moveHold, writeBatch } from './write-batch.ts';

export type BidBatchDeps = Pick<Deps, 'clock'> & SettleDeps;

/** A bid, with the next one if another player's maximum made it in the same decision (A13). */
export interface PlacedBid {
  bid: BidRow;
  answer: BidRow | undefined;
}

/** The outcome of a command in an auction's lane. */
export type LaneOutcome = PlacedBid | MaximumRow | PurchaseRow;

export interface BidBatch {
  /** One answer for each command, in order. */
  answers: (LaneOutcome | Refusal)[];
  /** The purchase that ended the auction (A13), with which nothing else is written. */
  purchase?: PurchaseRow;
  /** What was written; absent when all commands were refused. */
  written?: {
    bid: BidRow | undefined;
    maximum: MaximumRow | undefined;
    /** The auction's row after the last bid; absent without a bid. */
    auction: AuctionRow | undefined;
  };
}

/** The facts about the auction and its bidders, read under the lock. */
export interface BatchFacts {
  auction: AuctionRow;
  /** The database's clock. */
  now: Date;
  /** One for each command. */
  facts: readonly BidderFacts[];
  /** Changes of maximums that the commands' keys made before. */
  earlierMaximums: readonly MaximumRow[];
  /** Users whose wallets were locked before the facts were read. */
  locked: readonly string[];
  tags: BidderTags;
}

/**
 * Decides a batch of bids and maximums on an auction whose row the transaction has locked (A6, A13, P7), and has them
 * written with the COMMIT. Takes the same few statements and changes two wallets for any number of commands; the bids
 * of maximums take none of their own.
 */
export async function placeBids(
  tx: Transaction,
  deps: BidBatchDeps,
  given: BatchFacts,
  batch: readonly Queued<LaneCommand>[],
): Promise<BidBatch> {
  const { auction, now, facts, locked, tags } = given;
  const { commands, spendable, earlierBids } = await assemble(tx, deps, given, batch);
  const restrictions = await readRestrictionsOf(tx, auction, commands, facts);
  const decision = await decideUnderLocks(tx, deps, auction, now, commands, {
    bidders: { spendable, restrictions },
    locked: new Set(locked),
  });
  const purchase = decision.purchase && (await sellAtOnce(tx, deps, auction, decision.purchase, now));
  const bids = linkBids(auction, decision, tags, deps.newId);
  const maximums = linkMaximums(auction, decision, bids);
  const answers = decision.answers.map((answer) =>
    answer === 'bought' ? (purchase as PurchaseRow) : outcomeOf(answer, bids, earlierBids, maximums),
  );
  if (purchase) return { answers, purchase };
  if (bids.length === 0 && maximums.length === 0) return { answers };
  const after = writeBatch(tx, auction, decision, bids, maximums);
  await moveHold(tx, deps, auction, decision);
  return { answers, written: { bid: bids[0], maximum: maximums[0], auction: after } };
}

function outcomeOf(
  answer: Exclude<Answer, 'bought'>,
  bids: readonly BidRow[],
  earlierBids: readonly BidRow[],
  maximums: readonly MaximumRow[],
): LaneOutcome | Refusal {
  if (answer instanceof Refusal) return answer;
  if (typeof answer === 'number') {
    const bid = bids[answer];
    invariant(bid, 'a bid has no answer');
    return toPlaced(bid, bids);
  }
  if ('transferId' in answer) return answer;
  if ('price' in answer) return toPlaced(answer, earlierBids);
  return maximums.find(({ id }) => id === answer.id) ?? (answer as MaximumRow);
}

/** Adds the bid by which another player's maximum answered in the same decision, if it is among these. */
export function toPlaced(bid: BidRow, bids: readonly BidRow[]): PlacedBid {
  const answer = bids.find(
    ({ seq, reason, userId, at }) =>
      seq === bid.seq + 1 &&
      reason === 'own_maximum' &&
      userId !== bid.userId &&
      at.getTime() === bid.at.getTime(),
  );
  return { bid, answer };
}

async function assemble(
  tx: Transaction,
  { clock }: BidBatchDeps,
  { auction, now, facts, earlierMaximums }: BatchFacts,
  batch: readonly Queued<LaneCommand>[],
): Promise<{ commands: Judged[]; spendable: Map<string, number>; earlierBids: BidRow[] }> {
  // With the bids after them, which may have answered them.
  const earlierSeqs = facts.flatMap(({ earlierSeq }) => (earlierSeq ? [earlierSeq, earlierSeq + 1] : []));
  const earlierBids = earlierSeqs.length > 0 ? await listBidsOfSeqs(tx, auction.id, earlierSeqs) : [];
  const earlier = new Map(earlierBids.map((row) => [row.seq, row]));
  // A purchase can only have been made once the item was bought.
  const purchase =
    auction.boughtAt && batch.some(({ command }) => isPurchase(command))
      ? await findPurchase(tx, auction.id)
      : undefined;
  const wallMs = clock.wallMs();
  const monotonicMs = clock.monotonicMs();
  const spendable = new Map<string, number>();
  const commands = batch.map((queued, at): Judged => {
    const { command } = queued;
    const fact = facts[at];
    invariant(fact, 'a bid has no facts');
    const { viewer, key } = command;
    spendable.set(viewer.userId, (fact.available ?? 0) + heldFor(auction, viewer.userId));
    const known = {
      hasJoined: fact.hasJoined === true,
      // The waiting time is measured by this process's clock; the time of the decision is the database's.
      receivedAtMs: now.getTime() - Math.max(0, wallMs - queued.receivedAtMs),
      isTooLate: isTooLate(queued, monotonicMs),
    };
    if (isPurchase(command)) {
      return { ...command, ...known, earlier: isPurchaseOf(purchase, command) ? purchase : undefined };
    }
    if (!isMaximum(command)) {
      return {
        ...command,
        ...known,
        earlier: fact.earlierSeq === null ? undefined : earlier.get(fact.earlierSeq),
      };
    }
    const isEarlier = (row: MaximumRow) =>
      row.userId === viewer.userId &&
      row.key === key &&
      (row.maximum === null) === (command.maximum === null);
    return { ...command, ...known, earlier: earlierMaximums.find(isEarlier) };
  });
  return { commands, spendable, earlierBids };
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
