import { auditLedger } from '../src/audit.ts';
import type { Database } from '../src/db/database.ts';
import type { ContestWorld } from './contest-world.ts';

/** Runs statements as only the owner of the database can: constraints and triggers do not apply. */
export const asTamperer = (database: ContestWorld['database'], ...statements: string[]): Promise<void> =>
  database.asOwner(
    ["BEGIN; SET LOCAL session_replication_role = 'replica'", ...statements, 'COMMIT'].join(';\n'),
  );

/** Copies the tables, and returns a function that changes rows, audits, and restores the tables. */
export async function keepTables(database: ContestWorld['database'], tables: readonly string[]) {
  await asTamperer(database, ...tables.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`));
  return async (change: string, db: Database, mode: 'full' | 'checkpoints'): Promise<string[]> => {
    await asTamperer(database, change);
    try {
      const { errors } = await auditLedger(db, { mode });
      return errors.map(({ check, table, row, message }) => `${check}: ${table} ${row} ${message}`);
    } finally {
      const restored = tables.map(
        (table) => `DELETE FROM ${table};
          INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_${table}`,
      );
      await asTamperer(database, ...restored);
    }
  };
}
