import type { Transaction } from '../db/in-transaction.ts';
import { Refusal } from '../errors.ts';
import { lockWallets } from '../ledger/wallets.ts';

/**
 * Throws OWES_COINS or OPEN_DISPUTE: money and goods do not leave to a user who owes coins, or whose card payment is
 * disputed (W5a, A10a). Locks the wallet, as every reversal that takes coins does.
 */
export async function refuseAtRisk(tx: Transaction, userId: string): Promise<void> {
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  if (wallet?.owes) {
    throw new Refusal('OWES_COINS', 'This player owes coins after a chargeback.');
  }
  const { rowCount } = await tx.client.query({
    name: 'open-disputes',
    text: "SELECT FROM card_reversals WHERE user_id = $1 AND state = 'open' LIMIT 1",
    values: [userId],
  });
  if (rowCount) throw new Refusal('OPEN_DISPUTE', 'A card payment of this player is disputed.');
}
