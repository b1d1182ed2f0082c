import { auctionRoom } from '@copup/shared/room-names.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { LaneHandle, LaneKind } from '../../lanes/lane-kind.ts';
import { settleLocked } from '../../subjects/settle-subjects.ts';
import { isDueToSettle, isOpen, type SettleDeps } from '../../subjects/subject-kind.ts';
import { auctionNotFound } from './auctions.errors.ts';
import { findAuction, lockAuction } from './auctions.queries.ts';
import { auctionKind } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { stateOfRow } from './auctions.wire.ts';
import { type BidBatchDeps, type BidCommand, placeBids } from './bid-batch.ts';
import { BidderTags } from './bid-chain.ts';
import {
  type BidderFacts,
  type BidRow,
  listBidsOfSeqs,
  lockWalletsOfFew,
  readBidderFacts,
} from './bids.queries.ts';

export type BidLaneDeps = BidBatchDeps & SettleDeps & Pick<Deps, 'lanes' | 'rooms'>;
type BidLane = LaneHandle<BidCommand, BidRow>;

const bidLanes = new WeakMap<Deps['lanes'], BidLane>();

/** A6: where a server's bids are decided together, one lane for each auction. Defined at its first use. */
export function bidLane(deps: BidLaneDeps): BidLane {
  let lane = bidLanes.get(deps.lanes);
  if (!lane) {
    lane = deps.lanes.define(bidLaneKind(deps));
    bidLanes.set(deps.lanes, lane);
  }
  return lane;
}

/** What is read of an auction under its lock. */
interface Opened {
  auction: AuctionRow | undefined;
  now: Date;
  facts: BidderFacts[];
  /** Users whose wallets are locked already: their facts are final. */
  locked: readonly string[];
}

/**
 * So many bids, and each may win: their wallets are locked with the first statements, which saves a round trip. Of more
 * bids only the last leader's wallet is locked, once it is known.
 */
const FEW_BIDS = 2;

function bidLaneKind(deps: BidLaneDeps): LaneKind<BidCommand, BidRow, Opened> {
  const tagsByAuction = new Map<string, BidderTags>();
  // A key's batches run one after another, so what the last one left here is what was committed.
  const toTell = new Map<string, AuctionRow>();

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
      const bids = batch.map(({ command }) => command);
      const bidders = bids.map(({ userId }) => userId);
      // Sent together and run in this order: the clock is read, and the facts are, once the locks are held (P7).
      const [auction, locked, now, facts] = await Promise.all([
        lockAuction(tx, id),
        batch.length <= FEW_BIDS ? lockWalletsOfFew(tx, id, bidders) : [],
        tx.clock(),
        readBidderFacts(tx, id, bids),
      ]);
      return { auction, now, facts, locked };
    },

    async decide(tx, key, batch, { auction, ...opened }) {
      const { now } = opened;
      toTell.delete(key);
      if (!auction) return batch.map(auctionNotFound);
      const { answers, written } = await placeBids(
        tx,
        deps,
        { auction, ...opened, tags: tagsOf(key, auction) },
        batch,
      );
      if (written) {
        toTell.set(key, written.auction);
        const { first } = written;
        tx.proof = async (db) => (await listBidsOfSeqs(db, auction.id, [first.seq]))[0]?.id === first.id;
      } else if (isDueToSettle(auctionKind, auction, now)) {
        // A8: whoever holds the lock past the end closes.
        await settleLocked(tx, auctionKind, [auction], now, deps);
        tx.proof = async (db) => !isOpen(auctionKind, (await findAuction(db, auction.id)) ?? auction);
      } else {
        tx.proof = async () => true;
      }
      for (const [at, { command }] of batch.entries()) {
        const answer = answers[at];
        command.answeredBySeq = answer instanceof Refusal ? undefined : answer?.seq;
      }
      return answers;
    },

    async recover(db, key, batch) {
      const seqs = batch.flatMap(({ command }) => command.answeredBySeq ?? []);
      const rows = new Map((await listBidsOfSeqs(db, Number(key), seqs)).map((row) => [row.seq, row]));
      return batch.map(({ command }) => {
        const row = command.answeredBySeq === undefined ? undefined : rows.get(command.answeredBySeq);
        if (row?.userId !== command.userId) return undefined;
        // The number may have gone to another bid of theirs, if this one was never committed.
        const isIt = row.id === command.id || (command.key !== undefined && row.key === command.key);
        return isIt ? row : undefined;
      });
    },

    committed(key) {
      const auction = toTell.get(key);
      toTell.delete(key);
      if (auction) deps.rooms.publish(auctionRoom(auction.id), auction.version, stateOfRow(auction));
    },

    forget(key) {
      tagsByAuction.delete(key);
      toTell.delete(key);
    },
  };
}
