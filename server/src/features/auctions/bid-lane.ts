import { auctionRoom } from '@copup/shared/room-names.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { LaneHandle, LaneKind } from '../../lanes/lane-kind.ts';
import { settleLocked } from '../../subjects/settle-subjects.ts';
import { isDueToSettle, isOpen } from '../../subjects/subject-kind.ts';
import { auctionNotFound } from './auctions.errors.ts';
import { findAuction, lockAuction } from './auctions.queries.ts';
import { auctionKind, stateOfRow } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { type BidBatchDeps, type LaneOutcome, placeBids, toPlaced } from './bid-batch.ts';
import { BidderTags } from './bid-chain.ts';
import { isMaximum, isPurchase, type LaneCommand } from './bid-rules.ts';
import { type BidderFacts, listBidsOfSeqs, lockWalletsOfFew, readBidderFacts } from './bids.queries.ts';
import { listEarlierMaximums, listMaximums, type MaximumRow } from './maximums.queries.ts';
import { findPurchase, isPurchaseOf } from './purchases.queries.ts';

export type BidLaneDeps = BidBatchDeps & Pick<Deps, 'lanes' | 'rooms'>;
export type BidLane = LaneHandle<LaneCommand, LaneOutcome>;

/** Defines the lane in which a server's bids, maximums and purchases are decided together: one for each auction (A6). */
export const defineBidLane = (deps: BidLaneDeps): BidLane => deps.lanes.define(bidLaneKind(deps));

/** The facts read of an auction under its lock. */
interface Opened {
  auction: AuctionRow | undefined;
  now: Date;
  facts: BidderFacts[];
  earlierMaximums: MaximumRow[];
  /** Users whose wallets are already locked: their facts are final. */
  locked: readonly string[];
}

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

    async open(tx, key, batch) {
      const id = Number(key);
      const commands = batch.map(({ command }) => command);
      const bidders = commands.map(({ viewer }) => viewer.userId);
      // Sent together and run in this order: clock and facts are read once the locks are held (P7).
      const [auction, locked, now, facts, earlierMaximums] = await Promise.all([
        lockAuction(tx, id),
        batch.length <= FEW_BIDS ? lockWalletsOfFew(tx, id, bidders) : [],
        tx.clock(),
        readBidderFacts(tx, id, commands),
        listEarlierMaximums(tx, id, commands.filter(isMaximum)),
      ]);
      // The times of the chain never run backwards, also when the database's clock does (A7).
      const lastBidAt = facts[0]?.lastBidAt;
      const at = lastBidAt && lastBidAt > now ? lastBidAt : now;
      return { auction, now: at, facts, locked, earlierMaximums };
    },

    async decide(tx, key, batch, { auction, ...opened }) {
      const { now } = opened;
      if (!auction) return { answers: batch.map(auctionNotFound) };
      const { answers, written, purchase } = await placeBids(
        tx,
        deps,
        { auction, ...opened, tags: tagsOf(key, auction) },
        batch,
      );
      if (written) {
        const { bid, maximum, auction: after } = written;
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
      // The settlement that the purchase is part of invalidates the rooms.
      if (purchase) {
        return { answers, proof: async (db) => (await findPurchase(db, auction.id))?.id === purchase.id };
      }
      if (!isDueToSettle(auctionKind, auction, now)) return { answers, proof: async () => true };
      // A transaction that holds the lock after the end closes the auction (A8).
      await settleLocked(tx, auctionKind, [auction], now, deps);
      return {
        answers,
        proof: async (db) => !isOpen(auctionKind, (await findAuction(db, auction.id)) ?? auction),
      };
    },

    async recover(db, key, batch, answers) {
      const outcomes = answers.flatMap((answer) => (answer instanceof Refusal ? [] : [answer]));
      const seqs = outcomes.flatMap((outcome) =>
        'bid' in outcome ? [outcome.bid.seq, outcome.bid.seq + 1] : [],
      );
      const found = await listBidsOfSeqs(db, Number(key), seqs);
      const rows = new Map(found.map((row) => [row.seq, row]));
      const ids = outcomes.flatMap((outcome) => ('maximum' in outcome ? [outcome.id] : []));
      const purchase = outcomes.some((outcome) => 'transferId' in outcome)
        ? await findPurchase(db, Number(key))
        : undefined;
      const maximums = ids.length > 0 ? await listMaximums(db, ids) : [];
      return batch.map(({ command }, at) => {
        const answer = answers[at];
        if (answer === undefined || answer instanceof Refusal) return undefined;
        if (isPurchase(command)) return isPurchaseOf(purchase, command) ? purchase : undefined;
        if (!('bid' in answer)) return maximums.find(({ id }) => id === answer.id);
        const row = rows.get(answer.bid.seq);
        if (row?.userId !== command.viewer.userId) return undefined;
        // The number may belong to another bid of the user, if this one was never committed.
        const isIt = row.id === command.id || (command.key !== undefined && row.key === command.key);
        return isIt ? toPlaced(row, found) : undefined;
      });
    },

    forget(key) {
      tagsByAuction.delete(key);
    },
  };
}
