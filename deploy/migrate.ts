import { migrate } from '../server/src/db/migrate.ts';

// Before the servers start, so that none of them meets a database of another version.
const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL is needed');
await migrate(url);
console.log('The database is up to date.');
