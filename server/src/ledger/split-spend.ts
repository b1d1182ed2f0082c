import { invariant } from '../errors.ts';

/**
 * How a fee or ticket is paid: bonus coins first, then available ones (L6). Undefined when the two together do not
 * suffice. What is free (0) is paid with nothing.
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
