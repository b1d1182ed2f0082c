import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '@copup/testkit/child.ts';
import { type Goal, printGoals } from '@copup/testkit/report.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { createBidders, insertAuction } from '../../test/bidding.ts';
import type { BareCalls } from '../bare.child.ts';
import { type BenchDatabase, withBenchDatabase } from '../bench-database.ts';
import type { DriverCalls } from '../requests/driver.child.ts';
import { type LineOrder, openLine } from '../requests/lines.ts';
import { printProfile } from '../requests/profile.ts';
import { measureRounds, printMedians, ratiosOf, readOptions } from '../rounds.ts';
import type { ServerCalls } from '../server.child.ts';

/** So many that no socket reaches the limit of events: the clients send as fast as they are answered. */
const CLIENTS = 400;
const COINS = 1_000_000_000;
/** The length of a client's key. */
const UUID = 36;
/** A slow phone's network: 400 ms for a round trip, and 1.6 Mbit/s. */
const ROUND_TRIP_MS = 400;
const BYTES_PER_SECOND = 200_000;
const BEYOND_ROUND_TRIP_MS = 40;

/** What Chromium on a phone adds to a request of the page's script. */
const BROWSER_HEADERS = `${[
  'Connection: keep-alive',
  'sec-ch-ua-platform: "Android"',
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Accept: application/json',
  'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'sec-ch-ua-mobile: ?1',
  'Origin: http://127.0.0.1',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
  'Referer: http://127.0.0.1/auction/1001',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-NG,en-GB;q=0.9,en-US;q=0.8,en;q=0.7',
].join('\r\n')}\r\n`;

interface Measured {
  okPerS: number;
  nodeUs: number;
  postgresUs: number;
  bytes: number;
  refusedPercent: number;
}

const COLUMNS = {
  okPerS: 'done/s',
  nodeUs: 'node µs',
  postgresUs: 'postgres µs',
  bytes: 'bytes',
  refusedPercent: 'refused %',
};

