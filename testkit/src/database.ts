// Load tests, drills and browser tests may use server code only through the exports of this package.

export { auditLedger } from '@copup/server/audit.ts';
export { type Database, openDatabase } from '@copup/server/db/database.ts';
export { inTransaction } from '@copup/server/db/in-transaction.ts';
export { migrate } from '@copup/server/db/migrate.ts';
export { runOf } from '@copup/server/db/primary.ts';
export { settleCommit } from '@copup/server/db/settle-commit.ts';
