import type { BidsReply } from '@copup/shared/auctions.ts';
import type { Database } from '../../db/database.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { bidderTag, chainGenesis } from './bid-chain.ts';
import { listBids } from './bids.queries.ts';

/**
 * Returns a page of an auction's accepted bids for public verification (A7). `auction` was read before, so later bids
 * are left for the next page: the last published bid and the head match.
 */
export async function publishBids(
  db: Database,
  auction: Pick<
    AuctionRow,
    'id' | 'seq' | 'chainHead' | 'chainSecret' | 'boughtAt' | 'currentBidAmount' | 'leaderUsername'
  >,
  afterSeq: number,
  limit: number,
): Promise<BidsReply> {
  const bids = await listBids(db, auction.id, afterSeq, limit);
  return {
    auction_id: auction.id,
    genesis: chainGenesis(auction.id).toString('hex'),
    chain_head: auction.chainHead.toString('hex'),
    seq: auction.seq,
    bids: bids
      .filter(({ seq }) => seq <= auction.seq)
      .map((bid) => ({
        seq: bid.seq,
        username: bid.username,
        price_before: bid.priceBefore,
        price: bid.price,
        at: bid.at.toISOString(),
        bidder: bidderTag(auction.chainSecret, bid.userId).toString('hex'),
        reason: bid.reason,
        hash: bid.hash.toString('hex'),
      })),
    purchase: auction.boughtAt && {
      username: auction.leaderUsername ?? '',
      price: auction.currentBidAmount,
      at: auction.boughtAt.toISOString(),
    },
  };
}
