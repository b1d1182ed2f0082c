import type { Transaction } from './in-transaction.ts';

/** The replies of one call that is decided in batches (P6). */
export interface KeyedCall {
  route: string;
  subject: string;
}

export interface StoredReply<Reply> {
  userId: string;
  key: string;
  inputHash: Buffer;
  reply: Reply;
}

/**
 * Finds the first replies to the given keys. Take a lock of the user before, which every transaction with a key of that
 * user for this call takes.
 */
export async function findStoredReplies<Reply>(
  tx: Transaction,
  { route, subject }: KeyedCall,
  given: readonly { userId: string; key: string | undefined }[],
): Promise<StoredReply<Reply>[]> {
  const keys = given.filter(({ key }) => key !== undefined);
  if (keys.length === 0) return [];
  const { rows } = await tx.client.query<StoredReply<unknown>>({
    name: 'find-replies',
    text: `SELECT r.user_id AS "userId", r.key, r.input_hash AS "inputHash", r.reply
      FROM unnest($3::uuid[], $4::text[]) AS k (user_id, key)
      JOIN stored_replies r ON r.user_id = k.user_id AND r.route = $1 AND r.subject = $2 AND r.key = k.key`,
    values: [route, subject, keys.map(({ userId }) => userId), keys.map(({ key }) => key)],
  });
  return rows as StoredReply<Reply>[];
}

/** Stores the first replies to commands with a key, in one round trip with the COMMIT. */
export function storeRepliesLast(
  tx: Transaction,
  { route, subject }: KeyedCall,
  given: readonly (Omit<StoredReply<unknown>, 'key'> & { key: string | undefined })[],
): void {
  const replies = given.filter(({ key }) => key !== undefined);
  if (replies.length === 0) return;
  tx.writeLast({
    name: 'store-replies',
    text: `INSERT INTO stored_replies (user_id, route, subject, key, input_hash, status, reply)
      SELECT user_id, $1, $2, key, input_hash, 200, reply
      FROM unnest($3::uuid[], $4::text[], $5::bytea[], $6::jsonb[]) AS r (user_id, key, input_hash, reply)`,
    values: [
      route,
      subject,
      replies.map(({ userId }) => userId),
      replies.map(({ key = null }) => key),
      replies.map(({ inputHash }) => inputHash),
      replies.map(({ reply }) => JSON.stringify(reply)),
    ],
  });
}
