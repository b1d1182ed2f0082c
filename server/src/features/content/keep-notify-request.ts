import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';

/** Keeps an address that wants to hear of the swap function, once however often it is left. */
export async function keepNotifyRequest(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { email }: { email: string },
): Promise<void> {
  limits.consume('notifyMe', email.toLowerCase());
  await inTransaction(db, (tx) =>
    tx.client.query({
      name: 'notify-request-keep',
      text: `INSERT INTO notify_requests (feature, email) VALUES ('swap', $1) ON CONFLICT DO NOTHING`,
      values: [email],
    }),
  );
}
