import { type CheckInput, judge } from '@copup/testkit/checker/checker.ts';
import { readAll } from '@copup/testkit/checker/facts.ts';
import type { Database } from '@copup/testkit/database.ts';

/** Changes that an intruder with write access to the database could make, by the invariant that must detect them. */
const changes: readonly [id: string, change: string][] = [
  [
    'I1',
    'UPDATE postings SET realm = realm + 1 WHERE transfer_id = (SELECT transfer_id FROM postings ORDER BY transfer_id DESC LIMIT 1)',
  ],
  ['I1', 'DELETE FROM transfers WHERE id = (SELECT transfer_id FROM postings ORDER BY transfer_id LIMIT 1)'],
  [
    'I1',
    'UPDATE wallets SET available = available + 1 WHERE user_id = (SELECT user_id FROM auction_entries LIMIT 1)',
  ],
  ['I2', 'UPDATE wallets SET available = available - 1, bonus = bonus + 1 WHERE available > 0'],
  ['I2', "UPDATE holds SET outcome = NULL, closed_by = NULL, closed_at = NULL WHERE outcome = 'captured'"],
  ['I3', 'DELETE FROM cart_items'],
  [
    'I3',
    'UPDATE cart_items SET user_id = (SELECT user_id FROM auction_entries WHERE user_id <> cart_items.user_id LIMIT 1)',
  ],
  ['I3', "DELETE FROM notifications WHERE kind = 'won'"],
  ['I4', 'DELETE FROM bids WHERE seq = 2'],
  ['I4', "UPDATE bids SET key = 'another' WHERE seq = 1"],
  ['I5', 'UPDATE bids SET price = price + 1 WHERE seq = 2'],
  ['I5', "UPDATE bids SET at = at + interval '1 ms' WHERE seq = 2"],
  ['I5', "UPDATE auctions SET end_date = end_date - interval '1 s' WHERE seq > 0"],
  ['I6', 'UPDATE auction_entries SET refunded_by = NULL WHERE refunded_by IS NOT NULL'],
  ['I6', "DELETE FROM postings WHERE transfer_id IN (SELECT id FROM transfers WHERE kind = 'bid_release')"],
  ['I7', 'UPDATE auctions SET version = version + 1'],
  ['I7', 'UPDATE inboxes SET unread = unread + 1, version = version + 1'],
  ['I8', 'UPDATE bids SET id = gen_random_uuid() WHERE seq = 1'],
  ['I9', "UPDATE auctions SET settled_at = settled_at + interval '10 s'"],
  ['I3', "DELETE FROM transfers WHERE kind = 'prize'"],
  [
    'I3',
    `UPDATE contests SET winner_id = (SELECT user_id FROM contest_scores s WHERE s.contest_id = contests.id AND s.user_id <> winner_id LIMIT 1)
      WHERE status = 'ended'`,
  ],
  ['I3', "DELETE FROM notifications WHERE kind = 'won' AND subject_kind = 'contest'"],
  ['I4', 'UPDATE contest_scores SET score = score + 1'],
  [
    'I4',
    "UPDATE contest_scores SET score = score - 1 WHERE state IS NOT NULL AND json_typeof(state) = 'array'",
  ],
  ['I4', 'DELETE FROM card_draws WHERE nonce = 1'],
  ['I4', 'UPDATE math_answers SET picked = picked + 1, is_correct = false WHERE no = 1'],
  ['I4', 'DELETE FROM contest_entries'],
  ['I5', "UPDATE card_draws SET at = at + interval '1 hour' WHERE nonce = 1"],
  ['I5', 'UPDATE math_answers SET sent_at = at WHERE no = 1'],
  ['I6', "UPDATE funds SET balance = balance + 1 WHERE subject_kind = 'contest'"],
  ['I6', 'UPDATE contest_entries SET refunded_by = NULL WHERE refunded_by IS NOT NULL'],
  ['I7', 'UPDATE contests SET version = version + 1'],
  ['I9', "UPDATE contests SET settled_at = settled_at + interval '10 s'"],
];

/**
 * Makes each change in a transaction with triggers disabled, which needs a superuser, and rolls it back. Returns the
 * changes that the invariant did not detect.
 */
export async function findUndetected(
  db: Database,
  input: Omit<CheckInput, 'db' | 'realm'>,
): Promise<string[]> {
  const client = await db.pool.connect();
  try {
    const unnoticed: string[] = [];
    for (const [id, change] of changes) {
      await client.query('BEGIN');
      await client.query("SET LOCAL session_replication_role = 'replica'");
      const { rowCount } = await client.query(change);
      const verdicts = judge(await readAll(client, null), input);
      await client.query('ROLLBACK');
      const isDetected = verdicts.some((verdict) => verdict.id === id && verdict.violations.length > 0);
      if (!rowCount || !isDetected) unnoticed.push(`${id}: ${change} (${rowCount} rows)`);
    }
    return unnoticed;
  } finally {
    client.release();
  }
}
