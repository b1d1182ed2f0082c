import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { createBidders, insertAuction } from '../../test/bidding.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { recordFigures } from '../figures.ts';
import { startRoomWatcher } from '../polling/room-watcher.ts';
import { readRounds, roundsOption } from '../rounds.ts';
import { printProfile } from './profile.ts';
import { Driver, Side } from './side.ts';

const CLIENTS = 200;
const COINS = 1_000_000_000;

interface Target {
  name: string;
  side: 'bare' | 'ours';
  method: 'GET' | 'POST';
  path: string;
  withKeys: boolean;
}
interface Measured {
  nodeUs: number;
  postgresUs: number;
  refused: number;
}

const servers = {
  bare: new URL('./bare.child.ts', import.meta.url),
  ours: new URL('./ours.child.ts', import.meta.url),
};

const names = {
  barePost: 'bare POST',
  nothing: 'POST that only authenticates',
  bid: 'bid by POST',
  bareGet: 'bare GET, statement of the profile',
  profile: 'GET profile',
  auction: 'GET auction',
  heldPoll: 'GET remaining-time, room held',
  poll: 'GET remaining-time, room not held',
} as const;

function targetsOf(watched: number, unwatched: number): Target[] {
  const get = { method: 'GET', withKeys: false } as const;
  const post = { method: 'POST', withKeys: false } as const;
  return [
    { name: names.barePost, side: 'bare', ...post, path: '/nothing' },
    { name: names.nothing, side: 'ours', ...post, path: '/api/bench/nothing' },
    { name: names.bid, side: 'ours', ...post, path: `/api/auction/bid/${unwatched}`, withKeys: true },
    { name: names.bareGet, side: 'bare', ...get, path: '/profile' },
    { name: names.profile, side: 'ours', ...get, path: '/api/user/profile' },
    { name: names.auction, side: 'ours', ...get, path: `/api/auction/${unwatched}` },
    { name: names.heldPoll, side: 'ours', ...get, path: `/api/auction/remaining-time/${watched}` },
    { name: names.poll, side: 'ours', ...get, path: `/api/auction/remaining-time/${unwatched}` },
  ];
}

/**
 * Measures server CPU of one request, in a closed loop over kept-alive connections, against the framework alone:
 * Fastify with @fastify/jwt. The servers and the driver run in separate processes. `--only PART` measures the requests
 * whose name contains it, `--profile` prints where their CPU time is spent.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...roundsOption,
      ms: { type: 'string', default: '1200' },
      only: { type: 'string' },
      profile: { type: 'boolean' },
    },
  });
  const rounds = readRounds(values);
  const durationMs = Number(values.ms);
  const bench = await openBenchDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'copup-bench-requests-'));
  const driver = new Driver();
  const sides: Side[] = [];
  try {
    const [unwatched, watched] = [await insertAuction(bench.db), await insertAuction(bench.db)];
    const ids = (await createBidders(bench.db, unwatched, CLIENTS, COINS)).map(({ id }) => id);
    const start = async (name: Target['side']) => {
      const side = await Side.start(servers[name], ids, bench.url);
      sides.push(side);
      return side;
    };
    const running = { bare: await start('bare'), ours: await start('ours') };
    const url = new URL(`http://127.0.0.1:${running.ours.port}`);
    const [token = ''] = running.ours.tokens;
    const watcher = await startRoomWatcher({ url, token, auctionId: watched });
    const targets = targetsOf(watched, unwatched).filter(({ name }) => name.includes(values.only ?? ''));
    const measured = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]));

    const measure = async ({ side, method, path, withKeys }: Target): Promise<Measured> => {
      const { port, tokens } = running[side];
      const postgresBefore = bench.cpuUs();
      const before = await running[side].cpuUs();
      const driven = await driver.drive({ port, method, path, tokens, durationMs, withKeys });
      const nodeUs = ((await running[side].cpuUs()) - before) / driven.total;
      const replies = Object.values(driven.replies).reduce((sum, count) => sum + count, 0);
      return {
        nodeUs,
        postgresUs: (bench.cpuUs() - postgresBefore) / driven.total,
        refused: 1 - (driven.replies['200'] ?? 0) / replies,
      };
    };
    for (const target of targets) await measure(target);
    if (values.profile) await running.ours.startProfile();
    for (let round = 0; round < rounds; round += 1)
      for (const target of targets) measured.get(target.name)?.push(await measure(target));

    watcher.stop();
    report(measured);
    const auction = measured.get(names.auction);
    if (auction)
      recordFigures('requests', rounds, {
        requestNodeUs: { unit: 'µs of CPU', values: auction.map(({ nodeUs }) => nodeUs) },
        requestPostgresUs: { unit: 'µs of CPU', values: auction.map(({ postgresUs }) => postgresUs) },
      });
    if (values.profile) {
      const file = join(folder, 'server.cpuprofile');
      await running.ours.writeProfile(file);
      printProfile(file);
    }
    return printGoals(goalsOf(measured));
  } finally {
    driver.end();
    await Promise.all(sides.map((side) => side.end()));
    await bench.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(measured: ReadonlyMap<string, Measured[]>): void {
  console.log(`CPU per request, ${CLIENTS} connections, closed loop\n`);
  printTable(
    ['request', 'node µs', 'least', 'most', 'postgres µs', 'refused %'],
    [...measured].map(([name, all]) => {
      const node = all.map(({ nodeUs }) => nodeUs);
      return [
        name,
        figure(median(node)),
        figure(Math.min(...node)),
        figure(Math.max(...node)),
        figure(median(all.map(({ postgresUs }) => postgresUs))),
        figure(100 * median(all.map(({ refused }) => refused))),
      ];
    }),
  );
  console.log();
}

function goalsOf(measured: ReadonlyMap<string, Measured[]>): Goal[] {
  const ratios = (one: string, other: string) => {
    const others = measured.get(other) ?? [];
    return (measured.get(one) ?? []).map(
      ({ nodeUs }, round) => nodeUs / (others[round]?.nodeUs ?? Number.NaN),
    );
  };
  return [
    { what: 'bare POST : bid by POST', ratios: ratios(names.barePost, names.bid), atLeast: 0.6, wish: 0.8 },
    { what: 'bare POST : POST that only authenticates', ratios: ratios(names.barePost, names.nothing) },
    { what: 'GET profile : bare GET', ratios: ratios(names.profile, names.bareGet), atMost: 1.5 },
    { what: 'GET auction : bare GET', ratios: ratios(names.auction, names.bareGet) },
    { what: 'poll of a held room : bare GET', ratios: ratios(names.heldPoll, names.bareGet) },
    { what: 'poll of a room not held : bare GET', ratios: ratios(names.poll, names.bareGet) },
  ];
}
