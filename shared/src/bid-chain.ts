/**
 * The bytes of the bid chain (A7). Each accepted bid's hash is SHA-256 over these 84 bytes:
 *
 *   0..31   the previous bid's hash (for bid 1: SHA-256 of "copup auction {id}")
 *   32..35  seq, unsigned, big-endian
 *   36..67  HMAC-SHA-256 of the bidder's id (its 36 characters, lower case) under the auction's secret
 *   68..75  price in coins, unsigned, big-endian
 *   76..83  time of the decision, milliseconds since 1970 UTC, unsigned, big-endian
 *
 * A bid that the server made for its bidder has one more byte, its reason (A13):
 *
 *   84      1: the bidder's own maximum
 *
 * No hash function is imported: the server passes the one of Node.js, the browser one that works on plain HTTP.
 */
export const BID_CHAIN_BYTES = 84;

/** The last byte of an automatic bid, by its reason. */
const reasonBytes = { own_maximum: 1 } as const;

/** Why the server made a bid for a player. */
export type BidReason = keyof typeof reasonBytes;

export interface ChainedBid {
  seq: number;
  /** 32 bytes. */
  bidder: Uint8Array;
  /** Coins. */
  price: number;
  /** Milliseconds since 1970. */
  atMs: number;
  /** Null or absent for a bid that the player made. */
  reason?: BidReason | null;
}

/** Returns the text whose SHA-256 is the previous hash of the first bid. */
export const chainGenesisText = (auctionId: number) => `copup auction ${auctionId}`;

/** Returns the canonical bytes of one bid. Throws if a part has the wrong length or a number is not a safe integer. */
export function encodeChainedBid(previousHash: Uint8Array, bid: ChainedBid): Uint8Array {
  if (previousHash.length !== 32 || bid.bidder.length !== 32) throw new Error('a hash must have 32 bytes');
  for (const value of [bid.seq, bid.price, bid.atMs]) {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number: ${value}`);
  }
  const bytes = new Uint8Array(BID_CHAIN_BYTES + (bid.reason ? 1 : 0));
  const view = new DataView(bytes.buffer);
  bytes.set(previousHash, 0);
  view.setUint32(32, bid.seq);
  bytes.set(bid.bidder, 36);
  view.setBigUint64(68, BigInt(bid.price));
  view.setBigUint64(76, BigInt(bid.atMs));
  if (bid.reason) {
    const byte = reasonBytes[bid.reason];
    if (byte === undefined) throw new Error(`unknown reason of a bid: ${bid.reason}`);
    view.setUint8(BID_CHAIN_BYTES, byte);
  }
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
