import { startApp } from '@copup/testkit/app.ts';
import {
  type Database,
  inTransaction,
  migrate,
  openDatabase,
  runOf,
  settleCommit,
} from '@copup/testkit/database.ts';
import { testRedis } from '@copup/testkit/databases.ts';
import { OwnCluster } from '@copup/testkit/own-cluster.ts';
import { openTcpProxy, type TcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stepOf } from './restore-ways.ts';

const patience = { timeout: 20_000, interval: 50 };
const login = { email: 'nobody@example.test', password: 'does not matter' };

let old: OwnCluster;
let standby: OwnCluster;
/** Where the servers' address leads. */
const target = { host: '127.0.0.1', port: 0 };
let proxy: TcpProxy;
let url: string;

beforeAll(async () => {
  old = await OwnCluster.create();
  await migrate({ ownerUrl: old.url, url: old.serverUrl });
  standby = await old.createStandby();
  leadTo(old);
  proxy = await openTcpProxy(target);
  url = proxy.urlOf(old.serverUrl);
}, 120_000);
afterAll(async () => {
  await proxy?.close();
  await standby?.remove();
  await old?.remove();
});

function leadTo({ port }: OwnCluster): void {
  target.port = port;
}

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase({ url, poolSize: 2 });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

async function portOf(db: Database): Promise<number | undefined> {
  const read = db.pool.query<{ port: number }>('SELECT inet_server_port() AS port');
  return (await read.catch(() => undefined))?.rows[0]?.port;
}

/** Kills PostgreSQL's process of an open transaction, at which PostgreSQL recovers from a crash. */
async function crash(db: Database) {
  const client = await db.pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT pg_current_xact_id()::text AS xid, pg_backend_pid() AS pid');
  const { xid, pid } = rows[0];
  process.kill(pid, 'SIGKILL');
  client.release(true);
  return { xid, run: runOf(client) };
}

/** Returns what became of the transaction once another one is written; undefined while its id lies in the future. */
async function statusAfterWrite(db: Database, xid: string): Promise<string | undefined> {
  await write(db, 'other').catch(() => {});
  const read = db.pool.query("SELECT nullif(pg_xact_status($1::xid8), 'in progress') AS status", [xid]);
  return (await read.catch(() => undefined))?.rows[0].status;
}

const write = (db: Database, id: string, during = () => {}) =>
  inTransaction(db, async (tx) => {
    await tx.client.query('INSERT INTO write_checks (filler) VALUES ($1)', [id]);
    tx.proveBy((each) => isWritten(each, id));
    during();
  });

const isWritten = async (db: Database, id: string) => {
  const { rows } = await db.pool.query('SELECT 1 FROM write_checks WHERE filler = $1', [id]);
  return rows.length > 0;
};

// In this order: the last one promotes the standby.
describe('a standby', { shuffle: false, tags: ['full'] }, () => {
  it('R5 a standby is refused, also by a process that knows of no primary yet', async () => {
    leadTo(standby);
    await withDatabase(async (db) => {
      await expect(db.pool.query('SELECT 1')).rejects.toThrow('PostgreSQL is a standby.');
    });
    leadTo(old);
  });

  it('A12 a COMMIT whose reply is lost is never settled on a standby that lags', async () => {
    await standby.query('SELECT pg_wal_replay_pause()');
    await withDatabase(async (db) => {
      // The connection is open; the next one leads to the standby.
      const lose = (id: string) => write(db, id, () => leadTo(standby));
      let cut = proxy.cutOnCommit('after');
      await expect(lose('first')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      await cut;
      leadTo(old);
      expect(await isWritten(db, 'first')).toBe(true);

      cut = proxy.cutOnCommit('after');
      const second = lose('second');
      await cut;
      await vi.waitUntil(() => proxy.connections > 0, patience);
      leadTo(old);
      await second;
    });
    await standby.query('SELECT pg_wal_replay_resume()');
  });

  it('A12 after PostgreSQL recovered from a crash, another transaction may have the id of a lost one', async () => {
    await withDatabase(async (db) => {
      // Until the id is given again: autovacuum may have logged a later one before the crash.
      let lost = await crash(db);
      while ((await vi.waitUntil(() => statusAfterWrite(db, lost.xid), patience)) !== 'committed')
        lost = await crash(db);
      expect(await settleCommit(db, { ...lost, proof: undefined })).toBe('unknown');
      expect(await settleCommit(db, { ...lost, proof: () => isWritten(db, 'lost') })).toBe('aborted');
    });
  });

  it('R5 a statement that runs on the old primary as a promotion becomes known fails with that reason', async () => {
    await withDatabase(async ({ pool, primary }) => {
      const running = expect(pool.query('SELECT pg_sleep(60)')).rejects.toThrow(
        'but timeline 99 of the same',
      );
      await vi.waitUntil(() => primary.lines.size > 0, patience);
      for (const system of primary.lines.keys()) primary.learn(system, { timeline: 99, epoch: 99 });
      await running;
    });
  });

  it('R5 a primary from before a promotion is refused until an operator decides for it', async () => {
    const logged: string[] = [];
    const log = { error: (_fields: object, text: string) => logged.push(text) };
    const redis = testRedis();
    const options = { database: { url }, redis };
    const app = await startApp(options);
    Object.assign(app.deps.log, log);
    const both = openDatabase({
      url: old.serverUrl.replace(/@.*\//, `@127.0.0.1:${standby.port},127.0.0.1:${old.port}/`),
    });
    const readiness = async () => (await app.client.get('/:readyz')).body;
    const isReady = () => vi.waitUntil(async () => (await readiness()).status === 'ready', patience);
    const epochIn = async (cluster: OwnCluster) =>
      (
        await cluster.query<{ epoch: string }>('SELECT max(epoch) AS epoch FROM database_epochs', cluster.url)
      )[0]?.epoch;
    const goTo = (cluster: OwnCluster) => {
      leadTo(cluster);
      proxy.cutAll();
    };
    try {
      await isReady();
      expect(await portOf(both)).toBe(old.port);
      const before = Number(await epochIn(old));
      await standby.query('SELECT pg_promote(true, 30)');
      goTo(standby);
      await vi.waitUntil(async () => Number(await epochIn(standby)) > before, patience);
      await isReady();
      const promoted = Number(await epochIn(standby));
      // Also with both hosts in the URL, while the old primary still runs.
      await vi.waitUntil(async () => (await portOf(both)) === standby.port, patience);

      goTo(old);
      const refused = await app.client.post('/auth/login', login);
      expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE']);
      expect((await readiness()).message).toContain('timeline 1, but timeline 2 of the same system');
      expect(logged).toContain('refused a primary from before a promotion: see docs/operations.md');
      // A restarted server remembers nothing, and learns it from Redis.
      await expect(startApp(options)).rejects.toThrow('timeline 1, but timeline 2 of the same system');
      expect(Number(await epochIn(old))).toBe(before);

      await old.runHere(stepOf('after-restore'));
      await isReady();
      expect((await app.client.post('/auth/login', login)).status).toBe(401);
      expect(Number(await epochIn(old))).toBeGreaterThan(promoted);
    } finally {
      await both.close();
      await app.close();
    }
  });
});
