import type { Transaction } from '../db/in-transaction.ts';
import { type NewPosting, postTransfers } from './post-transfers.ts';
import type { Wallet } from './wallets.ts';

/**
 * Closes the locked wallet of a deleted account (S7): its coins and task coins go to the unclaimed account. Later
 * credits go there too: `apply_posting` in the database diverts them, which decides for every credit under the wallet's
 * lock, whether it comes with a transfer or with a hold. Nothing may be held.
 */
export async function closeWallet(
  tx: Transaction,
  { newId }: { newId: () => string },
  { userId, realm, available, bonus, task }: Wallet,
): Promise<void> {
  const postings = (
    [
      { from: { kind: 'available', id: userId }, to: { kind: 'unclaimed' }, amount: available },
      { from: { kind: 'bonus', id: userId }, to: { kind: 'unclaimed' }, amount: bonus },
      { from: { kind: 'task', id: userId }, to: { kind: 'unclaimed' }, amount: task, unit: 'task' },
    ] satisfies NewPosting[]
  ).filter(({ amount }) => amount > 0);
  if (postings.length > 0) {
    const subject = { kind: 'user', id: userId };
    await postTransfers(tx, [{ id: newId(), kind: 'forfeit', realm, subject, key: userId, postings }]);
  }
  await tx.client.query({
    name: 'close-wallet',
    text: 'UPDATE wallets SET closed_at = clock_timestamp() WHERE user_id = $1',
    values: [userId],
  });
}
