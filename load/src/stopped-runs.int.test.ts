import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openTcpProxy, type TcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readResult } from './compare.ts';
import { asOperator, type LoadServer, openLoadServer } from './load-server.fixture.ts';
import type { LoadResult } from './result.ts';

withoutAudit();

const program = fileURLToPath(new URL('./load.main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-stopped-'));
const files = { json: join(folder, 'a.json'), html: join(folder, 'a.html') };
let server: LoadServer;
let proxy: TcpProxy;
const started: ChildProcess[] = [];

beforeAll(async () => {
  server = await openLoadServer();
  proxy = await openTcpProxy({ host: '127.0.0.1', port: Number(new URL(server.app.url).port) });
});
afterEach(() => {
  proxy.isFrozen = false;
  proxy.isRefusing = false;
  for (const driver of started.splice(0)) driver.kill('SIGKILL');
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Driver {
  process: ChildProcess;
  /** Resolves with the first line that contains the text. */
  prints(text: string): Promise<string>;
  ended: Promise<{ code: number | null; text: string }>;
}

/** Starts the driver as a process, through the proxy and, as a second address, without it. */
function startDriver(...args: string[]): Driver {
  for (const file of Object.values(files)) rmSync(file, { force: true });
  const outputs = ['--json', files.json, '--html', files.html];
  const child = spawn(process.execPath, [program, ...args, ...asOperator, ...outputs], {
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const lines: string[] = [];
  const waiting: { text: string; resolve(line: string): void }[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const one of waiting) if (line.includes(one.text)) one.resolve(line);
    });
  const exited = once(child, 'close') as Promise<[number | null]>;
  return {
    process: child,
    ended: exited.then(([code]) => ({ code, text: lines.join('\n') })),
    prints: (text) =>
      new Promise((resolve, reject) => {
        const found = lines.find((line) => line.includes(text));
        if (found) resolve(found);
        waiting.push({ text, resolve });
        void exited.then(() => reject(new Error(`the driver did not print "${text}":\n${lines.join('\n')}`)));
      }),
  };
}

const small = [
  'watch',
  '--clients',
  '6',
  '--rooms',
  '1',
  '--rate',
  '10',
  '--ramp',
  '200ms',
  '--workers',
  '2',
];
const through = () => ['--url', `http://127.0.0.1:${proxy.port}`];
/** Starts a run; resolves when it sends bids, which its line of progress says. */
async function startMeasuring(...args: string[]): Promise<Driver> {
  const driver = startDriver(...small, ...through(), ...args);
  await driver.prints('s running');
  return driver;
}

function resultOf(): LoadResult {
  const result = readResult(files.json);
  expect(readResult(files.html)).toEqual(result);
  expect(readFileSync(files.html, 'utf8')).toContain('Stopped early');
  return result;
}

const workersOf = ({ pid }: ChildProcess): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

/** A port at which no server listens. */
async function closedPort(): Promise<number> {
  const closed = await openTcpProxy({ host: '127.0.0.1', port: 1 });
  const { port } = closed;
  await closed.close();
  return port;
}

describe('a run that is stopped leaves a result and no realm', () => {
  const signalled =
    (...signals: NodeJS.Signals[]) =>
    async () => {
      const driver = await startMeasuring('--duration', '1h');
      for (const signal of signals) driver.process.kill(signal);
      const { code, text } = await driver.ended;
      expect(code).toBe(130);
      expect(text).toContain(`STOPPED: interrupted by ${signals[0]}`);
      const result = resultOf();
      expect(result).toMatchObject({ isPassed: false, stopped: { kind: 'interrupted', phase: 'running' } });
      expect(result.totals.accepted).toBeGreaterThan(0);
      expect(result.totals.seconds).toBeGreaterThan(0);
      expect(result.verdict).toMatchObject({ isRight: true, lost: 0, doubled: 0 });
      expect(result.verdict.checks[0]).toMatch(/^[1-9]\d* acknowledged bids in the history/);
      expect(await server.openRealms()).toBe(0);
    };
  it('by SIGINT while it measures', signalled('SIGINT'));
  it('by SIGTERM twice while it measures', { tags: ['full'] }, signalled('SIGTERM', 'SIGTERM'));

  it('by the end of its server, which another server of the database makes up for', {
    tags: ['full'],
  }, async () => {
    const driver = await startMeasuring('--url', server.app.url, '--duration', '1h');
    proxy.isRefusing = true;
    proxy.cutAll();
    driver.process.kill('SIGTERM');
    const { code } = await driver.ended;
    proxy.isRefusing = false;
    expect(code).toBe(130);
    expect(resultOf().totals.accepted).toBeGreaterThan(0);
    expect(await server.openRealms()).toBe(0);
  });

  it('by the end of its only server: the result says that the realm remains, and how it is deleted', {
    tags: ['full'],
  }, async () => {
    const driver = await startMeasuring('--duration', '6s');
    proxy.isRefusing = true;
    proxy.cutAll();
    const { code, text } = await driver.ended;
    proxy.isRefusing = false;
    expect(code).toBe(2);
    const { realm, stopped, verdict } = resultOf();
    expect(stopped).toMatchObject({ kind: 'failed', phase: 'settling' });
    expect(verdict.checks[0]).toContain('not the bids');
    expect(realm?.remains).toContain(`npm run load -- end ${realm?.id}`);
    expect(text).toContain(realm?.remains);
    const end = startDriver('end', String(realm?.id), '--url', server.app.url);
    expect((await end.ended).code).toBe(0);
    expect(await server.openRealms()).toBe(0);
  });

  it('by a signal while the server does not answer: the run ends all the same', {
    tags: ['full'],
  }, async () => {
    const driver = await startMeasuring('--duration', '1h');
    proxy.isFrozen = true;
    driver.process.kill('SIGTERM');
    const { code } = await driver.ended;
    proxy.isFrozen = false;
    expect(code).toBe(130);
    const { realm } = resultOf();
    expect(realm?.remains).toContain('it took longer than 4 s');
    const end = startDriver('end', String(realm?.id), '--url', server.app.url);
    await end.ended;
    expect(await server.openRealms()).toBe(0);
  });

  it('by the crash of a worker', { tags: ['full'] }, async () => {
    const driver = await startMeasuring('--duration', '1h');
    const [worker = 0] = workersOf(driver.process);
    process.kill(worker, 'SIGKILL');
    const { code } = await driver.ended;
    expect(code).toBe(2);
    const { stopped, totals } = resultOf();
    expect(stopped).toMatchObject({ kind: 'failed', phase: 'running' });
    expect(stopped?.reason).toContain('SIGKILL');
    expect(totals.accepted).toBeGreaterThan(0);
    expect(await server.openRealms()).toBe(0);
  });

  it('by a time-out of the set-up', { tags: ['full'] }, async () => {
    // Enough auctions that the set-up is still running when the first one exists.
    const driver = startDriver(...small, ...through(), '--rooms', '100', '--duration', '1h');
    const created =
      'SELECT 1 FROM auctions JOIN realms ON realms.id = auctions.realm WHERE realms.closed_at IS NULL AND realms.id > 0';
    await vi.waitUntil(async () => (await server.app.deps.db.pool.query(created)).rowCount !== 0);
    proxy.isFrozen = true;
    await driver.prints('Deleting realm');
    proxy.isFrozen = false;
    const { code } = await driver.ended;
    expect(code).toBe(2);
    expect(resultOf()).toMatchObject({
      stopped: { kind: 'failed', phase: 'set-up' },
      totals: { accepted: 0 },
    });
    expect(await server.openRealms()).toBe(0);
  });

  it('by an error of the driver itself: its output has gone', { tags: ['full'] }, async () => {
    const driver = await startMeasuring('--duration', '1h');
    driver.process.stdout?.destroy();
    const { code } = await driver.ended;
    expect(code).toBe(2);
    expect(resultOf()).toMatchObject({
      stopped: { kind: 'failed', reason: expect.stringContaining('EPIPE') },
    });
    expect(await server.openRealms()).toBe(0);
  });

  it('before anything was created, and names the address, the cause and the option', {
    tags: ['full'],
  }, async () => {
    const driver = startDriver(
      ...small,
      '--url',
      `http://127.0.0.1:${await closedPort()}`,
      '--duration',
      '1h',
    );
    expect((await driver.ended).code).toBe(2);
    const { stopped, realm } = resultOf();
    expect(stopped?.reason).toMatch(/^http:\/\/127\.0\.0\.1:\d+ does not answer: .*ECONNREFUSED.*--url/);
    expect(realm).toEqual({ id: null, remains: null });
  });
});
