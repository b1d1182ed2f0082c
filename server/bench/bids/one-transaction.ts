import type { TestUser } from '@copup/testkit/builders.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../src/db/database.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { Refusal } from '../../src/errors.ts';
import { lockAuction } from '../../src/features/auctions/auctions.subject.ts';
import { BidderTags, chainBid } from '../../src/features/auctions/bid-chain.ts';
import { judgeBid } from '../../src/features/auctions/bid-command.ts';
import { changeHolds } from '../../src/ledger/holds.ts';
import { lockWallets } from '../../src/ledger/wallets.ts';

/**
 * The straightforward design with every duty of the lane: one transaction for each bid, ten round trips, of which all
 * but the first and the last hold or wait for the lock of the auction's row.
 */
export function oneTransactionPerBid(db: Database) {
  let tags: BidderTags | undefined;

  return async (auctionId: number, user: TestUser, key: string): Promise<boolean> => {
    const receivedAtMs = Date.now();
    const outcome = await inTransaction(db, async (tx) => {
      const auction = await lockAuction(tx, auctionId);
      if (!auction) throw new Error(`no auction ${auctionId}`);
      const now = await tx.clock();
      const earlier = await tx.client.query({
        name: 'one-key',
        text: 'SELECT * FROM bids WHERE auction_id = $1 AND user_id = $2 AND key = $3',
        values: [auctionId, user.id, key],
      });
      if (earlier.rows.length > 0) throw new Error('a key was used twice');
      const entry = await tx.client.query({
        name: 'one-entry',
        text: 'SELECT 1 FROM auction_entries WHERE auction_id = $1 AND user_id = $2',
        values: [auctionId, user.id],
      });
      const { leaderId } = auction;
      const wallets = await lockWallets(
        tx,
        leaderId && leaderId !== user.id ? [leaderId, user.id] : [user.id],
      );
      const state = {
        status: auction.status,
        price: auction.currentBidAmount,
        leaderId,
        maximum: null,
        increment: auction.bidIncrement,
        endMs: auction.endDate.getTime(),
        hardEndMs: auction.hardEnd.getTime(),
      };
      const bidder = {
        viewer: { userId: user.id, username: user.username, profile: null, realm: user.realm },
        hasJoined: entry.rows.length > 0,
        maxBidPoints: undefined,
        receivedAtMs,
      };
      const spendable = wallets.get(user.id)?.available ?? 0;
      const next = judgeBid(state, bidder, { spendable }, now.getTime(), { lateBidMs: 10_000 });
      if (next instanceof Refusal) return next;

      const seq = auction.seq + 1;
      const common = { subject: { kind: 'auction', id: String(auctionId) }, realm: auction.realm };
      await changeHolds(tx, {
        close: leaderId
          ? [
              {
                ...common,
                userId: leaderId,
                transferId: uuidv7(),
                transferKind: 'bid_release',
                key: `${auctionId}:${auction.seq}`,
              },
            ]
          : [],
        open: [
          {
            ...common,
            id: uuidv7(),
            userId: user.id,
            amount: next.price,
            transferId: uuidv7(),
            transferKind: 'bid_hold',
            key: `${auctionId}:${seq}`,
          },
        ],
      });
      tags ??= new BidderTags(auction.chainSecret);
      const hash = chainBid(auction.chainHead, {
        seq,
        bidder: tags.of(user.id),
        price: next.price,
        atMs: now.getTime(),
      });
      const endDate = new Date(next.endMs);
      await tx.client.query({
        name: 'one-bid',
        text: `INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash, key)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        values: [
          auctionId,
          seq,
          uuidv7(),
          user.id,
          user.username,
          state.price,
          next.price,
          now,
          endDate,
          hash,
          key,
        ],
      });
      await tx.client.query({
        name: 'one-auction',
        text: `UPDATE auctions SET current_bid_amount = $2, leader_id = $3, leader_username = $4, seq = $5, chain_head = $6,
          end_date = $7, version = version + 1 WHERE id = $1`,
        values: [auctionId, next.price, user.id, user.username, seq, hash, endDate],
      });
      return next;
    });
    return !(outcome instanceof Refusal);
  };
}
