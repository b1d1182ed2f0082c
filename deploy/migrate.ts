import { migrate } from '../server/src/db/migrate.ts';

// Runs before the servers start, so that they never use a database of another version.
const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: url } = process.env;
if (!ownerUrl || !url) throw new Error('DATABASE_OWNER_URL and DATABASE_URL are needed');
await migrate({ ownerUrl, url });
console.log('The database is up to date.');
