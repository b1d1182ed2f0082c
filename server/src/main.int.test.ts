import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '@copup/testkit/client.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { startServer } from '@copup/testkit/processes.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-main-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

class Run {
  output = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;

  constructor(env: Record<string, string>) {
    this.#child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.#ended = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  end(): Promise<number | null> {
    return this.#ended;
  }

  async listening(): Promise<string> {
    return vi.waitFor(
      () => {
        const url = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(this.output)?.[1];
        if (url === undefined) throw new Error(this.output);
        return url;
      },
      { timeout: 20_000 },
    );
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }
}

const lines = (text: string) => text.trim().split('\n');

describe('a server that cannot start', () => {
  it('lists all errors of its configuration at once', { tags: ['full'] }, async () => {
    const run = new Run({ PORT: 'x', ROLES: 'cook', REDIS_URL: 'nonsense' });
    expect(await run.end()).toBe(1);
    expect(lines(run.output)).toHaveLength(5);
    for (const name of ['PORT', 'ROLES', 'REDIS_URL', 'DATABASE_URL'])
      expect(run.output).toContain(`- ${name}`);
  });

  it('prints in one line that the port is in use', { tags: ['full'] }, async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const port = String((other.address() as AddressInfo).port);
    const run = new Run({ DATABASE_URL: database.url, PORT: port });
    expect(await run.end()).toBe(1);
    other.close();
    expect(run.output.trim()).toBe(
      `Port ${port} is in use. Stop the program that uses it, or start with another PORT.`,
    );
  });

  it('prints in one line that PostgreSQL is unavailable', { tags: ['full'] }, async () => {
    const run = new Run({ DATABASE_URL: 'postgres://copup:swordfish@127.0.0.1:1/copup' });
    expect(await run.end()).toBe(1);
    expect(lines(run.output)).toHaveLength(1);
    expect(run.output).toContain('PostgreSQL cannot be reached');
    expect(run.output).not.toContain('swordfish');
  });
});

/** The second of them approves at once what the first requested (O3a). */
async function expectTwoOperators(
  client: ApiClient,
  credentials: { email: string; password: string }[],
): Promise<void> {
  expect(credentials).toHaveLength(2);
  const logins = await Promise.all(credentials.map((each) => client.post('/auth/login', each)));
  const [first, second] = logins.map(({ body }) => {
    expect(body.user.role).toBe(1);
    return client.withToken(body.token);
  });
  const requested = await first?.post('/admin/rewards/fund', { bid_points: 5, reason: 'a start' });
  expect(requested?.status).toBe(202);
  const approved = await second?.post(`/admin/approvals/${requested?.body.approval_id}/approve`);
  expect(approved?.body.status).toBe('approved');
}

describe('a server', () => {
  it('S8 warns and serves while Redis is unavailable, has its operators, and exits with 0 on SIGTERM', async () => {
    const admin = { email: 'boss@copup.test', password: 'a passphrase' };
    const run = new Run({
      DATABASE_URL: database.url,
      REDIS_URL: 'redis://127.0.0.1:1',
      ADMIN_EMAIL: `${admin.email}, deputy@copup.test`,
      ADMIN_PASSWORD: admin.password,
    });
    const client = new ApiClient(await run.listening());
    await expectTwoOperators(client, [admin, { ...admin, email: 'deputy@copup.test' }]);
    expect((await client.get('/:readyz')).body).toEqual({
      status: 'ready',
      redis: 'away',
      replication: { state: 'none', lag_ms: null },
    });
    await vi.waitFor(() => expect(run.output).toContain('Redis is unavailable'));
    run.signal('SIGTERM');
    expect(await run.end()).toBe(0);
    expect(run.output).not.toContain(admin.password);
  });

  // Wider than the test of `npm start`, which restarts a server with the demo, too.
  it('turns an empty database into a demo, prints how to sign in, and keeps it over a restart', {
    tags: ['full'],
  }, async () => {
    const own = await createTestDatabase();
    try {
      for (const round of [1, 2]) {
        const run = new Run({ DATABASE_URL: own.url, SEED_DEMO: '1' });
        const client = new ApiClient(await run.listening());
        await vi.waitFor(() => expect(run.output).toContain('/docs'));
        const [, email, password] = /(ada@\S+) +(\S+)/.exec(run.output) ?? [];
        const { body } = await client.post('/auth/login', { email, password });
        const ada = client.withToken(body.token);
        const operators = [...run.output.matchAll(/(operator\S*@\S+) +(\S+)/g)];
        await expectTwoOperators(
          client,
          operators.map(([, email = '', password = '']) => ({ email, password })),
        );
        const payouts = (await ada.get('/tap/payout-history')).body as { status: string }[];
        expect(payouts.map(({ status }) => status)).toEqual(['pending', 'rejected', 'returned', 'paid']);
        // 5,000 at first; the demo's payments, payouts, sends and trades change them.
        expect((await ada.get('/user/profile')).body.bid_points).toBeGreaterThan(4_000);
        const auctions = (await ada.get('/auction')).body as {
          category: string;
          id: number;
          status: string;
        }[];
        expect(new Set(auctions.map(({ category }) => category))).toEqual(
          new Set(['cash', 'product', 'coupon']),
        );
        expect(Math.min(...auctions.map(({ id }) => id))).toBe(1_001);
        expect([round, auctions.length]).toEqual([round, 9]);
        expect(run.output).toContain('/dev/mail');
        expect(run.output).toMatch(
          /phone in the same network: start with HOST=0\.0\.0\.0 and open http:\/\/[^:]+:\d+/,
        );
        run.signal('SIGINT');
        expect(await run.end()).toBe(0);
      }
    } finally {
      await own.drop();
    }
  });

  for (const target of ['a full disk', 'a reader that has stopped']) {
    const title = `I10 serves, counts the lines that it loses and ends while its log goes to ${target}`;
    it.skipIf(process.platform !== 'linux')(title, { tags: ['full'] }, async () => {
      const output = target === 'a full disk' ? openSync('/dev/full', 'w') : openFullPipe();
      try {
        const server = await startServer({
          name: 'mute',
          databaseUrl: database.url,
          redisUrl: 'redis://127.0.0.1:1',
          folder: join(folder, 'mute'),
          output,
        });
        const lost = async () =>
          /^copup_log_lines_lost_total (\d+)$/m.exec(
            (await new ApiClient(server.url).get('/:metrics')).text,
          )?.[1];
        if (target === 'a full disk')
          await vi.waitFor(async () => expect(Number(await lost())).toBeGreaterThan(0));
        else expect(await lost()).toBe('0');
        expect(await server.stop()).toBe(0);
      } finally {
        closeSync(output);
      }
    });
  }
});

/** Opens a pipe that is full and that nothing reads. */
function openFullPipe(): number {
  const file = join(folder, 'pipe');
  execFileSync('sh', ['-c', `mkfifo '${file}'`]);
  const pipe = openSync(file, 'r+');
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'oflag=nonblock', 'bs=4096'], { stdio: 'ignore' });
  return pipe;
}
