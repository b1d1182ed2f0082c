import type { PurchaseReceipt } from '@copup/shared/auctions.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { settleLocked } from '../../subjects/settle-subjects.ts';
import { type SettleDeps, subjectOf } from '../../subjects/subject-kind.ts';
import { auctionKind } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';
import type { BidLane } from './bid-lane.ts';
import type { PurchaseCommand } from './bid-rules.ts';
import { type PurchaseRow, writePurchase } from './purchases.queries.ts';

export type BuyNowDeps = Pick<Deps, 'newId'> & { bids: BidLane };

export type BuyNow = Omit<PurchaseCommand, 'id'>;

/**
 * Buys the item at the buy-now price (A13), decided in the lane of the auction's bids. Resolves with the receipt once
 * the purchase is committed; the same key returns the first receipt again. Rejects with a Refusal, of which only
 * OUTCOME_UNKNOWN leaves open whether the item was bought. The route checks that the viewer is not an operator.
 * `receivedAtMs` is when the request arrived, epoch milliseconds of this server.
 */
export async function buyNow(
  { newId, bids }: BuyNowDeps,
  auctionId: number,
  { viewer, key, buyNowPoints }: BuyNow,
  receivedAtMs: number,
): Promise<PurchaseReceipt> {
  const command = { id: newId(), viewer, key, buyNowPoints };
  const row = await bids.submit(String(auctionId), command, receivedAtMs);
  invariant('transferId' in row, 'a purchase was answered with a bid');
  return toReceipt(row);
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
