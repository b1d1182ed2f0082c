import type { Client } from 'pg';
import { userId } from './load-users.ts';
import type { WorldSql } from './world-shape.ts';

/** The first users have no welcome coins: some of them play in the measurement. */
const FIRST = 100;

/** Loads welcome coins without postings and closed first steps for almost every user, and the marks of their devices. */
export async function loadWelcome(client: Client, world: WorldSql): Promise<void> {
  const users = `generate_series(${FIRST}, ${world.users - 1}) AS u`;
  await client.query(
    `INSERT INTO welcome_grants (user_id, coins, transfer_id, is_same_network, granted_at)
     SELECT ${userId}, 100, gen_random_uuid(), false, now() - (1 + u) * interval '1 minute' FROM ${users}`,
  );
  await client.query(
    'UPDATE welcome_budget SET (grants, given) = (SELECT count(*), coalesce(sum(coins), 0) FROM welcome_grants)',
  );
  await client.query(
    `INSERT INTO welcome_marks (mark) SELECT substr(sha256(u::text::bytea), 1, 16) FROM ${users}`,
  );
  await client.query(`INSERT INTO first_steps (user_id) SELECT ${userId} FROM ${users}`);
}
