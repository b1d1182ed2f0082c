import { answerCommitmentOf } from '@copup/shared/heist-proof.ts';
import type { Client } from 'pg';
import { nodeHashes } from '../../src/fairness/node-hashes.ts';
import { userId } from './load-users.ts';
import type { WorldSql } from './world-shape.ts';

export const FIRST_HEIST = 3_001;
/** Number of completed heists at every size: enough to fill the lists. */
const LISTED = 120;

/** The order of the first heist. */
export const FIRST_HEIST_ORDER = 500_001;

const terms = { salt: '00'.repeat(16), question: 'Which river passes Lokoja?', answers: ['Niger'] };

/** Loads completed heists without a fee in proportion to the users: one ticket, its correct answer, a delivered prize. */
export async function loadHeists(client: Client, world: WorldSql): Promise<void> {
  const heists = LISTED + Math.ceil(world.users / 50);
  await client.query(
    `INSERT INTO heists (id, name, category, prize, prize_name, ticket_price, capacity, minimum_users, question, answers, answer_salt,
       answer_commitment, draw_commitment, sealed_draw_seed, status, status_at, opens_at, holds_at, starts_at, end_date, pot_id,
       participants, winner_id, winner_username, created_at, settled_at, told_at)
     OVERRIDING SYSTEM VALUE
     SELECT ${FIRST_HEIST} + h, 'Vault ' || lpad(h::text, 7, '0'), 'product', 10, 'Kettle', 0, 4, 1, $1, $2, decode($3, 'hex'),
       decode($4, 'hex'), sha256(''), '', 'completed', at, at - interval '1 hour', at - interval '1 hour', at - interval '10 minutes', at,
       gen_random_uuid(), 1, ${userId}, 'player_' || lpad(u::text, 7, '0'), at - interval '1 hour', at, at
     FROM (SELECT h, h % ${world.users} AS u, now() - (1 + h) * interval '1 minute' AS at FROM generate_series(0, ${heists - 1}) AS h) AS numbered`,
    [terms.question, JSON.stringify(terms.answers), terms.salt, answerCommitmentOf(terms, nodeHashes)],
  );
  await client.query(`SELECT setval(pg_get_serial_sequence('heists', 'id'), (SELECT max(id) FROM heists))`);
  await client.query(
    `INSERT INTO funds (id, kind, realm, subject_kind, subject_id) SELECT pot_id, 'pot', 0, 'heist', id::text FROM heists`,
  );
  await client.query(
    `INSERT INTO heist_tickets (heist_id, user_id, no, paid_available, paid_bonus, joined_at)
     SELECT id, winner_id, 1, 0, 0, starts_at FROM heists`,
  );
  await client.query(
    `INSERT INTO heist_answers (heist_id, user_id, seq, answer, normalized, answered_at)
     SELECT id, winner_id, 1, 'Niger', 'niger', starts_at FROM heists`,
  );
  await client.query(
    `INSERT INTO heist_orders (id, user_id, heist_id, status, address) OVERRIDING SYSTEM VALUE
     SELECT ${FIRST_HEIST_ORDER} + id - ${FIRST_HEIST}, winner_id, id,
       CASE WHEN id < ${FIRST_HEIST + 20} THEN 'pending' ELSE 'delivered' END, 'Broad Street, Lagos' FROM heists`,
  );
  await client.query(
    `SELECT setval(pg_get_serial_sequence('heist_orders', 'id'), (SELECT max(id) FROM heist_orders))`,
  );
  await client.query(
    `INSERT INTO heist_cart_items (user_id, heist_id, order_id) SELECT user_id, heist_id, id FROM heist_orders`,
  );
}
