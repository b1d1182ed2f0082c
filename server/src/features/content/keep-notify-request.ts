import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { notifyRequests } from './content.tables.ts';

/** Stores an address to be notified when the swap function opens, once. */
export async function keepNotifyRequest(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { email }: { email: string },
): Promise<void> {
  limits.consume('notifyMe', email.toLowerCase());
  await inTransaction(db, (tx) =>
    tx.orm.insert(notifyRequests).values({ feature: 'swap', email }).onConflictDoNothing(),
  );
}
