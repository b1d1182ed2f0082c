import { inTransaction } from '@copup/server/db/in-transaction.ts';
import type { Deps } from '@copup/server/deps.ts';
import { hashPin, storePin } from '@copup/server/pins/pins.ts';

/** Sets a user's PIN. */
export async function givePin(
  deps: Pick<Deps, 'db' | 'config' | 'passwords'>,
  userId: string,
  pin = '1234',
): Promise<void> {
  const pinHash = await hashPin(deps, { userId, pin, network: 'tests' });
  await inTransaction(deps.db, (tx) => storePin(tx, userId, pinHash));
}
