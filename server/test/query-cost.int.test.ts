import type { TestDatabase } from '@copup/testkit/databases.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import { createExplainingDatabase, type QueryRecorder, recordQueries, sumBuffers } from './query-cost.ts';

let testDatabase: TestDatabase;
let db: Database;
let queries: QueryRecorder;
beforeAll(async () => {
  testDatabase = await createExplainingDatabase();
  db = openDatabase({ url: testDatabase.url, poolSize: 2 });
  queries = recordQueries(db);
  await db.pool.query(
    `INSERT INTO session_changes (user_id, at) SELECT gen_random_uuid(), now() - n * interval '1 second'
     FROM generate_series(1, 20000) AS n`,
  );
  await testDatabase.asOwner('ANALYZE session_changes');
});
afterAll(async () => {
  await db?.close();
  await testDatabase?.drop();
});

const count = (clock: string) =>
  queries.during(() =>
    db.pool.query(`SELECT FROM session_changes WHERE at > ${clock} - interval '10 seconds'`),
  );

it('distinguishes an indexed read from one that reads the whole table', async () => {
  const [volatile] = await count('clock_timestamp()');
  const [stable] = await count('statement_timestamp()');
  expect(volatile).toMatchObject({ sequentialScans: ['session_changes'], indexes: [] });
  expect(volatile?.buffers).toBeGreaterThan(100);
  expect(stable).toMatchObject({ sequentialScans: [], indexes: ['session_changes_at'] });
  expect(stable?.buffers).toBeLessThan(10);
});

it('reports what a prepared statement executes, on each connection and in transactions', async () => {
  const byUser = { name: 'test', text: 'SELECT FROM session_changes WHERE user_id = $1' };
  const done = await queries.during(async () => {
    const values = ['00000000-0000-0000-0000-000000000000'];
    for (let nth = 0; nth < 7; nth += 1) await db.pool.query({ ...byUser, values });
    const [left, right] = [await db.pool.connect(), await db.pool.connect()];
    for (const client of [left, right]) {
      await client.query('BEGIN');
      await client.query('DELETE FROM session_changes WHERE id = 1');
      await client.query('ROLLBACK');
      client.release();
    }
  });
  expect(done.map(({ text }) => text.slice(0, 6))).toEqual([...Array(7).fill('SELECT'), 'DELETE', 'DELETE']);
  expect(sumBuffers(done.slice(0, 1))).toBeGreaterThan(100);
});
