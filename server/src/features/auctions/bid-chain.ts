import { createHmac, hash } from 'node:crypto';
import { type ChainedBid, chainGenesisText, encodeChainedBid } from '@copup/shared/bid-chain.ts';

/** Returns the hash before an auction's first bid (A7). */
export const chainGenesis = (auctionId: number): Buffer =>
  hash('sha256', chainGenesisText(auctionId), 'buffer');

/** Returns the hash of a bid, chained to the previous hash. */
export const chainBid = (previous: Uint8Array, bid: ChainedBid): Buffer =>
  hash('sha256', encodeChainedBid(previous, bid), 'buffer');

/** Returns the pseudonym of a bidder in the chain of one auction; it reveals nothing without the auction's secret. */
export const bidderTag = (secret: Uint8Array, userId: string): Buffer =>
  createHmac('sha256', secret).update(userId.toLowerCase()).digest();

const REMEMBERED_TAGS = 10_000;

/** Caches the tags of one auction's bidders while its lane is in use. */
export class BidderTags {
  private readonly secret: Uint8Array;
  private readonly tags = new Map<string, Buffer>();

  constructor(secret: Uint8Array) {
    this.secret = secret;
  }

  of(userId: string): Buffer {
    let tag = this.tags.get(userId);
    if (!tag) {
      if (this.tags.size >= REMEMBERED_TAGS) this.tags.clear();
      tag = bidderTag(this.secret, userId);
      this.tags.set(userId, tag);
    }
    return tag;
  }
}
