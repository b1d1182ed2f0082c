import { expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { oneByOne } from './one-by-one.ts';

const over = new ApiError('This auction is over.', { status: 409, code: 'AUCTION_ENDED' });

it('O1 continues after a refusal, and reports it', async () => {
  const seen: number[] = [];
  const run = async (id: number) => {
    seen.push(id);
    if (id === 2) throw over;
  };
  await expect(oneByOne([1, 2, 3], run, (id) => `Auction ${id}`)).rejects.toThrow(
    '2 of 3 are done. Not done: Auction 2: This auction is over.',
  );
  expect(seen).toEqual([1, 2, 3]);
  await expect(oneByOne([1, 3], run, String)).resolves.toBe(2);
});
