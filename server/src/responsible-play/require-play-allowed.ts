import type { Transaction } from '../db/in-transaction.ts';
import type { Wallet } from '../ledger/wallets.ts';
import { readRestrictions } from './read-restrictions.ts';
import { type Restrictions, refuseAboveLimit, refuseInBreak } from './restrictions.ts';

/**
 * Throws TAKING_A_BREAK or LIMIT_REACHED unless the player may spend `amount` coins now (G1, G2). A play that costs
 * nothing has the amount 0: it is refused only during a break. The wallet must be locked, which orders the spends of a
 * player and the changes of the limits. Costs a query only for players who have set something.
 */
export async function requirePlayAllowed(
  tx: Transaction,
  wallet: Pick<Wallet, 'userId' | 'isRestricted'>,
  amount: number,
): Promise<void> {
  const restrictions = (await restrictionsOf(tx, [wallet])).get(wallet.userId);
  const refusal = refuseInBreak(restrictions) ?? refuseAboveLimit(restrictions, amount);
  if (refusal) throw refusal;
}

/**
 * Reads the restrictions of those owners who have set something, for a batch of commands. The wallets must be locked.
 * The commands then call `refuseInBreak` and `refuseAboveLimit`.
 */
export async function restrictionsOf(
  tx: Transaction,
  wallets: Iterable<Pick<Wallet, 'userId' | 'isRestricted'>>,
): Promise<Map<string, Restrictions>> {
  const restricted = [...wallets].filter(({ isRestricted }) => isRestricted).map(({ userId }) => userId);
  return restricted.length > 0 ? readRestrictions(tx, restricted) : new Map();
}
