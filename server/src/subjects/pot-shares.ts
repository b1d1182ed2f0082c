import { availablePrize, type PaidFee } from '@copup/shared/prize-shares.ts';

/** How a pot is divided at the end. */
export interface PotShares {
  /** The part of the prize in available coins (X7). */
  available: number;
  /** The rest of the prize. */
  bonus: number;
  /** The unused subsidy, which is returned to `rewards` (X6). */
  subsidyReturn: number;
  /** The rest of the pot. */
  revenue: number;
}

/**
 * Divides a pot with a balance of `pot` coins, of which `subsidy` came from `rewards` and `paidAvailable` are fees in
 * available coins. `prize` is what it pays in coins: 0 for a prize of another kind. `own` is what the winner paid.
 */
export function dividePot({
  prize,
  pot,
  subsidy,
  paidAvailable,
  own,
}: {
  prize: number;
  pot: number;
  subsidy: number;
  paidAvailable: number;
  own: PaidFee;
}): PotShares {
  const fees = pot - subsidy;
  const remainder = pot - prize;
  if (fees < paidAvailable || remainder < 0)
    throw new Error(
      `a pot of ${pot} with a subsidy of ${subsidy} and ${paidAvailable} available coins cannot pay ${prize}`,
    );
  const available = availablePrize(prize, paidAvailable, own);
  const subsidyReturn = Math.min(subsidy, remainder);
  return { available, bonus: prize - available, subsidyReturn, revenue: remainder - subsidyReturn };
}
