import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createUser } from '@copup/testkit/builders.ts';
import { migrate } from '@copup/testkit/database.ts';
import { OwnCluster } from '@copup/testkit/own-cluster.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const patience = { timeout: 20_000, interval: 50 };
/** With 'go on', a standby that is late or gone stops commits at most so long. */
const stopMs = 2_000;

let primary: OwnCluster;
let standby: OwnCluster;
let app: TestApp;
const logged: string[] = [];

beforeAll(async () => {
  primary = await OwnCluster.create();
  await migrate({ ownerUrl: primary.url, url: primary.serverUrl });
  standby = await primary.createStandby({ isSynchronous: true });
  app = await startApp({ database: { url: primary.serverUrl } });
  const log = (_fields: object, text: string) => logged.push(text);
  Object.assign(app.deps.log, { warn: log, info: log });
}, 120_000);
afterAll(async () => {
  await app?.close();
  await standby?.remove();
  await primary?.remove();
});

const report = () => app.deps.db.replication.report;
const untilState = (state: string) => vi.waitUntil(() => report().state === state, patience);
const moveCoins = () => createUser(app.deps.db, { coins: 10 });

async function requireStandby(value: boolean): Promise<void> {
  // The owner's commits wait for the standby, too.
  await primary.query(
    `SET synchronous_commit = local; INSERT INTO settings (key, value) VALUES ('standbyRequired', '${value}')
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    primary.url,
  );
  await app.deps.settings.refresh();
}

/** Stops the standby from confirming anything, although it stays connected. */
async function freeze(): Promise<() => void> {
  const [receiver] = await standby.query<{ pid: number }>('SELECT pid FROM pg_stat_wal_receiver');
  process.kill(Number(receiver?.pid), 'SIGSTOP');
  return () => process.kill(Number(receiver?.pid), 'SIGCONT');
}

async function longestOf(work: () => Promise<unknown>, forMs: number): Promise<number> {
  let longestMs = 0;
  for (const endMs = performance.now() + forMs; performance.now() < endMs; await pause(20)) {
    const fromMs = performance.now();
    await work();
    longestMs = Math.max(longestMs, performance.now() - fromMs);
  }
  return longestMs;
}

describe('P9 a synchronous standby', { shuffle: false, tags: ['full'] }, () => {
  it('is shown by /readyz, the metrics and the console', async () => {
    await untilState('synchronous');
    const before = report().unconfirmed;
    await moveCoins();
    expect(report().unconfirmed).toBe(before);
    expect((await app.client.get('/:readyz')).body.replication).toEqual({
      state: 'synchronous',
      lag_ms: expect.any(Number),
    });
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('copup_db_replication{state="synchronous",wanted="yes"} 1');
    expect(metrics).toMatch(/copup_db_standby_behind_bytes\{standby="standby"\} \d/);
    const { body } = await (await app.signIn({ role: 1 })).get('/admin/overview');
    expect(body.replication).toMatchObject({
      state: 'synchronous',
      wanted: true,
      standbys: [{ name: 'standby', synchronous: true }],
      slots: [],
    });
  });

  it('that is late stops the servers for less than two seconds, and is waited for again afterwards', async () => {
    await requireStandby(false);
    await untilState('synchronous');
    const before = report().unconfirmed;
    const thaw = await freeze();
    try {
      expect(await longestOf(moveCoins, 3_000)).toBeLessThan(stopMs);
      expect(report()).toMatchObject({ state: 'asynchronous', wanted: true });
      expect(report().unconfirmed).toBeGreaterThan(before);
      expect(logged).toContain('no synchronous standby confirms commits: they are on the primary only');
    } finally {
      thaw();
    }
    await untilState('synchronous');
    expect(logged.at(-1)).toBe('a synchronous standby confirms commits');
    const counted = report().unconfirmed;
    await moveCoins();
    expect(report().unconfirmed).toBe(counted);
  });

  it('that is required: a commit that it never confirmed is not answered as done, and later coins are refused', async () => {
    await requireStandby(true);
    await untilState('synchronous');
    const thaw = await freeze();
    try {
      // It waits until PostgreSQL ends the statement, and has then taken effect on the primary.
      await expect(moveCoins()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      await untilState('asynchronous');
      await expect(moveCoins()).rejects.toMatchObject({ code: 'NO_STANDBY', statusCode: 503 });
      // What moves no coins goes on, so that operators can decide otherwise.
      expect(await longestOf(() => createUser(app.deps.db, { coins: 0 }), 500)).toBeLessThan(stopMs);
    } finally {
      thaw();
    }
    await untilState('synchronous');
    await moveCoins();
  });

  it('that is required: nor is a commit whose wait was ended', async () => {
    await untilState('synchronous');
    const thaw = await freeze();
    try {
      let isAnswered = false;
      const answer = moveCoins()
        .then(
          () => 'done',
          ({ code }) => code,
        )
        .finally(() => {
          isAnswered = true;
        });
      const endWaits = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
      for (; !isAnswered; await pause(20)) await primary.query(endWaits);
      expect(await answer).toBe('OUTCOME_UNKNOWN');
    } finally {
      thaw();
    }
    await untilState('synchronous');
  });

  it('that is gone: coins move again once the setting allows it', async () => {
    await standby.stop('immediate');
    await untilState('none');
    await expect(moveCoins()).rejects.toMatchObject({ code: 'NO_STANDBY' });
    await requireStandby(false);
    expect(await longestOf(moveCoins, 500)).toBeLessThan(stopMs);
    expect((await app.client.get('/:readyz')).body.replication).toEqual({ state: 'none', lag_ms: null });
  });

  it('that is not wanted: no commit counts as one that it should have confirmed', async () => {
    await primary.configure(`SET synchronous_standby_names = ''`);
    await vi.waitUntil(() => !report().wanted, patience);
    const before = report().unconfirmed;
    await moveCoins();
    expect(report().unconfirmed).toBe(before);
  });
});
