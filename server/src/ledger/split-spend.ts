import type { PayWith } from '@copup/shared/entry-payments.ts';
import { type PaidFee, splitFee } from '@copup/shared/prize-shares.ts';
import { invariant } from '../errors.ts';

/**
 * Splits the payment of a fee or ticket: bonus coins first, then available ones, or available ones only (L6, X7).
 * Returns undefined when these do not suffice. A price of 0 is paid with 0 coins.
 */
export function splitSpend(
  wallet: PaidFee,
  amount: number,
  payWith: PayWith = 'bonus_first',
): PaidFee | undefined {
  invariant(Number.isSafeInteger(amount) && amount >= 0, `${String(amount)} is not a price in coins`);
  const spend = splitFee(wallet, amount, payWith);
  return spend.available <= wallet.available ? spend : undefined;
}
