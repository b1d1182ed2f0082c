import { Refusal } from '../errors.ts';
import type { Database } from './database.ts';
import { hashInput } from './hash-input.ts';
import type { Transaction } from './in-transaction.ts';
import { sqlState } from './pg-errors.ts';

/** Whose request it is and what it asks. A key is unique within (user, route, subject). */
export interface KeyedRequest {
  userId: string;
  /** Without parameters, e.g. 'auction/pay-entry'. */
  route: string;
  /** What the request is about, '' when nothing in particular. */
  subject: string;
  /** The Idempotency-Key. Without one the work is simply done. */
  key: string | undefined;
  /** Everything that decides what the request does. */
  input: unknown;
}

const KEY = /^[\x21-\x7e]{1,128}$/;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * P6: does `work` once for a key and gives its reply again to whoever repeats it; the same key with another input is
 * refused with IDEMPOTENCY_KEY_REUSED. Call it first in the transaction: it takes the key's lock before any row lock,
 * so that requests with one key pass one after the other. What `work` throws is not stored: after a refusal the key is
 * free. The reply must be JSON, and is returned as JSON gives it back, the first time as every other.
 */
export async function withStoredReply<Reply>(
  tx: Transaction,
  request: KeyedRequest,
  work: () => Promise<{ status: number; reply: Reply }>,
): Promise<{ status: number; reply: Reply; replayed: boolean }> {
  const { key } = request;
  if (key === undefined) return { ...(await work()), replayed: false };
  if (!KEY.test(key)) {
    throw new Refusal('BAD_IDEMPOTENCY_KEY', 'An Idempotency-Key has 1 to 128 visible ASCII characters.');
  }
  const id = [request.userId, request.route, request.subject, key];
  const inputHash = hashInput(request.input);
  await lockKey(tx, id);
  const stored = await findReply<Reply>(tx, id);
  if (stored) {
    if (stored.inputHash.equals(inputHash))
      return { status: stored.status, reply: stored.reply, replayed: true };
    throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
  }
  const { status, reply } = await work();
  const json = JSON.stringify(reply);
  await tx.client.query({
    name: 'store-reply',
    text: `INSERT INTO stored_replies (user_id, route, subject, key, input_hash, status, reply)
      VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
    values: [...id, inputHash, status, json],
  });
  // Should the COMMIT's answer be lost: our own reply under the key proves that the whole took effect. Another's
  // does not, so a repetition that came later is not mistaken for us.
  tx.proveBy(async (db: Database) => {
    const { rows } = await db.pool.query(
      `SELECT FROM stored_replies WHERE user_id = $1 AND route = $2 AND subject = $3 AND key = $4 AND reply = $5::jsonb`,
      [...id, json],
    );
    return rows.length > 0;
  });
  return { status, reply: JSON.parse(json) as Reply, replayed: false };
}

/** Waits for others with the same key, at most the session's lock_timeout. */
async function lockKey(tx: Transaction, id: readonly string[]): Promise<void> {
  try {
    await tx.client.query({
      name: 'lock-reply-key',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [JSON.stringify(id)],
    });
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new Refusal('BUSY', 'The same request is still being worked on. Please try again.', {
      retryAfterS: 1,
      cause: error,
    });
  }
}

/** In a statement of its own: one that waited for the lock would not see what the lock's holder wrote. */
async function findReply<Reply>(
  tx: Transaction,
  id: readonly string[],
): Promise<{ inputHash: Buffer; status: number; reply: Reply } | undefined> {
  const { rows } = await tx.client.query<{ inputHash: Buffer; status: number; reply: Reply }>({
    name: 'find-reply',
    text: `SELECT input_hash AS "inputHash", status, reply FROM stored_replies
      WHERE user_id = $1 AND route = $2 AND subject = $3 AND key = $4`,
    values: [...id],
  });
  return rows[0];
}
