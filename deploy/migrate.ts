import { migrate } from '../server/src/db/migrate.ts';
import { ConfigError } from '../server/src/environment.ts';

// Runs before the servers start, so that they never use a database of another version.
const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: url } = process.env;
if (!ownerUrl || !url) throw new Error('DATABASE_OWNER_URL and DATABASE_URL are needed');
try {
  await migrate({ ownerUrl, url, report: console.warn });
  console.log('The database is up to date.');
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
