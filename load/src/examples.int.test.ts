import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runK6 } from './k6-shim.ts';
import { asOperator, type LoadServer, openLoadServer, operator } from './load-server.fixture.ts';
import { parseOptions } from './options.ts';
import { endRealm, prepareTokens } from './tokens.ts';

const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-examples-'));
const tokensFile = join(folder, 'tokens.csv');
let server: LoadServer;

beforeAll(async () => {
  server = await openLoadServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const signal = new AbortController().signal;

function tokenOptions(...args: string[]) {
  const own = [...asOperator, '--url', server.app.url];
  const command = parseOptions(['tokens', ...args, ...own, '--out', tokensFile], {});
  if (command.kind !== 'tokens') throw new Error('no command for tokens');
  return command.options;
}

/** The accepted bids of each auction. */
async function acceptedBids(auctionIds: readonly number[]): Promise<number[]> {
  const { rows } = await server.app.deps.db.pool.query<{ count: number }>(
    `SELECT (SELECT count(*)::int FROM bids WHERE auction_id = auction.id) AS count
     FROM unnest($1::int[]) WITH ORDINALITY AS auction (id, at) ORDER BY at`,
    [auctionIds],
  );
  return rows.map(({ count }) => count);
}

const rowsOf = () =>
  readFileSync(tokensFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));

interface Artillery {
  runner: {
    runner(script: object, payload: string[][], options: object): Promise<ArtilleryRun>;
  };
}
interface ArtilleryRun {
  on(event: 'done', listen: (stats: { counters: Record<string, number> }) => void): void;
  run(): void;
  stop(): Promise<void>;
}

it('O5 players of a tokens file join rooms and bid by Artillery’s script', {
  tags: ['full'],
}, async () => {
  const { realm, auctionIds } = await prepareTokens(tokenOptions('--players', '6', '--rooms', '2'), signal);
  const [header, ...players] = rowsOf();
  expect(header).toEqual(['token', 'auction', 'username']);
  expect(players.map(([, auction]) => Number(auction))).toEqual(
    [0, 1, 0, 1, 0, 1].map((at) => auctionIds[at]),
  );

  const script = parse(readFileSync(join(examples, 'artillery.yml'), 'utf8'));
  script.config.target = server.app.url;
  // A busy machine answers slowly.
  script.config.http = { timeout: 60 };
  script.config.phases = [{ duration: 1, arrivalCount: players.length }];
  const { runner } = createRequire(import.meta.url)('@artilleryio/int-core') as Artillery;
  const artillery = await runner.runner(script, players as string[][], {});
  const done = new Promise<Record<string, number>>((resolve) =>
    artillery.on('done', ({ counters }) => resolve(counters)),
  );
  artillery.run();
  const counters = await done;
  await artillery.stop();

  expect(counters).toMatchObject({
    'vusers.created': 6,
    'vusers.completed': 6,
    'vusers.failed': 0,
    'socketio.emit': 6,
    'http.requests': 30,
  });
  expect(Object.keys(counters).filter((name) => name.startsWith('errors.'))).toEqual([]);
  const bids = await acceptedBids(auctionIds);
  expect(bids.every((count) => count > 0)).toBe(true);
  expect(bids.reduce((sum, count) => sum + count, 0)).toBe(counters['http.codes.200']);
  await endRealm(server.app.url, operator, realm);
  await expect(endRealm(server.app.url, operator, 999_999)).rejects.toThrow('There is no load test 999999');
});

it('O5 players of a tokens file join rooms and bid by the script of k6', async () => {
  const { realm, auctionIds } = await prepareTokens(tokenOptions('--players', '4', '--rooms', '2'), signal);
  for (const name of ['k6.js', 'room-client.js']) copyFileSync(join(examples, name), join(folder, name));
  const { checks, counters, trends } = await runK6(folder, 'k6.js', { URL: server.app.url, SECONDS: '2' });
  expect(checks['the room was joined']).toEqual({ passed: 4, failed: 0 });
  expect(checks['the server admits the socket']).toBeUndefined();
  const decided = checks['the bid was decided'];
  // A busy machine answers some bids with BUSY (A11).
  expect(decided?.passed).toBeGreaterThan(0);
  const bids = await acceptedBids(auctionIds);
  const times = trends.bid_to_own_price_or_later ?? [];
  expect(times.length).toBeGreaterThan(0);
  expect(times.length).toBeLessThanOrEqual(bids.reduce((sum, count) => sum + count, 0));
  expect(counters.room_states).toBeGreaterThan(0);
  await endRealm(server.app.url, operator, realm);
});

/** Finds a load generator in the folder that the variable names, or on PATH; says when its test is skipped. */
function findProgram(name: string, variable: string): string | undefined {
  const folders = [process.env[variable], ...(process.env.PATH ?? '').split(delimiter)];
  const found = folders.flatMap((each) => (each ? join(each, name) : [])).find((path) => existsSync(path));
  if (!found)
    console.warn(`There is no ${name} on PATH or in ${variable}: its script is not run by the real program.`);
  return found;
}
const artillery = findProgram('artillery', 'COPUP_ARTILLERY');
const k6 = findProgram('k6', 'COPUP_K6');

/** Runs a program in the folder of the tokens, and returns its output when it succeeds. */
async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true' };
  const run = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => (output += String(data)));
  const [code] = await once(run, 'exit');
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
  return output;
}

