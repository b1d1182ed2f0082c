import { invariant } from '../errors.ts';

/**
 * Splits the payment of a fee or ticket: bonus coins first, then available ones (L6). Returns undefined when both
 * together do not suffice. A price of 0 is paid with 0 coins.
 */
export function splitSpend(
  wallet: { available: number; bonus: number },
  amount: number,
): { bonus: number; available: number } | undefined {
  invariant(Number.isSafeInteger(amount) && amount >= 0, `${String(amount)} is not a price in coins`);
  const bonus = Math.min(wallet.bonus, amount);
  const available = amount - bonus;
  return available <= wallet.available ? { bonus, available } : undefined;
}
