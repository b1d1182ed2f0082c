import { ReferralFlag } from '@copup/shared/affiliates.ts';
import { expect, it } from 'vitest';
import { flagTexts, stateOf } from './flag-words.ts';

it('T2 T5 has words for every flag; a refunded entry does not count, also after a claim', () => {
  expect(Object.keys(flagTexts).sort()).toEqual([...ReferralFlag.options].sort());
  const at = '2026-11-22T15:00:00.000Z';
  expect(stateOf({ refunded: true, claimed_at: at }).text).toBe('refunded, does not count');
  expect(stateOf({ refunded: false, claimed_at: at }).text).toBe('reward claimed');
  expect(stateOf({ refunded: false, claimed_at: null }).text).toBe('counts');
});
