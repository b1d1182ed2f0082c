/** Coins that were credited to `available`. */
export interface Credit {
  amount: number;
  /** Whether the user bought them. */
  isBought: boolean;
  at: Date;
}

export interface UnspentBought {
  coins: number;
  /** When the oldest and the newest of them were bought; null without any. */
  oldestAt: Date | null;
  newestAt: Date | null;
}

/**
 * Returns which of the recently bought coins a user still owns (W3). Coins are spent in the order in which they came: the
 * oldest first. So a user who spent bought coins and then won others can cash out what they won, and a user who had
 * coins before they bought more can cash out only what is left of those. `owned` includes held coins, so that a hold and
 * its release change nothing. `credits` are new coins since the start of the period, newest first; coins that return to
 * the user (refunds) and coins of other players (sends) are not new, so bought coins cannot be exchanged by a round trip.
 */
export function unspentBought(credits: readonly Credit[], owned: number): UnspentBought {
  const unspent: UnspentBought = { coins: 0, oldestAt: null, newestAt: null };
  let left = owned;
  for (const { amount, isBought, at } of credits) {
    const kept = Math.min(left, amount);
    if (kept === 0) break;
    left -= kept;
    if (!isBought) continue;
    unspent.coins += kept;
    unspent.oldestAt = at;
    unspent.newestAt ??= at;
  }
  return unspent;
}
