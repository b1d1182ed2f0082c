import type { LedgerPosting, PostingEnd } from '@copup/shared/ledger.ts';
import { expect, it } from 'vitest';
import { walletChange } from './wallet-change.ts';

const end = (account: string, id: string | null, balance: number | null): PostingEnd => ({
  account,
  id,
  username: id,
  balance,
});
const posting = (source: PostingEnd, destination: PostingEnd, amount: number): LedgerPosting => ({
  unit: 'coin',
  amount,
  source,
  destination,
});

it('O1 a transfer in the wallet of one user: what changed, and what is available after it', () => {
  const hold = [posting(end('available', 'ada', 40), end('held', 'ada', 960), 960)];
  expect(walletChange({ postings: hold }, 'ada')).toEqual({
    change: { available: -960, held: 960, bonus: 0, task: 0 },
    available: 40,
  });
  const sent = [
    posting(end('available', 'ada', 90), end('available', 'obi', 510), 10),
    posting(end('available', 'ada', 88), end('revenue', null, null), 2),
  ];
  expect(walletChange({ postings: sent }, 'ada')).toMatchObject({
    change: { available: -12 },
    available: 88,
  });
  expect(walletChange({ postings: sent }, 'obi')).toMatchObject({
    change: { available: 10 },
    available: 510,
  });
  expect(walletChange({ postings: sent }, 'eve').available).toBeNull();
});
