import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBids, rowsOf } from './bid-stream.ts';

const bid = (seq: number, at = seq * 1000) => ({ seq, price: seq * 10, username: `u${seq % 3}`, at });
const shape = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => (row.kind === 'gap' ? `${row.count} more` : row.bid.seq));

describe('A9 the bid stream', () => {
  it('shows missed bids as a gap, and fills it with the bids of a join', () => {
    const stream = addBids(addBids([], [bid(1), bid(2), bid(3)], true), [bid(16)], false);
    expect(shape(rowsOf(stream, 8))).toEqual([16, '12 more', 3, 2, 1]);
    const filled = addBids([bid(9, 1), bid(5)], [bid(6), bid(7), bid(8), bid(9)], true);
    expect(shape(rowsOf(filled, 8))).toEqual([9, 8, 7, 6, 5, '4 more']);
    expect(filled[0]?.at).toBe(9000);
  });

  it('prefers the exact time over an estimate, and limits the rows', () => {
    const stream = addBids([], [bid(2)], true);
    expect(addBids(stream, [bid(2, 7)], false)).toBe(stream);
    expect(addBids(stream, [bid(2)], true)).toBe(stream);
    const limited = addBids([], [bid(3), bid(2), bid(1)], true);
    expect(shape(rowsOf(limited, 2))).toEqual([3, 2]);
  });

  it('has every seq once, newest first, and rows that add up, for any order of bids', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }), (seqs) => {
        const stream = seqs.reduce(
          (known: ReturnType<typeof addBids>, seq) => addBids(known, [bid(seq)], seq % 2 > 0),
          [],
        );
        const kept = [...new Set(seqs)].sort((a, b) => b - a).slice(0, 50);
        expect(stream.map((each) => each.seq)).toEqual(kept);
        const total = rowsOf(stream, 50).reduce((sum, row) => sum + (row.kind === 'gap' ? row.count : 1), 0);
        expect(total).toBe(kept[0] ?? 0);
      }),
    );
  });
});
