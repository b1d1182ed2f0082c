import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { figure, type Goal, median, printTable } from '@copup/testkit/report.ts';
import { createBidders, insertAuction } from '../../test/bidding.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { DriverOrder, DriverReport } from './http-driver.main.ts';
import type { ServerOrder, ServerReport } from './http-server.main.ts';

interface HttpMeasured {
  okPerS: number;
  refusedPerS: number;
  serverCpuUs: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Compares bids by POST on a whole server with a POST that only authenticates. Server and driver run in separate
 * processes.
 */
export async function measureHttp(
  bench: BenchDatabase,
  { bidders, rounds, durationMs }: { bidders: number; rounds: number; durationMs: number },
): Promise<Goal> {
  const server = fork(new URL('./http-server.main.ts', import.meta.url), {
    env: { ...process.env, BENCH_DATABASE_URL: bench.url },
  });
  const driver = fork(new URL('./http-driver.main.ts', import.meta.url));
  server.setMaxListeners(0);
  const nothing: HttpMeasured[] = [];
  const bids: HttpMeasured[] = [];
  try {
    const { port } = await receive(server, 'listening');
    const measure = async (what: 'bids' | 'nothing'): Promise<HttpMeasured> => {
      const auctionId = await insertAuction(bench.db);
      const users = await createBidders(bench.db, auctionId, bidders, 1_000_000_000);
      const { tokens } = await request(
        server,
        { kind: 'sessions', userIds: users.map(({ id }) => id) },
        'sessions',
      );
      const path = what === 'bids' ? `/api/auction/bid/${auctionId}` : '/api/bench/nothing';
      const before = await request(server, { kind: 'cpu' }, 'cpu');
      const result = await drive(driver, { port, path, tokens, durationMs, withKeys: what === 'bids' });
      const after = await request(server, { kind: 'cpu' }, 'cpu');
      const answered = Object.values(result.replies).reduce((sum, count) => sum + count, 0);
      const ok = result.replies['200'] ?? 0;
      // The driver's warm-up quarter is included in the CPU time, but not in the replies.
      const serverCpuUs = (after.us - before.us) / (answered * 1.25);
      const refusedPerS = (answered - ok) / result.seconds;
      return {
        okPerS: ok / result.seconds,
        refusedPerS,
        serverCpuUs,
        p50Ms: result.p50Ms,
        p99Ms: result.p99Ms,
      };
    };
    for (let round = 0; round < rounds; round += 1) {
      nothing.push(await measure('nothing'));
      bids.push(await measure('bids'));
    }
    server.send({ kind: 'close' } satisfies ServerOrder);
    await once(server, 'exit');
  } finally {
    server.kill('SIGKILL');
    driver.kill('SIGKILL');
  }
  report(bidders, { 'POST that only authenticates': nothing, 'POST of a bid': bids });
  return {
    what: 'bid by POST : POST that only authenticates',
    ratios: bids.map(({ okPerS }, round) => okPerS / (nothing[round]?.okPerS ?? Number.NaN)),
    atLeast: 0.5,
  };
}

function report(bidders: number, results: Record<string, HttpMeasured[]>): void {
  console.log(`\nOver HTTP, ${bidders} connections`);
  printTable(
    ['request', 'done/s', 'refused/s', 'p50 ms', 'p99 ms', 'server µs/request'],
    Object.entries(results).map(([name, all]) => [
      name,
      ...(['okPerS', 'refusedPerS', 'p50Ms', 'p99Ms', 'serverCpuUs'] as const).map((field) =>
        figure(median(all.map((one) => one[field]))),
      ),
    ]),
  );
}

type ReportOf<Kind extends ServerReport['kind']> = Extract<ServerReport, { kind: Kind }>;

/** Resolves with the next message of this kind; rejects when the process ends. */
async function receive<Kind extends ServerReport['kind']>(
  server: ChildProcess,
  kind: Kind,
): Promise<ReportOf<Kind>> {
  const [message] = (await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error('the server ended'))),
  ])) as [ServerReport];
  if (message.kind !== kind) throw new Error(`the server sent ${message.kind}, not ${kind}`);
  return message as ReportOf<Kind>;
}

function request<Kind extends ServerReport['kind']>(
  server: ChildProcess,
  order: ServerOrder,
  kind: Kind,
): Promise<ReportOf<Kind>> {
  const reply = receive(server, kind);
  server.send(order);
  return reply;
}

async function drive(driver: ChildProcess, what: DriverOrder): Promise<DriverReport> {
  const answer = once(driver, 'message');
  driver.send(what);
  const [result] = (await answer) as [DriverReport];
  return result;
}
