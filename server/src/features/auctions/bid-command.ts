import type { BidReceipt } from '@copup/shared/auctions.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { refuseInBreak } from '../../responsible-play/restrictions.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { type BidderTags, chainBid } from './bid-chain.ts';
import type { BiddingDeps } from './bid-lane.ts';
import {
  type BidderMeans,
  type BidRound,
  type BidRules,
  type BidState,
  extendedEnd,
  keyReused,
  priceMoved,
  refuseAmount,
  refuseClosed,
  type Waiting,
  type WithFacts,
} from './bid-round.ts';
import { type BidRow, listBidsOfSeqs } from './bids.queries.ts';
import type { Answer } from './decide-bids.ts';

/** Bids the next price (A3 to A7). */
export interface BidCommand extends Waiting {
  readonly kind: 'bid';
  /** Refuse above this price (A4). */
  readonly maxBidPoints: number | undefined;
}

export type Bid = WithFacts<BidCommand, BidRow>;

/** An accepted bid before it is chained and written; an automatic one has no id yet. */
export type AcceptedBid = Omit<BidRow, 'id' | 'hash' | 'endDateAfter'> & { id: string | undefined };

/** A bid, with the next one if another player's maximum made it in the same decision (A13). */
export interface PlacedBid {
  kind: 'bid';
  bid: BidRow;
  answer: BidRow | undefined;
}

/**
 * Resolves with the receipt once the bid is committed; the same key returns the first receipt again. Rejects with a
 * Refusal, of which only OUTCOME_UNKNOWN leaves open whether the bid was made. The route checks that the viewer is not an
 * operator. `receivedAtMs` is when the request arrived, epoch milliseconds of this server.
 */
export async function placeBid(
  { newId, bids }: BiddingDeps,
  auctionId: number,
  { viewer, key, maxBidPoints }: Omit<BidCommand, 'id' | 'kind'>,
  receivedAtMs: number,
): Promise<BidReceipt> {
  const command = { kind: 'bid' as const, id: newId(), viewer, key, maxBidPoints };
  const outcome = await bids.submit(String(auctionId), command, receivedAtMs);
  invariant(outcome.kind === 'bid', 'a bid was answered as another command');
  return toReceipt(outcome);
}

/** Builds the receipt from the rows of its decision alone, so that it can be returned again (A7). */
function toReceipt({ bid, answer }: PlacedBid): BidReceipt {
  const leading = answer ?? bid;
  return {
    message: answer
      ? `Bid placed, but another player’s maximum is higher. The price is ${formatNumber(answer.price)}.`
      : 'Bid placed successfully!',
    id: bid.id,
    auction_id: bid.auctionId,
    seq: bid.seq,
    price_before: bid.priceBefore,
    price: bid.price,
    current_seq: leading.seq,
    currentBidAmount: leading.price,
    highestBidder: leading.username,
    currentBidder: leading.username,
    endDate: bid.endDateAfter.toISOString(),
    serverTime: bid.at.toISOString(),
    chain_head: bid.hash.toString('hex'),
  };
}

export function decideBid(round: BidRound, bid: Bid): Answer | Refusal {
  const { id, viewer, key = null, maxBidPoints = null } = bid;
  const isAgain = (one: AcceptedBid) => one.key === key && one.userId === viewer.userId;
  // Returns the first reply again (P6). A refusal is not repeated: that bid is decided again.
  const before = bid.earlier ?? (key === null ? undefined : round.accepted.find(isAgain));
  if (before) {
    return before.maxBidPoints === maxBidPoints ? { kind: 'bid', made: before } : keyReused('bid');
  }
  const means = round.meansOf(viewer.userId);
  const made = round.challenge(viewer, undefined, { id, key, maxBidPoints }, (state) =>
    judgeBid(state, bid, means, round.nowMs, round.rules),
  );
  return made instanceof Refusal ? made : { kind: 'bid', made };
}

/**
 * Decides one bid (A2 to A5, A11, G1, G2): returns the state after it, or the refusal. `nowMs` is the
 * database's clock, read under the auction's lock; the caller refuses commands past their deadline first.
 */
export function judgeBid(
  state: BidState,
  bid: Pick<Bid, 'viewer' | 'hasJoined' | 'maxBidPoints' | 'receivedAtMs'>,
  means: BidderMeans,
  nowMs: number,
  rules: BidRules,
): BidState | Refusal {
  const closed = refuseClosed(state, bid.receivedAtMs, nowMs) ?? refuseInBreak(means.restrictions);
  if (closed) return closed;
  if (!bid.hasJoined) return new Refusal('NOT_JOINED', 'Pay the entry fee to bid.');
  if (state.leaderId === bid.viewer.userId) {
    return new Refusal('ALREADY_LEADING', 'You are already the highest bidder.');
  }
  const price = state.price + state.increment;
  if (bid.maxBidPoints !== undefined && price > bid.maxBidPoints) return priceMoved(state, price);
  const endMs = extendedEnd(state, nowMs, rules);
  return refuseAmount(means, price) ?? { ...state, price, leaderId: bid.viewer.userId, maximum: null, endMs };
}

/** Computes the hash of each accepted bid (A7). */
export function linkBids(
  auction: AuctionRow,
  accepted: readonly AcceptedBid[],
  endMs: number,
  tags: BidderTags,
  newId: Deps['newId'],
): BidRow[] {
  const endDateAfter = new Date(endMs);
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

/** Adds the bid by which another player's maximum answered in the same decision, if it is among these. */
export function toPlaced(bid: BidRow, bids: readonly BidRow[]): PlacedBid {
  const answer = bids.find(
    ({ seq, reason, userId, at }) =>
      seq === bid.seq + 1 &&
      reason === 'own_maximum' &&
      userId !== bid.userId &&
      at.getTime() === bid.at.getTime(),
  );
  return { kind: 'bid', bid, answer };
}

/** Reads these bids after a COMMIT without a reply (A12). The returned function returns the bid that a command made. */
export async function recoverBids(db: Database, auctionId: number, placed: readonly PlacedBid[]) {
  const seqs = placed.flatMap(({ bid: { seq } }) => [seq, seq + 1]);
  const found = seqs.length > 0 ? await listBidsOfSeqs(db, auctionId, seqs) : [];
  const rows = new Map(found.map((row) => [row.seq, row]));
  return ({ id, key, viewer }: Waiting, { bid }: PlacedBid): PlacedBid | undefined => {
    const row = rows.get(bid.seq);
    if (row?.userId !== viewer.userId) return undefined;
    // The number may belong to another bid of the user, if this one was never committed.
    const isIt = row.id === id || (key !== undefined && row.key === key);
    return isIt ? toPlaced(row, found) : undefined;
  };
}
