import { formatNumber, inCoins, MAX_AMOUNT } from '@copup/shared/coins.ts';
import type { SendTerms } from '@copup/shared/sends.ts';

/** The charge as the server computes it: a share of the amount, rounded up (W1). */
export const chargeFor = (amount: number, percent: number) => Math.ceil((amount * percent) / 100);

/** Returns whole coins, undefined for any other text. */
export function parseAmount(text: string): number | undefined {
  const digits = text.replace(/[\s,]/g, '');
  const amount = /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
  return amount >= 1 && amount <= MAX_AMOUNT ? amount : undefined;
}

interface Known {
  available: number | undefined;
  terms: SendTerms | undefined;
}

/** Returns the most coins that can be sent now, undefined while the balance or the terms are unknown. */
export function mostToSend({ available, terms }: Known): number | undefined {
  if (available === undefined || !terms) return undefined;
  if (terms.owed > 0) return 0;
  const payable = Math.floor((available * 100) / (100 + terms.charge_percent));
  return Math.min(payable, terms.maximum, terms.left);
}

/** Returns why this amount cannot be sent, undefined when it can. The server decides. */
export function amountError(amount: number | undefined, known: Known): string | undefined {
  const { available, terms } = known;
  if (amount === undefined) return 'Enter a whole number of coins';
  if (!terms) return undefined;
  if (amount > terms.maximum) return `You can send at most ${inCoins(terms.maximum)} at a time`;
  if (amount > terms.left)
    return terms.waits_until
      ? `After the change of your details you can still send ${inCoins(terms.left)}`
      : `Today you can still send ${inCoins(terms.left)}`;
  const needed = amount + chargeFor(amount, terms.charge_percent);
  if (available !== undefined && needed > available)
    return `You can send ${formatNumber(mostToSend(known) ?? 0)} at most, with the charge.`;
  return undefined;
}
