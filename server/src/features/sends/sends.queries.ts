import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { SendRow } from './sends.tables.ts';

export interface SenderFacts {
  id: string;
  username: string;
  role: 0 | 1;
  credentialsChangedAt: Date | null;
  /** After chargebacks (W5). */
  owed: number;
  /** Since midnight in Africa/Lagos (X3). */
  sentToday: number;
  /** Since the change that began the waiting period. */
  sentSinceChange: number;
}

const sendersSql = `
WITH day AS MATERIALIZED (
  SELECT date_trunc('day', statement_timestamp() AT TIME ZONE 'Africa/Lagos') AT TIME ZONE 'Africa/Lagos' AS start
)
SELECT u.id, u.username::text, u.role, u.credentials_changed_at AS "credentialsChangedAt",
  (SELECT coalesce(sum(r.amount - r.recovered), 0)::bigint FROM receivables r
    WHERE r.user_id = u.id AND r.recovered < r.amount) AS owed,
  sent.today AS "sentToday", sent.since_change AS "sentSinceChange"
FROM users u CROSS JOIN day CROSS JOIN LATERAL (
  SELECT coalesce(sum(s.amount) FILTER (WHERE s.created_at >= day.start), 0)::bigint AS today,
    coalesce(sum(s.amount) FILTER (WHERE s.created_at >= u.credentials_changed_at), 0)::bigint AS since_change
  FROM sends s WHERE s.sender_id = u.id AND s.created_at >= CASE
    WHEN u.credentials_changed_at > statement_timestamp() - $2::int * interval '1 hour'
    THEN least(u.credentials_changed_at, day.start) ELSE day.start END
) AS sent
WHERE u.id = ANY($1::uuid[])`;

/** Reads what limits these users' sends. Lock their wallets before: other sends of theirs then have committed. */
export async function readSenders(
  source: Database | Transaction,
  ids: readonly string[],
  waitHours: number,
): Promise<Map<string, SenderFacts>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<SenderFacts>({
    name: 'sends-senders',
    text: sendersSql,
    values: [ids, waitHours],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

export interface RecipientFacts {
  id: string;
  realm: number;
  username: string;
  fullName: string;
  profile: string | null;
  walletAddress: string;
  isDeleted: boolean;
}

const recipientColumns = `id, realm, username::text, full_name AS "fullName", profile, wallet_address AS "walletAddress",
  deleted_at IS NOT NULL AS "isDeleted"`;

/** Reads users by id, without locks. Unknown ids are absent. */
export async function readRecipients(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, RecipientFacts>> {
  const { rows } = await tx.client.query<RecipientFacts>({
    name: 'sends-recipients',
    text: `SELECT ${recipientColumns} FROM users WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds the user of an address in its stored form, or of a whole username; other realms count as unknown (W10). */
export async function findRecipient(
  db: Database,
  by: 'wallet_address' | 'username',
  value: string,
  realm: number,
): Promise<RecipientFacts | undefined> {
  const { rows } = await db.pool.query<RecipientFacts>({
    name: `sends-find-by-${by}`,
    text: `SELECT ${recipientColumns} FROM users WHERE ${by} = $1 AND realm = $2`,
    values: [value, realm],
  });
  return rows[0];
}

/** Lists the last recipients of a user, newest first: 12 at most, from the newest 200 sends. */
export async function listLastRecipients(
  db: Database,
  userId: string,
): Promise<(RecipientFacts & { lastSentAt: Date })[]> {
  const { rows } = await db.pool.query<RecipientFacts & { lastSentAt: Date }>({
    name: 'sends-last-recipients',
    text: `SELECT ${recipientColumns}, last_sent_at AS "lastSentAt" FROM (
        SELECT recipient_id, max(created_at) AS last_sent_at FROM (
          SELECT recipient_id, created_at FROM sends WHERE sender_id = $1 ORDER BY created_at DESC, id DESC LIMIT 200
        ) AS newest GROUP BY recipient_id
      ) AS last JOIN users ON users.id = last.recipient_id AND deleted_at IS NULL
      ORDER BY last_sent_at DESC, id DESC LIMIT 12`,
    values: [userId],
  });
  return rows;
}

/** Inserts the rows in one round trip with the COMMIT. */
export function writeSendsLast(tx: Transaction, rows: readonly SendRow[]): void {
  tx.writeLast({
    name: 'sends-write',
    text: `INSERT INTO sends (id, realm, sender_id, recipient_id, amount, charge, created_at)
      SELECT * FROM unnest($1::uuid[], $2::integer[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::timestamptz[])`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ realm }) => realm),
      rows.map(({ senderId }) => senderId),
      rows.map(({ recipientId }) => recipientId),
      rows.map(({ amount }) => amount),
      rows.map(({ charge }) => charge),
      rows.map(({ createdAt }) => createdAt.toISOString()),
    ],
  });
}

/** Returns those of the ids that are sends. */
export async function findSends(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'sends-find',
    text: 'SELECT id FROM sends WHERE id = ANY($1::uuid[])',
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}
