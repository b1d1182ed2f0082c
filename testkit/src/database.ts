// Load tests, drills and browser tests use nothing of the server's own code but what this package exports.

export { auditLedger } from '@copup/server/audit.ts';
export { type Database, openDatabase } from '@copup/server/db/database.ts';
export { migrate } from '@copup/server/db/migrate.ts';
