import type { Client } from 'pg';
import { idOf, type WorldSql } from './world-shape.ts';

/** Payments that wait for operators, at every size: operators decide as many as arrive. */
const PENDING = 50;

/** Writes a decided bank transfer and an unpaid checkout by card for each user. Neither moved coins. */
export async function loadPayments(client: Client, { users }: WorldSql, operatorId: string): Promise<void> {
  const everyUser = `generate_series(0, ${users - 1}) AS u, (SELECT * FROM coin_packages ORDER BY id LIMIT 1) AS p`;
  const isPending = `(u < ${PENDING})`;
  await client.query(
    `INSERT INTO manual_payments (user_id, package_id, bid_points, price_kobo, reference, sender_account_name, status, reason,
       decided_by, created_at, decided_at)
     SELECT ${idOf('user', 'u')}, p.id, p.bid_points, p.price_kobo, 'CP-' || lpad(u::text, 7, '0'), 'Player ' || u,
       CASE WHEN ${isPending} THEN 'pending' ELSE 'rejected' END, CASE WHEN NOT ${isPending} THEN 'not received' END,
       CASE WHEN NOT ${isPending} THEN ${operatorId} END, now() - interval '2 days',
       CASE WHEN NOT ${isPending} THEN now() - interval '1 day' END
     FROM ${everyUser}`,
  );
  await client.query(
    `INSERT INTO receipts (code, user_id, kind, item_id)
     SELECT lpad(id::text, 26, '0'), user_id, 'purchase', id FROM manual_payments`,
  );
  await client.query(
    `INSERT INTO card_payments (tx_ref, user_id, package_id, bid_points, price_kobo, status, created_at, decided_at)
     SELECT 'growth-' || u, ${idOf('user', 'u')}, p.id, p.bid_points, p.price_kobo, 'failed', now() - interval '2 days',
       now() - interval '1 day'
     FROM ${everyUser}`,
  );
}
