import type { Client } from 'pg';
import { idOf, type WorldSql } from './world-shape.ts';

/** SQL expression of the id of user number `u`. */
export const userId = idOf('user', 'u');
export const eachUser = ({ users }: WorldSql): string => `generate_series(0, ${users - 1}) AS u`;

/** The first users have closed nothing: some of them play in the measurement. */
const FIRST = 100;

/** Loads closed first steps and a mark of the device of almost every user. Their coins were given before the ledger of this world. */
export async function loadWelcome(client: Client, world: WorldSql): Promise<void> {
  const users = `generate_series(${FIRST}, ${world.users - 1}) AS u`;
  await client.query(
    `INSERT INTO welcome_marks (mark) SELECT substr(sha256(u::text::bytea), 1, 16) FROM ${users}`,
  );
  await client.query(`INSERT INTO first_steps (user_id) SELECT ${userId} FROM ${users}`);
}
