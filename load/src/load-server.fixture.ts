import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { ensureOperators } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';

export const operator = { email: 'operator@load.test', password: 'a long load passphrase' };
/** The options of the operator who may create load tests. */
export const asOperator = ['--operator', operator.email, '--password', operator.password];

/** A server of the test's process that allows load tests. */
export interface LoadServer {
  app: TestApp;
  database: TestDatabase;
  /** Counts the load tests that have not ended. */
  openRealms(): Promise<number>;
  close(): Promise<void>;
}

export async function openLoadServer(): Promise<LoadServer> {
  const database = await createTestDatabase();
  const app = await startApp({ database, runsJobs: true, env: { LOAD_TESTS: 'allow' } });
  await ensureOperators(app.deps, { ...operator, emails: [operator.email] });
  return {
    app,
    database,
    async openRealms() {
      const { rows } = await app.deps.db.pool.query<{ count: number }>(
        "SELECT count(*)::int FROM realms WHERE kind = 'load_test' AND closed_at IS NULL",
      );
      return rows[0]?.count ?? -1;
    },
    async close() {
      await app.close();
      await database.drop();
    },
  };
}
