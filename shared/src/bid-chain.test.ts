import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BID_CHAIN_BYTES, chainGenesisText, encodeChainedBid, findChainBreak } from './bid-chain.ts';

const sha256 = (bytes: Uint8Array | string) => new Uint8Array(createHash('sha256').update(bytes).digest());
const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

// The vectors of docs/bid-chain.md.
const genesis = hex('4220863339c64d12796313397355177e30aed99d490291e885371624ce6402a9');
const first = {
  seq: 1,
  bidder: hex('72b71476a2d14eaee5e2f7c4b6ab0640648389932c8bf618c42d116a8f52906b'),
  price: 10,
  atMs: 1763640000123,
  hash: hex('fca270ae7a515d30a318362d90c8602fce39d15ca991a0743e1339aab280a3e5'),
};
const second = {
  seq: 2,
  bidder: hex('48702acc1c57fba089855cc49a01f2958269d64c7043cb362fbc1210becd547f'),
  price: 20,
  atMs: 1763640000456,
  hash: hex('142a5d2d7948ead3b7442099e1038547a791d23d4c7d4018ba871eac1008ede6'),
};

const automatic = {
  seq: 3,
  bidder: first.bidder,
  price: 30,
  atMs: 1763640000456,
  reason: 'own_maximum' as const,
  hash: hex('ccabfb7d5e37190ddffcd1dc24504f466005bde02a5df62206c6f6fc0e55d16a'),
};

describe('A7 the bid chain', () => {
  it('has the documented bytes, and verifies from the start and from any known hash', () => {
    expect(sha256(chainGenesisText(1001))).toEqual(genesis);
    expect(encodeChainedBid(genesis, first)).toHaveLength(BID_CHAIN_BYTES);
    expect(sha256(encodeChainedBid(genesis, first))).toEqual(first.hash);
    expect(sha256(encodeChainedBid(first.hash, second))).toEqual(second.hash);
    expect(findChainBreak(genesis, [first, second], sha256)).toBeNull();
    expect(findChainBreak(first.hash, [second], sha256)).toBeNull();
  });

  it('A13 has the reason of an automatic bid as one more byte', () => {
    const bytes = encodeChainedBid(second.hash, automatic);
    expect(bytes).toHaveLength(BID_CHAIN_BYTES + 1);
    expect(bytes.at(-1)).toBe(1);
    expect(sha256(bytes)).toEqual(automatic.hash);
    expect(findChainBreak(genesis, [first, second, automatic], sha256)).toBeNull();
    expect(findChainBreak(genesis, [first, second, { ...automatic, reason: null }], sha256)).toBe(3);
    expect(findChainBreak(genesis, [first, { ...second, reason: 'own_maximum' }], sha256)).toBe(2);
  });

  it.each([
    ['a price', [first, { ...second, price: 21 }]],
    ['a time', [first, { ...second, atMs: second.atMs + 1 }]],
    ['a bidder', [first, { ...second, bidder: first.bidder }]],
    ['a missing bid', [second]],
    ['an order', [second, first]],
  ])('returns the first bid that does not match: %s', (_what, bids) => {
    expect(findChainBreak(genesis, bids, sha256)).toBe(2);
  });

  it('refuses numbers that it cannot encode exactly', () => {
    expect(() => encodeChainedBid(genesis, { ...first, price: 0.5 })).toThrow('whole number');
    expect(() => encodeChainedBid(genesis, { ...first, atMs: -1 })).toThrow('whole number');
    expect(() => encodeChainedBid(genesis.subarray(1), first)).toThrow('32 bytes');
  });
});
