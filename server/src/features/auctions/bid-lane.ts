import { auctionRoom } from '@copup/shared/room-names.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Decided, LaneHandle, LaneKind, Queued } from '../../lanes/lane-kind.ts';
import { tracedLane } from '../../rooms/room-traces.ts';
import { settleLocked } from '../../subjects/settle-subjects.ts';
import { isDueToSettle, isOpen } from '../../subjects/subject-kind.ts';
import { auctionNotFound } from './auctions.errors.ts';
import { auctionKind, findAuction } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { type BidBatchDeps, decideBidBatch, type LaneOutcome, type Opened } from './bid-batch.ts';
import { BidderTags } from './bid-chain.ts';
import { recoverBids } from './bid-command.ts';
import { openAuction } from './bids.queries.ts';
import type { LaneCommand } from './decide-bids.ts';
import { recoverMaximums } from './maximum-command.ts';
import { listEarlierMaximums } from './maximums.queries.ts';
import { recoverPurchase } from './purchase-command.ts';

export type BidLaneDeps = BidBatchDeps & Pick<Deps, 'lanes'>;
export type BidLane = LaneHandle<LaneCommand, LaneOutcome>;
export type BiddingDeps = Pick<Deps, 'newId'> & { bids: BidLane };
type Batch = readonly Queued<LaneCommand>[];

/** Defines the lane in which a server's bids, maximums and purchases are decided together: one for each auction (A6). */
export const defineBidLane = (deps: BidLaneDeps): BidLane => deps.lanes.define(bidLaneKind(deps));

/** Records the commands in the trace of their auction's room (O2). */
export const traceBids = ({ traces, clock }: Pick<Deps, 'traces' | 'clock'>, lane: BidLane): BidLane =>
  tracedLane(lane, {
    traces,
    clock,
    describe: (key, { kind, viewer: { userId } }) => ({
      room: auctionRoom(Number(key)),
      userId,
      command: kind === 'purchase' ? 'buy-now' : kind,
    }),
    // The price that a maximum is set to is its player's secret: only made bids have a price.
    facts: (outcome) => {
      if (outcome.kind !== 'bid') return {};
      const { price, seq } = outcome.answer ?? outcome.bid;
      return { price, seq };
    },
  });

/**
 * Up to this many bids, the wallets of all bidders are locked with the first statements, which saves a round trip. For
 * more bids only the last leader's wallet is locked, once it is known.
 */
const FEW_BIDS = 2;

export function bidLaneKind(deps: BidLaneDeps): LaneKind<LaneCommand, LaneOutcome, Opened> {
  const tagsByAuction = new Map<string, BidderTags>();

  function tagsOf(key: string, auction: AuctionRow): BidderTags {
    let tags = tagsByAuction.get(key);
    if (!tags) {
      tags = new BidderTags(auction.chainSecret);
      tagsByAuction.set(key, tags);
    }
    return tags;
  }

  return {
    name: 'bids',
    open,
    async decide(tx, key, batch, { auction, ...opened }) {
      if (!auction) return { answers: batch.map(auctionNotFound) };
      const given = { auction, ...opened, tags: tagsOf(key, auction) };
      const decided = await decideBidBatch(tx, deps, given, batch);
      return decided.proof ? decided : settleDue(tx, deps, given, decided);
    },
    recover,
    forget(key) {
      tagsByAuction.delete(key);
    },
  };
}

async function open(tx: Transaction, key: string, batch: Batch): Promise<Opened> {
  const id = Number(key);
  const commands = batch.map(({ command }) => command);
  const changes = commands.filter((command) => command.kind === 'maximum');
  // Sent together and run in this order.
  const [opened, earlierMaximums] = await Promise.all([
    openAuction(tx, id, commands, batch.length <= FEW_BIDS),
    changes.length > 0 ? listEarlierMaximums(tx, id, changes) : [],
  ]);
  // The times of the chain never run backwards, also when the database's clock does (A7).
  const { now, lastBidAt } = opened;
  return { ...opened, now: lastBidAt && lastBidAt > now ? lastBidAt : now, earlierMaximums };
}

/** A transaction that holds the lock after the end closes the auction (A8). */
async function settleDue(
  tx: Transaction,
  deps: BidLaneDeps,
  { auction, now }: { auction: AuctionRow; now: Date },
  { answers }: Decided<LaneOutcome>,
): Promise<Decided<LaneOutcome>> {
  if (!isDueToSettle(auctionKind, auction, now)) return { answers, proof: async () => true };
  await settleLocked(tx, auctionKind, [auction], now, deps);
  return {
    answers,
    proof: async (db) => !isOpen(auctionKind, (await findAuction(db, auction.id)) ?? auction),
  };
}

async function recover(
  db: Database,
  key: string,
  batch: Batch,
  answers: readonly (LaneOutcome | Refusal)[],
): Promise<(LaneOutcome | undefined)[]> {
  const id = Number(key);
  const bidOf = await recoverBids(db, id, ofKind(answers, 'bid'));
  const maximumOf = await recoverMaximums(db, ofKind(answers, 'maximum'));
  const purchaseOf = await recoverPurchase(db, id, ofKind(answers, 'purchase'));
  const find = (command: LaneCommand, outcome: LaneOutcome): LaneOutcome | undefined => {
    switch (outcome.kind) {
      case 'bid':
        return bidOf(command, outcome);
      case 'maximum':
        return maximumOf(outcome);
      case 'purchase':
        return purchaseOf(command);
    }
  };
  return batch.map(({ command }, at) => {
    const answer = answers[at];
    return answer === undefined || answer instanceof Refusal ? undefined : find(command, answer);
  });
}

const ofKind = <Kind extends LaneOutcome['kind']>(answers: readonly (LaneOutcome | Refusal)[], kind: Kind) =>
  answers.filter(
    (answer): answer is Extract<LaneOutcome, { kind: Kind }> =>
      !(answer instanceof Refusal) && answer.kind === kind,
  );
