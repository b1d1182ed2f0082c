import type { Client } from 'pg';
import { eachUser, userId } from './load-users.ts';
import type { WorldSql } from './world-shape.ts';

const KINDS = `ARRAY['tap', 'card', 'math']`;
const FIRST_ID = 2_001;
/**
 * Number of open contests at every size: enough to fill the lobbies. All users but the first have joined the first of
 * each kind.
 */
const OPEN = 60;
/** Number of past contests at every size: enough to fill the list of winners. */
const LISTED = 120;

/** The first open contest of each kind. */
export const openContests = { tap: FIRST_ID, card: FIRST_ID + 1, math: FIRST_ID + 2 };

/**
 * Loads contests without a fee, so that the ledger is not affected: sixty open ones, and past ones in proportion to the
 * users.
 */
export async function loadContests(client: Client, world: WorldSql): Promise<void> {
  const over = LISTED + Math.ceil(world.users / 50);
  await client.query(
    `INSERT INTO contests (id, kind, title, entry_fee, prize, minimum_users, status, status_at, starts_at, end_date, pot_id, seq,
       winner_id, won_available, won_bonus, settled_at, told_at, created_at)
     OVERRIDING SYSTEM VALUE
     SELECT ${FIRST_ID} + c, (${KINDS})[1 + c % 3], 'Contest ' || lpad(c::text, 7, '0'), 0, 10, 4, CASE WHEN is_open THEN 'active' ELSE 'ended' END,
       at, at - interval '1 hour', CASE WHEN is_open THEN now() + interval '1 day' + c * interval '1 second' ELSE at END, gen_random_uuid(), ${world.users},
       CASE WHEN NOT is_open THEN ${userId} END, CASE WHEN NOT is_open THEN 10 END, CASE WHEN NOT is_open THEN 0 END,
       CASE WHEN NOT is_open THEN at END, CASE WHEN NOT is_open THEN at END, at
     FROM (SELECT c, c < ${OPEN} AS is_open, c % ${world.users} AS u, now() - (1 + c) * interval '1 minute' AS at
       FROM generate_series(0, ${OPEN + over - 1}) AS c) AS numbered`,
  );
  await client.query(
    `SELECT setval(pg_get_serial_sequence('contests', 'id'), (SELECT max(id) FROM contests))`,
  );
  await client.query(
    `INSERT INTO funds (id, kind, realm, subject_kind, subject_id) SELECT pot_id, 'pot', 0, 'contest', id::text FROM contests`,
  );
  const played = `${eachUser(world)}, unnest(ARRAY[${Object.values(openContests).join(', ')}]) AS contest WHERE u > 0`;
  await client.query(
    `INSERT INTO contest_player_counts (contest_id, players)
     SELECT id, CASE WHEN id = ANY(ARRAY[${Object.values(openContests).join(', ')}]) THEN ${world.users - 1} ELSE 0 END FROM contests`,
  );
  await client.query(
    `INSERT INTO contest_entries (contest_id, user_id, paid_available, paid_bonus) SELECT contest, ${userId}, 0, 0 FROM ${played}`,
  );
  await client.query(
    `INSERT INTO contest_scores (contest_id, user_id, score, reached_seq) SELECT contest, ${userId}, 10 + u % 100 * 10, u FROM ${played}`,
  );
}
