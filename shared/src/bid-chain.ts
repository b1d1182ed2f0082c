/**
 * The bytes of the bid chain (A7). Each accepted bid's hash is SHA-256 over exactly 84 bytes:
 *
 *   0..31   the previous bid's hash (for bid 1: SHA-256 of "copup auction {id}")
 *   32..35  seq, unsigned, big-endian
 *   36..67  HMAC-SHA-256 of the bidder's id (its 36 characters, lower case) under the auction's secret
 *   68..75  price in coins, unsigned, big-endian
 *   76..83  time of the decision, milliseconds since 1970 UTC, unsigned, big-endian
 *
 * No hash function is imported: the server passes the one of Node.js, the browser one that works on plain HTTP.
 */
export const BID_CHAIN_BYTES = 84;

export interface ChainedBid {
  seq: number;
  /** 32 bytes. */
  bidder: Uint8Array;
  /** Coins. */
  price: number;
  /** Milliseconds since 1970. */
  atMs: number;
}

/** Returns the text whose SHA-256 is the previous hash of the first bid. */
export const chainGenesisText = (auctionId: number) => `copup auction ${auctionId}`;

/** Returns the canonical bytes of one bid. Throws if a part has the wrong length or a number is not a safe integer. */
export function encodeChainedBid(previousHash: Uint8Array, bid: ChainedBid): Uint8Array {
  if (previousHash.length !== 32 || bid.bidder.length !== 32) throw new Error('a hash must have 32 bytes');
  for (const value of [bid.seq, bid.price, bid.atMs]) {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number: ${value}`);
  }
  const bytes = new Uint8Array(BID_CHAIN_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(previousHash, 0);
  view.setUint32(32, bid.seq);
  bytes.set(bid.bidder, 36);
  view.setBigUint64(68, BigInt(bid.price));
  view.setBigUint64(76, BigInt(bid.atMs));
  return bytes;
}

/**
 * Verifies the chain from a known head. Returns the number of the first bid that does not match, or null if all match.
 * The caller passes `sha256`.
 */
export function findChainBreak(
  head: Uint8Array,
  bids: readonly (ChainedBid & { hash: Uint8Array })[],
  sha256: (bytes: Uint8Array) => Uint8Array,
): number | null {
  let previous = head;
  for (const bid of bids) {
    const hash = sha256(encodeChainedBid(previous, bid));
    if (hash.length !== bid.hash.length || hash.some((byte, at) => byte !== bid.hash[at])) return bid.seq;
    previous = bid.hash;
  }
  return null;
}
