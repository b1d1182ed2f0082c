import { createHash } from 'node:crypto';
import { chainGenesisText, findChainBreak } from '@copup/shared/bid-chain.ts';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

interface OrderedBid {
  seq: number;
  price: number;
  priceBefore: number;
  /** The id or the name of its player. */
  who: string;
  reason: 'own_maximum' | null;
  atMs: number;
  /** The name in the chain, and its hash. */
  bidder: Uint8Array;
  hash: Uint8Array;
}

/**
 * Prices rise strictly with the number, none is by the leader, and the hash chain verifies. Used on the rows in PostgreSQL
 * and on the published history. Returns the genesis hash.
 */
export function judgeBidOrder(
  auctionId: number,
  bids: readonly OrderedBid[],
  report: (text: string) => void,
): Buffer {
  let before = { seq: 0, price: 0, who: '' };
  for (const bid of bids) {
    if (bid.seq !== before.seq + 1) report(`bid ${bid.seq} follows bid ${before.seq}`);
    if (bid.price <= before.price) report(`bid ${bid.seq} at ${bid.price} does not raise ${before.price}`);
    if (bid.priceBefore !== before.price)
      report(`bid ${bid.seq} has ${bid.priceBefore} as the previous price`);
    // A maximum bids over its own price against a challenger who cannot pay more.
    if (bid.who === before.who && bid.reason === null) report(`bid ${bid.seq} is by the leader`);
    before = bid;
  }
  const genesis = sha256(chainGenesisText(auctionId));
  const broken = findChainBreak(genesis, bids, sha256);
  if (broken !== null) report(`the chain breaks at bid ${broken}`);
  return genesis;
}
