// Load tests, drills and browser tests may use server code only through the exports of this package.

export { auditLedger } from '@copup/server/audit.ts';
export { type Database, openDatabase } from '@copup/server/db/database.ts';
export { migrate } from '@copup/server/db/migrate.ts';
