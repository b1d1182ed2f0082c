import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';

/** The purchase of an auction's item (A13); its row is never deleted. */
export interface PurchaseRow {
  auctionId: number;
  /** UUIDv7 of the receipt. */
  id: string;
  userId: string;
  username: string;
  price: number;
  at: Date;
  transferId: string;
  key: string | null;
}

/** Finds the auction's purchase. Under the auction's lock none can be added meanwhile. */
export async function findPurchase(
  source: Database | Transaction,
  auctionId: number,
): Promise<PurchaseRow | undefined> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<PurchaseRow>({
    name: 'auction-purchase',
    text: `SELECT auction_id AS "auctionId", id, user_id AS "userId", username, price, at, transfer_id AS "transferId", key
      FROM auction_purchases WHERE auction_id = $1`,
    values: [auctionId],
  });
  return rows[0];
}

/**
 * Writes the receipt, and the buyer as the leader of the auction, which ends now. The caller settles the auction in the
 * same transaction, which raises its version.
 */
export async function writePurchase(
  tx: Transaction,
  purchase: PurchaseRow,
  profile: string | null,
): Promise<void> {
  await tx.client.query({
    name: 'auction-purchase-write',
    text: `WITH bought AS (
        INSERT INTO auction_purchases (auction_id, id, user_id, username, price, at, transfer_id, key)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8))
      UPDATE auctions SET current_bid_amount = $5, leader_id = $3, leader_username = $4, leader_profile = $9, bought_at = $6,
        end_date = greatest($6, starts_at + interval '1 millisecond') WHERE id = $1`,
    values: [
      purchase.auctionId,
      purchase.id,
      purchase.userId,
      purchase.username,
      purchase.price,
      purchase.at,
      purchase.transferId,
      purchase.key,
      profile,
    ],
  });
}
