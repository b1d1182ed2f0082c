import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { changeHoldsLast } from '../../ledger/holds.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { type BidderTags, chainBid } from './bid-chain.ts';
import { type BidRow, writeBidsLast } from './bids.queries.ts';
import type { Decision } from './decide-bids.ts';
import { heldOf } from './maximum-rules.ts';
import { type MaximumRow, writeLeaderMaxLast, writeMaximumsLast } from './maximums.queries.ts';

/** Computes the hash of each accepted bid (A7). */
export function linkBids(
  auction: AuctionRow,
  { accepted, state }: Decision,
  tags: BidderTags,
  newId: Deps['newId'],
): BidRow[] {
  const endDateAfter = new Date(state.endMs);
  let hash = auction.chainHead;
  return accepted.map((bid) => {
    hash = chainBid(hash, {
      seq: bid.seq,
      bidder: tags.of(bid.userId),
      price: bid.price,
      atMs: bid.at.getTime(),
      reason: bid.reason,
    });
    return { ...bid, id: bid.id ?? newId(), endDateAfter, hash };
  });
}

/** Adds the values of the replies that are known once the bids are linked. */
export function linkMaximums(
  auction: AuctionRow,
  { maximums, state }: Decision,
  bids: readonly BidRow[],
): MaximumRow[] {
  const endDateAfter = new Date(state.endMs);
  return maximums.map((row) => ({
    ...row,
    endDateAfter,
    hashAfter: bids[row.seqAfter - auction.seq - 1]?.hash ?? auction.chainHead,
  }));
}

/**
 * Writes the bids, the maximums and the auction's new values with the COMMIT. Returns the auction's row after the last
 * bid, undefined without one: other players must not notice a change of a maximum alone.
 */
export function writeBatch(
  tx: Transaction,
  auction: AuctionRow,
  { leader, state, ended }: Decision,
  bids: readonly BidRow[],
  maximums: readonly MaximumRow[],
): AuctionRow | undefined {
  const [first, ...others] = bids;
  if (ended || maximums.length > 0) writeMaximumsLast(tx, auction.id, maximums, ended);
  if (!first || !leader) {
    writeLeaderMaxLast(tx, auction.id, state.maximum);
    return undefined;
  }
  const last = bids.at(-1) ?? first;
  const changes = {
    leaderId: leader.userId,
    leaderUsername: leader.username,
    leaderProfile: leader.profile,
    leaderMax: state.maximum,
    endDate: new Date(state.endMs),
    chainHead: last.hash,
  };
  writeBidsLast(tx, [first, ...others], changes);
  return {
    ...auction,
    ...changes,
    currentBidAmount: last.price,
    seq: last.seq,
    version: auction.version + 1,
  };
}

/**
 * Releases the old leader's coins and holds the final leader's; bidders who led in between were never charged. The hold
 * of a leader whose maximum has not changed stays as it is: automatic bids move no coins (A13).
 */
export async function moveHold(
  tx: Transaction,
  { newId }: Pick<Deps, 'newId'>,
  auction: AuctionRow,
  { state, accepted, maximums, ended }: Decision,
): Promise<void> {
  const { leaderId } = state;
  if (leaderId === null) return;
  const amount = heldOf(state);
  const isSame =
    leaderId === auction.leaderId &&
    amount === heldOf({ price: auction.currentBidAmount, maximum: auction.leaderMax });
  // A change of the maximum always replaces the hold, so that the player's room gets a new version.
  if (isSame && !ended && !maximums.some(({ userId }) => userId === leaderId)) return;
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
  await changeHoldsLast(tx, { close: release ? [release] : [], open: [hold] });
}
