import type { TransferRow } from './shop.tables.ts';

type Recorded = Pick<TransferRow, 'id' | 'amountKobo' | 'returns'>;
interface Recording<Transfer extends Recorded = Recorded> {
  status: string;
  priceKobo: number;
  /** In the order in which they were recorded. */
  transfers: readonly Transfer[];
}

const sum = (transfers: readonly Recorded[]): number =>
  transfers.reduce((total, { amountKobo }) => total + amountKobo, 0);

/** Returns what arrived, in kobo, whether or not it went back. */
export const arrivedKobo = ({ transfers }: Pick<Recording, 'transfers'>): number =>
  sum(transfers.filter(({ amountKobo }) => amountKobo > 0));

/** Returns what must go back (W2a), with what just came: all of a payment that is returned, the extra of any other. */
export const backKobo = ({ status, priceKobo, transfers }: Recording, newKobo = 0): number =>
  Math.max(0, sum(transfers) + newKobo - (status === 'returning' ? 0 : priceKobo));

/**
 * Returns the next transfer to send: money goes back to the account it came from, the last that came in first, so what
 * came from two accounts goes back in two transfers.
 */
export function nextReturn<Transfer extends Recorded>(
  payment: Recording<Transfer>,
): { of: Transfer; amountKobo: number } | undefined {
  const back = backKobo(payment);
  for (const of of payment.transfers.toReversed()) {
    const left = of.amountKobo + sum(payment.transfers.filter(({ returns }) => returns === of.id));
    if (back > 0 && of.amountKobo > 0 && left > 0) return { of, amountKobo: Math.min(left, back) };
  }
  return undefined;
}
