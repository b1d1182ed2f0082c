import { ConfigError } from '../environment.ts';
import { findMissing } from './migrations.ts';
import { connectToPrimary } from './primary.ts';

/**
 * Throws ConfigError unless the database has all of this version's migrations and the role of `url` is unprivileged:
 * a compromised server must not be able to disable the protection of balances.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = await connectToPrimary(url);
  try {
    const { rows } = await client.query<{ isPowerful: boolean }>(
      `SELECT rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls OR EXISTS (
         SELECT 1 FROM pg_class WHERE relnamespace IN ('public'::regnamespace, to_regnamespace('drizzle'))
           AND pg_has_role(relowner, 'MEMBER')) AS "isPowerful"
       FROM pg_roles WHERE rolname = current_user`,
    );
    if (rows[0]?.isPowerful !== false) {
      throw new ConfigError([
        'DATABASE_URL must name a role that owns nothing and is not a superuser; the owner belongs in DATABASE_OWNER_URL',
      ]);
    }
    const missing = (await findMissing(client)).map(({ tag }) => tag);
    if (missing.length > 0) {
      throw new ConfigError([
        `the database of DATABASE_URL is not migrated: set DATABASE_OWNER_URL, or run deploy/migrate.ts first. Missing: ${missing.join(', ')}`,
      ]);
    }
  } finally {
    await client.end();
  }
}
