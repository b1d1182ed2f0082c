import type { BidsReply } from '@copup/shared/auctions.ts';
import { chainGenesisText, findChainBreak } from '@copup/shared/bid-chain.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export type ChainVerdict =
  | { ok: true; bids: number; head: string }
  /** The first bid that does not follow from those before it; 0 when the beginning is wrong. */
  | { ok: false; brokenSeq: number };

/** A page takes up to 1,000 bids; more pages than this are not read. */
const mostPages = 500;

/**
 * Follows the whole chain of an auction (A7): the hash of each bid from its bytes, numbers without gaps, prices that
 * rise, and the published head at the end. `heads` are the hashes of own receipts by seq; each has to be met.
 * Bids that are placed meanwhile are followed too.
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
    const chained = { seq: bid.seq, bidder, price: bid.price, atMs: Date.parse(bid.at), hash };
    return findChainBreak(head, [chained], sha256) === null ? hash : null;
  } catch {
    // Not hex, not 32 bytes, no time: it was never hashed like that.
    return null;
  }
}
