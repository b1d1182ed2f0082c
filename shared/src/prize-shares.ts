import type { PayWith } from './entry-payments.ts';

/** A fee or a ticket, by the parts of the wallet that paid it (L6). */
export interface PaidFee {
  available: number;
  bonus: number;
}

/**
 * Splits a fee: bonus coins first, then available ones (L6), or available ones only. The available part may exceed what
 * the wallet has.
 */
export function splitFee(wallet: Pick<PaidFee, 'bonus'>, fee: number, payWith: PayWith): PaidFee {
  const bonus = payWith === 'available' ? 0 : Math.min(wallet.bonus, fee);
  return { available: fee - bonus, bonus };
}

/**
 * Returns the available part of a prize (X7): the winner's own fee decides the share, and all fees of the pot in
 * available coins are the limit. So fees in bonus coins, and a free entry, win bonus coins.
 */
export function availablePrize(prize: number, paidAvailable: number, own: PaidFee): number {
  const fee = own.available + own.bonus;
  if (fee === 0) return 0;
  // The product may exceed the whole numbers that a JavaScript number holds exactly.
  const share = Number((BigInt(prize) * BigInt(own.available)) / BigInt(fee));
  return Math.min(paidAvailable, share);
}
