/** How a pot is divided at the end. */
export interface PotShares {
  /** The part of the prize that the collected fees cover is available coins, the rest is bonus (X7). */
  available: number;
  bonus: number;
  /** The unused subsidy, which is returned to `rewards` (X6). */
  subsidyReturn: number;
  /** The rest of the pot. */
  revenue: number;
}

/**
 * Divides a pot with a balance of `pot` coins, of which `subsidy` came from `rewards`. `prize` is what it pays in
 * coins: 0 for a prize of another kind.
 */
export function dividePot({
  prize,
  pot,
  subsidy,
}: {
  prize: number;
  pot: number;
  subsidy: number;
}): PotShares {
  const fees = pot - subsidy;
  const remainder = pot - prize;
  if (fees < 0 || remainder < 0)
    throw new Error(`a pot of ${pot} with a subsidy of ${subsidy} cannot pay ${prize}`);
  const available = Math.min(prize, fees);
  const subsidyReturn = Math.min(subsidy, remainder);
  return { available, bonus: prize - available, subsidyReturn, revenue: remainder - subsidyReturn };
}
