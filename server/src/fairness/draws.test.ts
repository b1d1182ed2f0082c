import { cardOrders, drawBelow, drawCards, fromHex, toHex, verifyCardProof } from '@copup/shared/fairness.ts';
import { drawSegment, spinSegments, verifySpinProof } from '@copup/shared/spin-proof.ts';
import { describe, expect, it } from 'vitest';
import { nodeHashes } from './node-hashes.ts';

const seedHex = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const serverSeed = fromHex(seedHex) as Uint8Array;
const clientSeed = 'jollof-2026';
const indexes = (below: number, from: number, upto: number) =>
  Array.from({ length: upto - from + 1 }, (_, at) =>
    drawBelow(below, { serverSeed, clientSeed, nonce: from + at }, nodeHashes),
  );

describe('draws', () => {
  // printf '%s' jollof-2026:1 | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f
  //   6bb47d65ef700cf1…: 0x6bb47d65 % 6 = 3
  it('F1 are HMAC-SHA-256(server seed, client seed:nonce), as openssl computes it', () => {
    const block = nodeHashes.hmacSha256(serverSeed, new TextEncoder().encode('jollof-2026:1'));
    expect(toHex(block)).toBe('6bb47d65ef700cf10590aa0efc3047fcfbd9152694702d536e4bcbb5b634d8c2');
    expect(drawBelow(6, { serverSeed, clientSeed, nonce: 1 }, nodeHashes)).toBe(0x6bb47d65 % 6);
    // printf 000102…1f | xxd -r -p | openssl dgst -sha256
    expect(toHex(nodeHashes.sha256(serverSeed))).toBe(
      '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
    );
  });

  // python3 -c "import hmac,hashlib;s=bytes(range(32));print([int.from_bytes(hmac.new(s,f'jollof-2026:{i}'.encode(),
  //   hashlib.sha256).digest()[:4],'big')%6 for i in range(1,13)])" (no word is rejected here)
  it('F1 match the vectors of another implementation', () => {
    expect(indexes(6, 1, 12)).toEqual([3, 5, 3, 4, 4, 4, 2, 2, 2, 4, 5, 5]);
    expect(drawCards({ serverSeed, clientSeed, nonce: 1 }, nodeHashes)).toEqual([5, 0, 10]);
  });

  // Below 2^31 + 1 almost half of all words are rejected. The same Python with w=[int.from_bytes(d[i:i+4],'big') for i
  // in range(0,32,4)]; next(x for x in w if x < 2**31+1) rejects 0, 2, 0, 1, 1 words; at nonce 325 all eight, so that
  // "jollof-2026:325:1" is used.
  it('F1 reject words that would bias the result, and continue with the next block', () => {
    expect(indexes(2 ** 31 + 1, 1, 5)).toEqual([1806990693, 967894375, 2121327, 556584984, 156360887]);
    expect(indexes(2 ** 31 + 1, 325, 325)).toEqual([1795684948]);
  });

  it('F1 produce each order of the cards equally often', () => {
    const counts = new Array<number>(cardOrders.length).fill(0);
    for (const index of indexes(cardOrders.length, 1, 12_000)) counts[index] = (counts[index] ?? 0) + 1;
    // Within five standard deviations of 2,000; the seeds are fixed, so the counts are always the same.
    for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(205);
    expect(new Set(cardOrders.map((order) => order.join())).size).toBe(6);
  });

  it.each([0, -1, 1.5, 2 ** 32 + 1])('refuse to draw below %s', (below) => {
    expect(() => drawBelow(below, { serverSeed, clientSeed, nonce: 1 }, nodeHashes)).toThrow();
  });
});

describe('a proof', () => {
  const draws = [0, 2, 1].map((position, at) => {
    const cards = drawCards({ serverSeed, clientSeed, nonce: at + 1 }, nodeHashes);
    return { nonce: at + 1, position, cards: [...cards], value: cards[position] as number };
  });
  const proof = {
    commitment: toHex(nodeHashes.sha256(serverSeed)),
    server_seed: seedHex as string | null,
    client_seed: clientSeed,
    draws,
    score: draws.reduce((sum, { value }) => sum + value, 0),
  };
  const withDraw = (at: number, change: object) => ({
    ...proof,
    draws: draws.map((draw, nth) => (nth === at ? { ...draw, ...change } : draw)),
  });

  it('F1 of an honest game is valid', () => {
    expect(verifyCardProof(proof, nodeHashes)).toEqual({
      isProven: true,
      isSeedCommitted: true,
      draws: [true, true, true],
      isScoreRight: true,
    });
  });

  it.each([
    ['another seed', { ...proof, server_seed: seedHex.replace('00', '01') }],
    ['another commitment', { ...proof, commitment: proof.commitment.replace('6', '7') }],
    ['another client seed', { ...proof, client_seed: 'jollof-2027' }],
    ['another value', withDraw(1, { value: draws[1]?.value === 10 ? 5 : 10 })],
    ['another position', withDraw(0, { position: 1 })],
    ['other cards', withDraw(2, { cards: [0, 0, 0] })],
    ['a draw too few', { ...proof, draws: draws.slice(1) }],
    ['another score', { ...proof, score: proof.score + 5 }],
    ['no seed', { ...proof, server_seed: null }],
    ['a seed that is not hex', { ...proof, server_seed: 'xy' }],
  ])('F1 with %s is invalid', (_, changed) => {
    expect(verifyCardProof(changed, nodeHashes).isProven).toBe(false);
  });
});

describe('B5, F1 a spin', () => {
  // The vectors above: with nonce 1 the draw below 6 is 3.
  const proof = {
    commitment: toHex(nodeHashes.sha256(serverSeed)),
    server_seed: seedHex as string | null,
    client_seed: clientSeed,
    segment: 3 as number | null,
    result: 4 as number | null,
  };

  it('stops at each segment equally often', () => {
    const counts = new Map<number, number>();
    for (let nth = 0; nth < 12_000; nth += 1) {
      const segment = drawSegment({ serverSeed, clientSeed: `player-${nth}` }, nodeHashes);
      counts.set(segment, (counts.get(segment) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    // Within five standard deviations of 2,000; the seeds are fixed, so the counts are always the same.
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(205);
    expect(spinSegments).toEqual([0, 2, 3, 4, 5, 6]);
  });

  it('of an honest wheel is proven', () => {
    expect(verifySpinProof(proof, nodeHashes)).toEqual({
      isProven: true,
      isSeedCommitted: true,
      isSegmentRight: true,
      isResultRight: true,
    });
  });

  it.each([
    ['another seed', { server_seed: seedHex.replace('00', '01') }],
    ['another commitment', { commitment: proof.commitment.replace('6', '7') }],
    ['another client seed', { client_seed: 'jollof-2027' }],
    ['another segment', { segment: 5, result: 6 }],
    ['another result', { result: 6 }],
    ['no seed', { server_seed: null }],
    ['no result', { segment: null, result: null }],
    ['a seed that is not hex', { server_seed: 'xy' }],
  ])('with %s is not proven', (_, change) => {
    expect(verifySpinProof({ ...proof, ...change }, nodeHashes).isProven).toBe(false);
  });
});
