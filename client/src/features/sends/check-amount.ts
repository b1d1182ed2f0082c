import { inCoins, MAX_AMOUNT } from '@copup/shared/coins.ts';
import type { SendTerms } from '@copup/shared/sends.ts';

/** The charge as the server computes it: a share of the amount, rounded up (W1). */
export const chargeFor = (amount: number, percent: number) => Math.ceil((amount * percent) / 100);

/** Returns whole coins, undefined for any other text. */
export function parseAmount(text: string): number | undefined {
  const digits = text.replace(/[\s,]/g, '');
  const amount = /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
  return amount >= 1 && amount <= MAX_AMOUNT ? amount : undefined;
}

/** Returns why this amount cannot be sent, undefined when it can. The server decides. */
export function amountError(
  amount: number | undefined,
  { available, terms }: { available: number | undefined; terms: SendTerms | undefined },
): string | undefined {
  if (amount === undefined) return 'Enter a whole number of coins';
  if (!terms) return undefined;
  if (amount > terms.maximum) return `You can send at most ${inCoins(terms.maximum)} at a time`;
  if (amount > terms.left)
    return terms.waits_until
      ? `After the change of your details you can still send ${inCoins(terms.left)}`
      : `Today you can still send ${inCoins(terms.left)}`;
  const needed = amount + chargeFor(amount, terms.charge_percent);
  if (available !== undefined && needed > available)
    return `You need ${inCoins(needed)}, the charge included`;
  return undefined;
}
