import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openEpoch } from '../restore/open-epoch.ts';
import { readSessionChanges } from './session-changes.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startApp({ database, redis: testRedis() });
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

it('S3 R5 a session whose rows were lost in a restore ends on servers that have cached it', async () => {
  const ada = await app.signIn();
  expect((await ada.get('/user/profile')).status).toBe(200);
  const { db, sessions } = app.deps;
  // The server has read the epoch before the restore.
  const client = new RoomClient(app.url, ada.token);
  onTestFinished(() => client.close());
  await client.connected();
  expect(await client.join(`user:${ada.user.id}`)).toMatchObject([{ ok: true }]);
  const sessionId = JSON.parse(Buffer.from(ada.token.split('.')[1] ?? '', 'base64url').toString()).sid;
  const ended = new Promise((resolve) => sessions.onEnded((id) => id === sessionId && resolve(id)));
  // Nothing is written to session_changes: a restore records no changes.
  await db.pool.query('DELETE FROM sessions WHERE id = $1', [sessionId]);
  const { rows } = await db.pool.query('SELECT max(epoch) AS epoch FROM database_epochs');
  await openEpoch(db, rows[0].epoch);
  await ended;
  expect((await ada.get('/user/profile')).body.code).toBe('SESSION_ENDED');
});

it('S3 R5 changes with transaction ids of another cluster are read once, not at each read', async () => {
  const { db } = app.deps;
  const userId = '00000000-0000-7000-8000-000000000001';
  await db.pool.query(`INSERT INTO session_changes (user_id, xid) VALUES ($1, '900000000000')`, [userId]);
  const count = async () => {
    const { rows } = await db.pool.query(
      'SELECT pg_snapshot_xmin(s)::text AS xmin, pg_snapshot_xmax(s)::text AS xmax FROM pg_current_snapshot() AS s',
    );
    const { changes } = await readSessionChanges(db, rows[0]);
    return changes.filter((change) => change.userId === userId).length;
  };
  expect(await count()).toBe(1);
  const { rows } = await db.pool.query('SELECT max(epoch) AS epoch FROM database_epochs');
  await openEpoch(db, rows[0].epoch);
  // Other tests on the cluster may temporarily hold back xmin.
  await expect.poll(count).toBe(0);
});
