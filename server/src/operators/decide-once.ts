import type { ApprovalPending } from '@copup/shared/admin.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { type KeyedRequest, withStoredReply } from '../db/with-stored-reply.ts';
import type { Deps } from '../deps.ts';

/**
 * Runs an operator's decision in a transaction, once for its key (P6). Returns the request when it waits for a second
 * operator (O3a).
 */
export async function decideOnce(
  { db }: Pick<Deps, 'db'>,
  request: KeyedRequest,
  work: (tx: Transaction) => Promise<ApprovalPending | undefined>,
): Promise<ApprovalPending | undefined> {
  const { reply } = await inTransaction(db, (tx) =>
    withStoredReply(tx, request, async () => {
      const pending = (await work(tx)) ?? null;
      return { status: pending ? 202 : 200, reply: pending };
    }),
  );
  return reply ?? undefined;
}
