import type { BidsReply, PublishedBid } from '@copup/shared/auctions.ts';
import { chainGenesisText, encodeChainedBid } from '@copup/shared/bid-chain.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { verifyChain } from './verify-chain.ts';

const genesis = sha256(utf8ToBytes(chainGenesisText(1001)));

function chainOf(count: number): PublishedBid[] {
  const bids: PublishedBid[] = [];
  for (let seq = 1; seq <= count; seq += 1) {
    const previous = bids.at(-1);
    const at = new Date(1_700_000_000_000 + seq);
    const bidder = sha256(utf8ToBytes(`bidder ${seq % 2}`));
    const before = previous ? hexToBytes(previous.hash) : genesis;
    // Every third bid was made by its player's own maximum.
    const reason = seq % 3 === 0 ? 'own_maximum' : null;
    const bytes = encodeChainedBid(before, { seq, bidder, price: seq * 10, atMs: at.getTime(), reason });
    bids.push({
      seq,
      username: `u${seq % 2}`,
      price_before: (seq - 1) * 10,
      price: seq * 10,
      at: at.toISOString(),
      bidder: bytesToHex(bidder),
      reason,
      hash: bytesToHex(sha256(bytes)),
    });
  }
  return bids;
}

/** Serves pages of two bids. */
function serve(bids: PublishedBid[], change: Partial<BidsReply> = {}) {
  return async (after: number): Promise<BidsReply> => ({
    auction_id: 1001,
    genesis: bytesToHex(genesis),
    chain_head: bids.at(-1)?.hash ?? bytesToHex(genesis),
    seq: bids.length,
    bids: bids.filter((bid) => bid.seq > after).slice(0, 2),
    purchase: null,
    ...change,
  });
}

describe('A7 the chain verified in the browser', () => {
  it('verifies chains over several pages, and an empty one', async () => {
    const bids = chainOf(5);
    expect(await verifyChain(1001, serve(bids))).toEqual({ ok: true, bids: 5, head: bids[4]?.hash });
    expect(await verifyChain(1001, serve([]))).toMatchObject({ ok: true, bids: 0 });
  });

  it.each([
    ['a price', 3, { price: 31 }],
    ['a reason that was removed', 3, { reason: null }],
    ['a reason that was added', 2, { reason: 'own_maximum' as const }],
    ['a bidder', 2, { bidder: 'ab'.repeat(32) }],
    ['a time', 4, { at: '2024-01-01T00:00:00.000Z' }],
    ['a hash', 1, { hash: 'cd'.repeat(32) }],
    ['no hex', 5, { hash: 'zz' }],
    ['a price that falls', 3, { price: 20 }],
  ])('detects %s that was changed', async (_, seq, change) => {
    const bids = chainOf(5).map((bid) => (bid.seq === seq ? { ...bid, ...change } : bid));
    expect(await verifyChain(1001, serve(bids))).toEqual({ ok: false, brokenSeq: seq });
  });

  it('detects removed bids, another genesis, another head and a missing receipt', async () => {
    const bids = chainOf(5);
    const without = bids.filter((bid) => bid.seq !== 3);
    expect(await verifyChain(1001, serve(without))).toEqual({ ok: false, brokenSeq: 3 });
    expect(await verifyChain(1001, serve(bids, { genesis: '00' }))).toEqual({ ok: false, brokenSeq: 0 });
    expect(await verifyChain(1001, serve(bids, { chain_head: '00' }))).toMatchObject({ ok: false });
    expect(await verifyChain(1001, serve(bids.slice(0, 4), { seq: 5 }))).toEqual({ ok: false, brokenSeq: 5 });
    const heads = new Map([[4, 'ff'.repeat(32)]]);
    expect(await verifyChain(1001, serve(bids), heads)).toEqual({ ok: false, brokenSeq: 4 });
  });
});
