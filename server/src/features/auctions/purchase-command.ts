import type { PurchaseReceipt } from '@copup/shared/auctions.ts';
import { inCoins } from '@copup/shared/coins.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { invariant, Refusal } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { refuseInBreak } from '../../responsible-play/restrictions.ts';
import { settleLocked } from '../../subjects/settle-subjects.ts';
import { type SettleDeps, subjectOf } from '../../subjects/subject-kind.ts';
import { auctionKind } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';
import type { BiddingDeps } from './bid-lane.ts';
import {
  type BidderMeans,
  type BidRound,
  type BidState,
  keyReused,
  refuseAmount,
  refuseClosed,
  type Waiting,
  type WithFacts,
} from './bid-round.ts';
import type { Answer } from './decide-bids.ts';
import { findPurchase, type PurchaseRow, writePurchase } from './purchases.queries.ts';

/** Buys the item at once (A13). */
export interface PurchaseCommand extends Waiting {
  readonly kind: 'purchase';
  /** The price that the buyer saw. */
  readonly buyNowPoints: number;
}

export type Purchase = WithFacts<PurchaseCommand, PurchaseRow>;

/** An accepted purchase before it is written. */
export type AcceptedPurchase = Purchase & { price: number };

export type MadePurchase = PurchaseRow & { kind: 'purchase' };

export type BuyNow = Omit<PurchaseCommand, 'id' | 'kind'>;

/**
 * Buys the item at the buy-now price, decided in the lane of the auction's bids. Resolves with the receipt once the
 * purchase is committed; the same key returns the first receipt again. Rejects with a Refusal, of which only
 * OUTCOME_UNKNOWN leaves open whether the item was bought. The route checks that the viewer is not an operator.
 * `receivedAtMs` is when the request arrived, epoch milliseconds of this server.
 */
export async function buyNow(
  { newId, bids }: BiddingDeps,
  auctionId: number,
  { viewer, key, buyNowPoints }: BuyNow,
  receivedAtMs: number,
): Promise<PurchaseReceipt> {
  const command = { kind: 'purchase' as const, id: newId(), viewer, key, buyNowPoints };
  const outcome = await bids.submit(String(auctionId), command, receivedAtMs);
  invariant(outcome.kind === 'purchase', 'a purchase was answered as another command');
  return toReceipt(outcome);
}

/** Builds the receipt from the purchase's row alone, so that it can be returned again (P6). */
const toReceipt = (row: PurchaseRow): PurchaseReceipt => ({
  message: 'Bought. It’s in your cart.',
  id: row.id,
  auction_id: row.auctionId,
  price: row.price,
  highestBidder: row.username,
  serverTime: row.at.toISOString(),
  transfer_id: row.transferId,
});

export function decidePurchase(round: BidRound, order: Purchase): Answer | Refusal {
  const { viewer, key, buyNowPoints: price } = order;
  const isAgain = (made: Purchase | undefined) =>
    key !== undefined && made?.key === key && made.viewer.userId === viewer.userId;
  const before = order.earlier ?? (isAgain(round.purchase) ? round.purchase : undefined);
  if (before) return before.price === price ? { kind: 'purchase', made: before } : keyReused('purchase');
  const sold = judgePurchase(round.state, order, round.meansOf(viewer.userId), round.nowMs);
  if (sold instanceof Refusal) return sold;
  round.state = sold;
  round.leader = viewer;
  round.purchase = { ...order, price };
  return { kind: 'purchase', made: round.purchase };
}

/**
 * Decides a purchase at the buy-now price (A13): returns the state after it, which has ended, or the refusal. Until the
 * first bid only. The price that the buyer saw must be the auction's. `nowMs` is the database's clock, read under the
 * auction's lock; the caller refuses commands past their deadline first.
 */
export function judgePurchase(
  state: BidState,
  order: Pick<Purchase, 'viewer' | 'hasJoined' | 'buyNowPoints' | 'receivedAtMs'>,
  means: BidderMeans,
  nowMs: number,
): BidState | Refusal {
  const closed = refuseClosed(state, order.receivedAtMs, nowMs, 'order');
  if (closed) return closed;
  const price = state.buyNowPoints;
  if (price === undefined) return new Refusal('BUY_NOW_UNAVAILABLE', 'This auction has no buy-now price.');
  if (state.leaderId !== null) {
    return new Refusal(
      'BUY_NOW_UNAVAILABLE',
      'The first bid was placed, so buy now is over. Your coins stay with you.',
      { details: { currentBidAmount: state.price } },
    );
  }
  const inBreak = refuseInBreak(means.restrictions);
  if (inBreak) return inBreak;
  if (!order.hasJoined) return new Refusal('NOT_JOINED', 'Pay the entry fee to buy.');
  if (order.buyNowPoints !== price) {
    return new Refusal('PRICE_MOVED', `The buy-now price is ${inCoins(price)}.`, {
      details: { currentBidAmount: state.price, nextPrice: price },
    });
  }
  const sold = { ...state, status: 'completed' as const, price, leaderId: order.viewer.userId, endMs: nowMs };
  return refuseAmount(means, price) ?? sold;
}

/**
 * Takes the price to revenue and settles the auction as sold, in the transaction that decided the purchase: the item
 * goes to the cart, and the scheduled close finds the auction over. The auction and the buyer's wallet are locked.
 * Returns the row of the purchase.
 */
export async function sellAtOnce(
  tx: Transaction,
  deps: SettleDeps,
  auction: AuctionRow,
  { id, viewer, key }: PurchaseCommand,
  now: Date,
): Promise<PurchaseRow> {
  invariant(auction.buyNowPoints !== null, `auction ${auction.id} has no buy-now price`);
  const price = auction.buyNowPoints;
  const { userId, username, profile } = viewer;
  const transferId = deps.newId();
  const purchase = {
    auctionId: auction.id,
    id,
    userId,
    username,
    price,
    at: now,
    transferId,
    key: key ?? null,
  };
  await postTransfers(tx, [
    {
      id: transferId,
      kind: 'buy_now',
      realm: auction.realm,
      subject: subjectOf(auctionKind, auction.id),
      key: `auction:${auction.id}`,
      postings: [{ from: { kind: 'available', id: userId }, to: { kind: 'revenue' }, amount: price }],
    },
  ]);
  await writePurchase(tx, purchase, profile);
  const sold = {
    ...auction,
    currentBidAmount: price,
    leaderId: userId,
    leaderUsername: username,
    boughtAt: now,
    endDate: now,
  };
  await settleLocked(tx, auctionKind, [sold], now, deps);
  return purchase;
}

/** Returns whether this command made the purchase, in this or an earlier attempt (P6). */
export const isPurchaseOf = (
  purchase: PurchaseRow | undefined,
  { id, key, viewer }: Waiting,
): purchase is PurchaseRow =>
  purchase !== undefined &&
  purchase.userId === viewer.userId &&
  (purchase.id === id || (key !== undefined && purchase.key === key));

/** Reads the purchase after a COMMIT without a reply (A12). The returned function returns whether a command made it. */
export async function recoverPurchase(db: Database, auctionId: number, made: readonly MadePurchase[]) {
  const row = made.length > 0 ? await findPurchase(db, auctionId) : undefined;
  return (command: Waiting): MadePurchase | undefined =>
    isPurchaseOf(row, command) ? { ...row, kind: 'purchase' } : undefined;
}
