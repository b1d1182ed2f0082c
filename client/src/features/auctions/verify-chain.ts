import type { BidsReply } from '@copup/shared/auctions.ts';
import { chainGenesisText, findChainBreak } from '@copup/shared/bid-chain.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export type ChainVerdict =
  | { ok: true; bids: number; head: string }
  /** The first bid that does not match; 0 if the genesis hash is wrong. */
  | { ok: false; brokenSeq: number };

/** Maximum number of pages, each of up to 1,000 bids. */
const mostPages = 500;

/**
 * Verifies the whole chain of an auction (A7): the hash of each bid, numbers without gaps, rising prices, and the published head.
 * `heads` are the hashes of the user's receipts by seq; the chain must contain each. Bids placed during the check are included.
 */
export async function verifyChain(
  auctionId: number,
  listBids: (after: number) => Promise<BidsReply>,
  heads: ReadonlyMap<number, string> = new Map(),
): Promise<ChainVerdict> {
  const genesis = sha256(utf8ToBytes(chainGenesisText(auctionId)));
  let head: Uint8Array = genesis;
  let seq = 0;
  let price = 0;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await listBids(seq);
    if (page.genesis !== bytesToHex(genesis)) return { ok: false, brokenSeq: 0 };
    for (const bid of page.bids) {
      const own = heads.get(bid.seq);
      const isNext = bid.seq === seq + 1 && bid.price > price && bid.price_before === price;
      if (!isNext || (own !== undefined && own !== bid.hash)) return { ok: false, brokenSeq: seq + 1 };
      const followed = followBid(head, bid);
      if (!followed) return { ok: false, brokenSeq: bid.seq };
      head = followed;
      seq = bid.seq;
      price = bid.price;
    }
    if (seq >= page.seq || page.bids.length === 0) {
      const isHead = seq === page.seq && page.chain_head === bytesToHex(head);
      return isHead ? { ok: true, bids: seq, head: page.chain_head } : { ok: false, brokenSeq: seq + 1 };
    }
  }
  throw new Error('The auction has more bids than can be verified here');
}

function followBid(head: Uint8Array, bid: BidsReply['bids'][number]): Uint8Array | null {
  try {
    const [hash, bidder] = [hexToBytes(bid.hash), hexToBytes(bid.bidder)];
    const { seq, price, reason } = bid;
    const chained = { seq, bidder, price, atMs: Date.parse(bid.at), reason, hash };
    return findChainBreak(head, [chained], sha256) === null ? hash : null;
  } catch {
    // The fields are not hex, not 32 bytes or not a time, so the bid cannot be valid.
    return null;
  }
}
