import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAuction, join } from './bidding.ts';

const password = 'a passphrase of a client';
const fileOf = (name: string) => fileURLToPath(new URL(`../../load/examples/${name}`, import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('There is no python3: the Python client is not tested.');
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

async function newBidder(auction: number) {
  const { user } = await app.signIn({ coins: 100 });
  await join(app.deps.db, auction, [user]);
  const { rows } = await app.deps.db.pool.query<{ email: string }>(
    'UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING email',
    [user.id, await app.deps.passwords.hash(password)],
  );
  return { ...user, email: rows[0]?.email ?? '' };
}

/** Runs a client, reports each line that it prints until the work is done, and ends it. */
async function withClient(
  [program = '', ...args]: readonly string[],
  work: (nextLine: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const client = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: unknown[] = [];
  client.stderr.on('data', (data) => errors.push(data));
  const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
  const ended = once(client, 'exit');
  try {
    await work(async () => {
      const { done, value } = await lines.next();
      if (done) throw new Error(`the client ended: ${errors.join('')}`);
      return value;
    });
  } finally {
    client.kill();
    await ended;
  }
}

it.each([
  ['JavaScript', 'bid.mjs', process.execPath],
  ['Python', 'bid.py', 'python3'],
])(
  'R2 the %s client signs in, joins, bids and prints the states of others',
  {
    tags: ['full'],
  },
  async (language, name, program) => {
    expect(readFileSync(fileOf(name), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(60);
    if (language === 'Python' && !hasPython) return;
    const auction = await insertAuction(app.deps.db);
    const [ada, bola] = [await newBidder(auction), await newBidder(auction)];
    const command = (email: string, with_: string) => [
      program,
      fileOf(name),
      app.url,
      email,
      with_,
      `${auction}`,
    ];

    await withClient(command(ada.email, password), async (nextLine) => {
      expect(await nextLine()).toBe('joined: 0 coins, leader none');
      const lines = [await nextLine(), await nextLine()];
      expect(lines.sort()).toEqual(['bid: 1 coins', `state: 1 coins, leader ${ada.username}`]);
      const other = await app.signInAs(bola.id);
      expect((await other.post(`/auction/bid/${auction}`)).status).toBe(200);
      expect(await nextLine()).toBe(`state: 2 coins, leader ${bola.username}`);
    });

    await withClient(command(bola.email, password), async (nextLine) => {
      expect(await nextLine()).toBe(`joined: 2 coins, leader ${bola.username}`);
      expect(await nextLine()).toBe('refused: You are already the highest bidder.');
    });
    const refused = withClient(command(ada.email, 'wrong'), async (nextLine) => void (await nextLine()));
    await expect(refused).rejects.toThrow('the client ended');
  },
);
