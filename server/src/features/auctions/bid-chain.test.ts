import { describe, expect, it } from 'vitest';
import { BidderTags, bidderTag, chainBid, chainGenesis } from './bid-chain.ts';

// The vectors of docs/bid-chain.md.
const secret = Buffer.alloc(32, 7);
const ada = '01890a5d-ac96-774b-bcce-b302099a8057';
const ben = '01890a5d-ac96-774b-bcce-b302099a8058';

describe('A7 the chain of bids', () => {
  it('A7 has the documented hashes', () => {
    const genesis = chainGenesis(1001);
    expect(genesis.toString('hex')).toBe('4220863339c64d12796313397355177e30aed99d490291e885371624ce6402a9');
    const first = chainBid(genesis, {
      seq: 1,
      bidder: bidderTag(secret, ada),
      price: 10,
      atMs: 1763640000123,
    });
    expect(first.toString('hex')).toBe('fca270ae7a515d30a318362d90c8602fce39d15ca991a0743e1339aab280a3e5');
    const second = chainBid(first, {
      seq: 2,
      bidder: bidderTag(secret, ben),
      price: 20,
      atMs: 1763640000456,
    });
    expect(second.toString('hex')).toBe('142a5d2d7948ead3b7442099e1038547a791d23d4c7d4018ba871eac1008ede6');
  });

  it('A7 caches tags of bidders correctly', () => {
    const tags = new BidderTags(secret);
    for (const id of [ada, ben, ada]) expect(tags.of(id)).toEqual(bidderTag(secret, id));
    expect(bidderTag(secret, ada.toUpperCase())).toEqual(bidderTag(secret, ada));
  });
});