/**
 * Compares a bid over the open socket with the same bid by POST: server CPU in a closed loop, beside a bare Fastify POST
 * with @fastify/jwt; bytes, beside a POST with a browser's headers; and the time until the receipt on a slow network, after
 * `--idle` seconds without a request. `--profile` prints where the server's CPU time is spent by bids over the socket.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const options = readOptions(args, { ms: 1_500, idle: 60, profile: false });
  const { rounds, ms: durationMs } = options;
  return withBenchDatabase(async (bench) => {
    const env = { BENCH_DATABASE_URL: bench.url, BENCH_LOG_LEVEL: 'info' };
    const [ours, bare, driver] = await Promise.all([
      Child.start<ServerCalls>(new URL('../server.child.ts', import.meta.url), env),
      Child.start<BareCalls>(new URL('../bare.child.ts', import.meta.url), env),
      Child.start<DriverCalls>(new URL('../requests/driver.child.ts', import.meta.url)),
    ]);
    try {
      const id = await insertAuction(bench.db);
      const users = (await createBidders(bench.db, id, CLIENTS, COINS)).map((user) => user.id);
      const tokens = await ours.call('createTokens', users);
      const bareTokens = await bare.call('createTokens', users);
      const post: LineOrder = {
        port: await ours.call('port'),
        method: 'POST',
        path: `/api/auction/bid/${id}`,
        body: { maxBidPoints: COINS },
      };
      const bySocket: LineOrder = { ...post, bySocket: { call: 'POST /auction/bid/:id', params: { id } } };
      const barePost: LineOrder = { port: await bare.call('port'), method: 'POST', path: '/nothing' };

      const open = async (name: string, order: LineOrder) => {
        const isBare = order === barePost;
        const lines = { ...order, name, tokens: isBare ? bareTokens : tokens };
        await driver.call('open', lines);
        const server = isBare ? bare : (ours as unknown as Child<BareCalls>);
        return () => measure({ bench, driver, server }, { ...lines, durationMs });
      };
      const sides = {
        'bare POST': await open('bare', barePost),
        'bid by POST': await open('post', post),
        'bid by POST of a browser': await open('browser', { ...post, headers: BROWSER_HEADERS }),
        'bid over the socket': await open('socket', bySocket),
      };
      await measureRounds(1, sides);
      if (options.profile) {
        await ours.call('startProfile');
        for (let round = 0; round < rounds; round += 1) await sides['bid over the socket']();
        printProfile(await ours.call('stopProfile'));
      }
      const results = await measureRounds(rounds, sides);
      console.log(`CPU and bytes of a request, ${CLIENTS} connections, closed loop\n`);
      printMedians<Measured>('request', COLUMNS, results);
      const timed = await timeReceipts({ post, bySocket }, tokens, rounds, options.idle * 1_000);
      return printGoals(goalsOf(results, timed));
    } finally {
      await Promise.all([ours, bare, driver].map((child) => child.end()));
    }
  });
}

interface Measurement {
  bench: BenchDatabase;
  driver: Child<DriverCalls>;
  server: Child<BareCalls>;
}

async function measure(
  { bench, driver, server }: Measurement,
  lines: LineOrder & { name: string; tokens: string[]; durationMs: number },
): Promise<Measured> {
  const cpuUs = async () => (await server.call('readUsage', { collects: false })).cpuUs;
  const [nodeBefore, postgresBefore] = [await cpuUs(), bench.cpuUs()];
  const sent = { ...lines, withKeys: true, keyLength: UUID };
  const { total, replies, ok, bytes, seconds } = await driver.call('drive', sent);
  return {
    okPerS: ok / seconds,
    nodeUs: ((await cpuUs()) - nodeBefore) / total,
    postgresUs: (bench.cpuUs() - postgresBefore) / total,
    bytes,
    refusedPercent: 100 * (1 - ok / replies),
  };
}

interface Receipt {
  ms: number;
}

/** Measures the time from the press to the receipt, on connections that were idle. Each has a bidder of its own. */
async function timeReceipts<Way extends string>(
  orders: Record<Way, LineOrder>,
  tokens: readonly string[],
  rounds: number,
  idleMs: number,
): Promise<Record<Way, Receipt[]>> {
  const [{ port } = { port: 0 }] = Object.values<LineOrder>(orders);
  const proxy = await openTcpProxy({ host: '127.0.0.1', port });
  try {
    const sides = {} as Record<Way, (round: number) => Promise<Receipt>>;
    for (const [nth, [way, order]] of Object.entries<LineOrder>(orders).entries()) {
      const own = tokens.slice(nth * rounds, (nth + 1) * rounds);
      const lines = await Promise.all(own.map((token) => openLine({ ...order, port: proxy.port }, token)));
      // The first bid compiles what the measured one runs, and opens what it uses.
      for (const line of lines) await line.send(`first-${way}`.padEnd(UUID, '-'));
      sides[way as Way] = async (round) => {
        const startMs = performance.now();
        const isPlaced = await lines[round]?.send(`timed-${way}`.padEnd(UUID, '-'));
        if (!isPlaced) throw new Error('a timed bid was refused');
        return { ms: performance.now() - startMs };
      };
    }
    Object.assign(proxy, { delayMs: ROUND_TRIP_MS / 2, bytesPerSecond: BYTES_PER_SECOND });
    await pause(idleMs);
    const timed = await measureRounds(rounds, sides);
    console.log(`From the press to the receipt: ${ROUND_TRIP_MS} ms round trip, ${idleMs / 1_000} s idle\n`);
    printMedians<Receipt>('bid', { ms: 'ms' }, timed);
    return timed;
  } finally {
    await proxy.close();
  }
}

function goalsOf(
  results: Record<
    'bare POST' | 'bid by POST' | 'bid by POST of a browser' | 'bid over the socket',
    Measured[]
  >,
  timed: Record<'post' | 'bySocket', Receipt[]>,
): Goal[] {
  const own = results['bid over the socket'];
  const nodeUs = ({ nodeUs }: Measured) => nodeUs;
  const bytes = ({ bytes }: Measured) => bytes;
  const browser = results['bid by POST of a browser'];
  const allowedMs = ROUND_TRIP_MS + BEYOND_ROUND_TRIP_MS;
  const share = ({ ms }: Receipt) => ms / allowedMs;
  return [
    {
      what: 'CPU, bid over the socket : by POST',
      ratios: ratiosOf(own, [results['bid by POST']], nodeUs),
      atMost: 0.65,
      wish: 0.5,
    },
    { what: 'CPU, bid over the socket : by POST of a browser', ratios: ratiosOf(own, [browser], nodeUs) },
    {
      what: 'CPU, bid over the socket : bare POST',
      ratios: ratiosOf(own, [results['bare POST']], nodeUs),
      atMost: 1.5,
    },
    {
      what: 'bytes, bid over the socket : by POST of a browser',
      ratios: ratiosOf(own, [browser], bytes),
      atMost: 0.3,
    },
    {
      what: 'bytes, bid over the socket : by POST without a browser’s headers',
      ratios: ratiosOf(own, [results['bid by POST']], bytes),
    },
    {
      what: `receipt over the socket within ${allowedMs} ms (time ÷ ${allowedMs} ms)`,
      ratios: timed.bySocket.map(share),
      atMost: 1,
    },
    { what: `receipt by POST (time ÷ ${allowedMs} ms)`, ratios: timed.post.map(share) },
  ];
}
