import { Child } from '@copup/testkit/child.ts';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { createBidders, insertAuction } from '../../test/bidding.ts';
import type { BareCalls } from '../bare.child.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { recordFigures } from '../figures.ts';
import { startRoomWatcher } from '../polling/room-watcher.ts';
import { ratiosOf, readOptions } from '../rounds.ts';
import type { ServerCalls } from '../server.child.ts';
import type { DriverCalls } from './driver.child.ts';
import { printProfile } from './profile.ts';

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
  /** Replies with status 200 in a second. */
  okPerS: number;
  nodeUs: number;
  postgresUs: number;
  refused: number;
}

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
  const {
    rounds,
    ms: durationMs,
    only,
    profile,
  } = readOptions(args, { ms: 1_200, only: '', profile: false });
  return withBenchDatabase(async (bench) => {
    const env = { BENCH_DATABASE_URL: bench.url, BENCH_LOG_LEVEL: 'info' };
    const [ours, bare, driver] = await Promise.all([
      Child.start<ServerCalls>(new URL('../server.child.ts', import.meta.url), env),
      Child.start<BareCalls>(new URL('../bare.child.ts', import.meta.url), env),
      Child.start<DriverCalls>(new URL('driver.child.ts', import.meta.url)),
    ]);
    try {
      const [unwatched, watched] = [await insertAuction(bench.db), await insertAuction(bench.db)];
      const ids = (await createBidders(bench.db, unwatched, CLIENTS, COINS)).map(({ id }) => id);
      const open = async (server: Child<BareCalls>) => ({
        server,
        port: await server.call('port'),
        tokens: await server.call('createTokens', ids),
      });
      const sides = { bare: await open(bare), ours: await open(ours as unknown as Child<BareCalls>) };
      const url = new URL(`http://127.0.0.1:${sides.ours.port}`);
      const watcher = await startRoomWatcher({ url, token: sides.ours.tokens[0] ?? '', auctionId: watched });

      const measure = async ({ side, method, path, withKeys }: Target): Promise<Measured> => {
        const { server, port, tokens } = sides[side];
        const cpuUs = async () => (await server.call('readUsage', { collects: false })).cpuUs;
        const [nodeBefore, postgresBefore] = [await cpuUs(), bench.cpuUs()];
        const order = { port, method, path, tokens, durationMs, withKeys };
        const { total, replies, ok, seconds } = await driver.call('drive', order);
        return {
          okPerS: ok / seconds,
          nodeUs: ((await cpuUs()) - nodeBefore) / total,
          postgresUs: (bench.cpuUs() - postgresBefore) / total,
          refused: 1 - ok / replies,
        };
      };
      const targets = targetsOf(watched, unwatched).filter(({ name }) => name.includes(only));
      const measured = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]));
      for (const target of targets) await measure(target);
      if (profile) await ours.call('startProfile');
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
      if (profile) printProfile(await ours.call('stopProfile'));
      return printGoals(goalsOf(measured));
    } finally {
      await Promise.all([ours, bare, driver].map((child) => child.end()));
    }
  });
}

function report(measured: ReadonlyMap<string, Measured[]>): void {
  console.log(`CPU per request, ${CLIENTS} connections, closed loop\n`);
  printTable(
    ['request', 'done/s', 'node µs', 'least', 'most', 'postgres µs', 'refused %'],
    [...measured].map(([name, all]) => {
      const node = all.map(({ nodeUs }) => nodeUs);
      return [
        name,
        figure(median(all.map(({ okPerS }) => okPerS))),
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
  const ratios = (one: string, other: string, value = ({ nodeUs }: Measured) => nodeUs) =>
    measured.has(other) ? ratiosOf(measured.get(one) ?? [], [measured.get(other) ?? []], value) : [];
  const perS = ratios(names.bid, names.nothing, ({ okPerS }) => okPerS);
  return [
    { what: 'bids by POST : POSTs that only authenticate, per second', ratios: perS, atLeast: 0.5 },
    { what: 'bare POST : bid by POST', ratios: ratios(names.barePost, names.bid), atLeast: 0.6, wish: 0.8 },
    { what: 'bare POST : POST that only authenticates', ratios: ratios(names.barePost, names.nothing) },
    { what: 'GET profile : bare GET', ratios: ratios(names.profile, names.bareGet), atMost: 1.5 },
    { what: 'GET auction : bare GET', ratios: ratios(names.auction, names.bareGet) },
    { what: 'poll of a held room : bare GET', ratios: ratios(names.heldPoll, names.bareGet) },
    { what: 'poll of a room not held : bare GET', ratios: ratios(names.poll, names.bareGet) },
  ];
}
