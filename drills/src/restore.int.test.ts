import { isDeepStrictEqual } from 'node:util';
import { createUser, type TestUser } from '@copup/testkit/builders.ts';
import { auditLedger, type Database, migrate, openDatabase } from '@copup/testkit/database.ts';
import { testRedis } from '@copup/testkit/databases.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { OwnCluster } from '@copup/testkit/own-cluster.ts';
import { RoomClient, type RoomServer, startRoomServer, userRoomKind } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreWays, stepOf, takeBackup } from './restore-ways.ts';
import { Watcher } from './watchers.ts';

const convergeMs = 60_000;

let cluster: OwnCluster;
beforeAll(async () => {
  cluster = await OwnCluster.create();
}, 120_000);
afterAll(() => cluster.remove());

async function withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase({ url: cluster.url, poolSize: 3 });
  db.pool.on('error', () => {});
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const give = (user: TestUser, times: number) =>
  withDatabase(async (db) => {
    for (let nth = 0; nth < times; nth += 1) await post(db, move({ kind: 'issuance' }, available(user), 1));
  });

/** Returns PostgreSQL's state of the room `user:{id}`. */
async function truthOf(user: TestUser) {
  return withDatabase(async (db) => {
    const snapshot = (await userRoomKind({ db }).snapshot([user.id])).get(user.id);
    const { rows } = await db.pool.query('SELECT max(epoch) AS epoch FROM database_epochs');
    return { epoch: rows[0].epoch as number, version: snapshot?.version, state: snapshot?.state };
  });
}

describe('R5 P2 P4 the steps of docs/operations.md', () => {
  for (const way of restoreWays) {
    const title = `restore a database by ${way}: watchers, new pages and the audit match it`;
    it(title, { timeout: 120_000, tags: ['full'] }, async () => {
      await migrate({ ownerUrl: cluster.url, url: cluster.serverUrl });
      const { prefix, url: redisUrl } = testRedis();
      const servers: RoomServer[] = [];
      const clients: RoomClient[] = [];
      const user = await withDatabase((db) => createUser(db, { coins: 10 }));
      const room = `user:${user.id}`;
      const join = async (server: RoomServer) => {
        const client = new RoomClient(server.url, user.id);
        clients.push(client);
        await client.connected();
        return (await client.join(room))[0];
      };
      // A server closes its sockets when it could not read its rooms for 3 s (A11); watchers join again.
      const watchers: Watcher[] = [];
      const show = (truth: Awaited<ReturnType<typeof truthOf>>) =>
        Promise.all(
          watchers.map((watcher) => {
            const isShown = () =>
              watcher.records.every(({ epoch, version, state }) =>
                isDeepStrictEqual({ epoch, version, state }, truth),
              );
            return watcher.until(isShown, convergeMs, JSON.stringify(truth));
          }),
        );
      await give(user, 5);
      try {
        for (let nth = 0; nth < 2; nth += 1)
          servers.push(
            await startRoomServer({
              databaseUrl: cluster.serverUrl,
              redisUrl,
              prefix,
              kinds: (db) => [userRoomKind({ db })],
            }),
          );
        const restore = await takeBackup(cluster, way);
        const before = await truthOf(user);
        await give(user, 4);
        await withDatabase((db) => auditLedger(db));
        for (const { url } of servers) watchers.push(new Watcher(url, [url], 0, user.id, [room]));
        const given = await truthOf(user);
        expect(given).toMatchObject({ version: (before.version ?? 0) + 4, epoch: before.epoch });
        await show(given);

        await restore();
        expect(await cluster.runHere(stepOf('after-restore'))).toContain('The ledger is correct.');

        const restored = await truthOf(user);
        expect(restored).toMatchObject({ version: before.version, state: before.state });
        expect(restored.epoch).toBeGreaterThan(before.epoch);
        await show(restored);
        for (const server of servers) expect(await join(server)).toMatchObject({ ok: true, ...restored });

        await give(user, 1);
        await show(await truthOf(user));
        const { left, checked, ok } = await withDatabase((db) => auditLedger(db, { mode: 'full' }));
        const [row] = await cluster.query<{ count: number }>(
          'SELECT count(*)::integer AS count FROM postings',
          cluster.url,
        );
        expect({ ok, left, postings: checked.postings }).toEqual({
          ok: true,
          left: { later: 0, unreachable: 0 },
          postings: row?.count,
        });
      } finally {
        for (const each of [...clients, ...watchers]) each.close();
        for (const server of servers) await server.close();
      }
    });
  }
});
