import type { Client } from 'pg';
import { userId } from './load-users.ts';
import type { WorldSql } from './world-shape.ts';

/** The first users have not spun: some of them play in the measurement. */
const FIRST = 100;

/** Loads a spin without a prize for almost every user, and the days on which they were made. */
export async function loadSpins(client: Client, world: WorldSql): Promise<void> {
  const users = `generate_series(${FIRST}, ${world.users - 1}) AS u`;
  await client.query(
    `INSERT INTO spin_unlocks (user_id, passcode_digest) SELECT ${userId}, sha256('growth') FROM ${users}`,
  );
  await client.query(
    `INSERT INTO fair_seeds (subject_kind, subject_id, user_id, commitment, sealed_seed, client_seed)
     SELECT 'spin', '1', ${userId}, sha256(''), '', 'growth' FROM ${users}`,
  );
  await client.query(
    `INSERT INTO spins (user_id, realm, segment, result, day, spun_at)
     SELECT ${userId}, 0, 0, 0, (at AT TIME ZONE 'Africa/Lagos')::date, at
     FROM (SELECT u, now() - (1 + u) * interval '1 minute' AS at FROM ${users}) AS numbered`,
  );
  await client.query(
    `INSERT INTO spin_days (realm, day, spins) SELECT realm, day, count(*) FROM spins GROUP BY realm, day`,
  );
}
