import { createHash } from 'node:crypto';
import { invariant, Refusal } from '../errors.ts';
import { lockText } from './advisory-locks.ts';
import type { Database } from './database.ts';
import type { Transaction } from './in-transaction.ts';
import { sqlState } from './pg-errors.ts';
import { purgeOld } from './purge.ts';
import { confirmAgain } from './settle-commit.ts';

/** Identifies a request. A key is unique within (user, route, subject). */
export interface KeyedRequest {
  userId: string;
  /** Without parameters, e.g. 'auction/pay-entry'. */
  route: string;
  /** The subject of the request, '' without one. */
  subject: string;
  /** The Idempotency-Key. Without one the work runs without a stored reply. */
  key: string | undefined;
  /** All inputs that determine the effect of the request. */
  input: unknown;
}

const KEY = /^[\x21-\x7e]{1,128}$/;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` once for a key and returns the stored reply to repeated requests (P6); the same key with another input is
 * refused with IDEMPOTENCY_KEY_REUSED. Call it first in the transaction: it takes the key's lock before any row lock,
 * so that requests with one key run one after another. Errors are not stored, nor is a reply with the status of one:
 * after a refusal the key is free. The reply must be JSON; it is returned as parsed from JSON, also the first time.
 */
export async function withStoredReply<Reply>(
  tx: Transaction,
  request: KeyedRequest,
  work: () => Promise<{ status: number; reply: Reply }>,
): Promise<{ status: number; reply: Reply; replayed: boolean }> {
  const { key } = request;
  if (key === undefined) return { ...(await work()), replayed: false };
  assertKey(key);
  const id = [request.userId, request.route, request.subject, key];
  const inputHash = hashInput(request.input);
  await lockKey(tx, id);
  const stored = await findReply<Reply>(tx, id);
  if (stored) {
    if (stored.inputHash.equals(inputHash)) {
      await confirmAgain(tx);
      return { status: stored.status, reply: stored.reply, replayed: true };
    }
    throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
  }
  const { status, reply } = await work();
  if (status >= 400) return { status, reply, replayed: false };
  const json = JSON.stringify(reply);
  await tx.client.query({
    name: 'store-reply',
    text: `INSERT INTO stored_replies (user_id, route, subject, key, input_hash, status, reply)
      VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
    values: [...id, inputHash, status, json],
  });
  // If the COMMIT's reply is lost, this request's own reply under the key proves that the transaction took effect.
  // Another request's reply does not, so a later repetition is not mistaken for this one.
  tx.proveBy(async (db: Database) => {
    const { rows } = await db.pool.query(
      `SELECT FROM stored_replies WHERE user_id = $1 AND route = $2 AND subject = $3 AND key = $4 AND reply = $5::jsonb`,
      [...id, json],
    );
    return rows.length > 0;
  });
  return { status, reply: JSON.parse(json) as Reply, replayed: false };
}

/** Throws BAD_IDEMPOTENCY_KEY. */
export function assertKey(key: string): void {
  if (KEY.test(key)) return;
  throw new Refusal('BAD_IDEMPOTENCY_KEY', 'An Idempotency-Key has 1 to 128 visible ASCII characters.');
}

/** Waits for requests with the same key, at most for the session's lock_timeout. */
async function lockKey(tx: Transaction, id: readonly string[]): Promise<void> {
  try {
    await lockText(tx, 'lock-reply-key', JSON.stringify(id));
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new Refusal('BUSY', 'The same request is still in progress. Please try again.', {
      retryAfterS: 1,
      cause: error,
    });
  }
}

/** Runs in a separate statement: the one that waited for the lock would not see what the lock's holder wrote. */
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
  if (rows.length > 0) await confirmAgain(tx);
  return rows as StoredReply<Reply>[];
}

interface Replied<Reply> {
  command: { viewer: { userId: string }; key: string | undefined; inputHash: Buffer };
  reply: Reply;
}
/** Of a command that a lane has decided. */
export const toStoredReply = <Reply>({ command, reply }: Replied<Reply>) => ({
  userId: command.viewer.userId,
  key: command.key,
  inputHash: command.inputHash,
  reply,
});

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

/**
 * Returns SHA-256 of a value as canonical JSON: the order of an object's keys and members that are undefined do not
 * matter, everything else does. Accepts only JSON's own types, so that two different inputs never have the same
 * canonical form.
 */
export function hashInput(value: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(value)).digest();
}

function canonicalJson(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'number') {
    invariant(Number.isFinite(value), `${value} is not JSON`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  invariant(typeof value === 'object', `a ${typeof value} is not JSON`);
  const prototype = Object.getPrototypeOf(value);
  invariant(prototype === Object.prototype || prototype === null, 'only plain objects are JSON');
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Deletes replies stored before `olderThan` (P6 keeps them 7 days by default) and returns their number. */
export function purgeStoredReplies(db: Database, olderThan: Date): Promise<number> {
  return purgeOld(db, { table: 'stored_replies', age: 'created_at', before: '$1', values: [olderThan] });
}
