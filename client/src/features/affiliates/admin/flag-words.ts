import type { AdminReferral, ReferralFlag } from '@copup/shared/affiliates.ts';
import type { ChipLook } from '../../../ui/chip.tsx';

/** Why a referral should be looked at. */
export const flagTexts: Record<ReferralFlag, string> = {
  same_network: 'Same network',
  same_device: 'Same device',
  same_bank_account: 'Same bank account',
  chain: 'Chain of referrals',
  new_account: 'New account',
};

/** Returns what became of a referral (T5). */
export function stateOf({ refunded, claimed_at }: Pick<AdminReferral, 'refunded' | 'claimed_at'>): {
  text: string;
  look: ChipLook;
} {
  if (refunded) return { text: 'refunded, does not count', look: 'plain' };
  return claimed_at ? { text: 'reward claimed', look: 'ok' } : { text: 'counts', look: 'brand' };
}