it.skipIf(!artillery)(
  'O5 the program artillery joins rooms and bids by its script',
  {
    tags: ['full'],
    timeout: 300_000,
  },
  async () => {
    const players = 6;
    const { realm, auctionIds } = await prepareTokens(
      tokenOptions('--players', String(players), '--rooms', '2'),
      signal,
    );
    copyFileSync(join(examples, 'artillery.yml'), join(folder, 'artillery.yml'));
    const phases = [{ duration: 1, arrivalCount: players }];
    // A busy machine answers slowly.
    const overrides = JSON.stringify({ config: { phases, http: { timeout: 60 } } });
    const file = join(folder, 'report.json');
    const args = [
      'run',
      'artillery.yml',
      '--target',
      server.app.url,
      '--overrides',
      overrides,
      '--output',
      file,
    ];
    await runProgram(process.execPath, [realpathSync(artillery ?? ''), ...args]);
    const { counters } = JSON.parse(readFileSync(file, 'utf8')).aggregate;
    expect(counters).toMatchObject({
      'vusers.completed': players,
      'vusers.failed': 0,
      'socketio.emit': players,
      'http.requests': 5 * players,
    });
    expect(Object.keys(counters).filter((name) => name.startsWith('errors.'))).toEqual([]);
    const bids = await acceptedBids(auctionIds);
    expect(bids.every((count) => count > 0)).toBe(true);
    expect(bids.reduce((sum, count) => sum + count, 0)).toBe(counters['http.codes.200']);
    await endRealm(server.app.url, operator, realm);
  },
);

it.skipIf(!k6)(
  'O5 the program k6 joins rooms and bids by its script',
  {
    tags: ['full'],
    timeout: 300_000,
  },
  async () => {
    const { realm, auctionIds } = await prepareTokens(tokenOptions('--players', '4', '--rooms', '2'), signal);
    for (const name of ['k6.js', 'room-client.js']) copyFileSync(join(examples, name), join(folder, name));
    // How fast a busy machine is, is no finding.
    await runProgram(k6 ?? '', [
      'run',
      '--no-thresholds',
      '-e',
      `URL=${server.app.url}`,
      '-e',
      'SECONDS=2',
      'k6.js',
    ]);
    expect((await acceptedBids(auctionIds)).every((count) => count > 0)).toBe(true);
    await endRealm(server.app.url, operator, realm);
  },
);

it('a stranger’s token is refused by the script of k6', async () => {
  const { roomClient, socketUrl } = await import('../examples/room-client.js');
  const socket = new WebSocket(socketUrl(server.app.url));
  const refused = await new Promise<{ message: string }>((resolve, reject) => {
    const receive = roomClient({
      send: (text: string) => socket.send(text),
      token: 'none',
      rooms: ['auctions'],
      onJoined: () => reject(new Error('the room was joined')),
      onState: () => undefined,
      onRefused: resolve,
    });
    socket.addEventListener('message', ({ data }) => receive(String(data)));
  });
  socket.close();
  expect(refused.message).not.toBe('');
});
