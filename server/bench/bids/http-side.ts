import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createBidders, insertAuction } from '../../test/bidding.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { DriverOrder, DriverReport } from './http-driver.main.ts';
import type { ServerOrder, ServerReport } from './http-server.main.ts';

export interface HttpMeasured {
  okPerS: number;
  refusedPerS: number;
  serverCpuUs: number;
  p50Ms: number;
  p99Ms: number;
}

export interface HttpSide {
  /** Measures POSTs of bids on an auction of their own, or POSTs that only authenticate. */
  measure(what: 'bids' | 'nothing', load: { bidders: number; durationMs: number }): Promise<HttpMeasured>;
  close(): Promise<void>;
}

/** Starts a whole server and a driver in separate processes. */
export async function openHttpSide(
  bench: BenchDatabase,
  env: Record<string, string> = {},
): Promise<HttpSide> {
  const server = fork(new URL('./http-server.main.ts', import.meta.url), {
    env: { ...process.env, BENCH_DATABASE_URL: bench.url, ...env },
  });
  const driver = fork(new URL('./http-driver.main.ts', import.meta.url));
  server.setMaxListeners(0);
  const kill = () => {
    server.kill('SIGKILL');
    driver.kill('SIGKILL');
  };
  const { port } = await receive(server, 'listening').catch((error) => {
    kill();
    throw error;
  });
  return {
    async measure(what, { bidders, durationMs }) {
      const auctionId = await insertAuction(bench.db);
      const users = await createBidders(bench.db, auctionId, bidders, 1_000_000_000);
      const userIds = users.map(({ id }) => id);
      const { tokens } = await request(server, { kind: 'sessions', userIds }, 'sessions');
      const path = what === 'bids' ? `/api/auction/bid/${auctionId}` : '/api/bench/nothing';
      const before = await request(server, { kind: 'cpu' }, 'cpu');
      const result = await drive(driver, { port, path, tokens, durationMs, withKeys: what === 'bids' });
      const after = await request(server, { kind: 'cpu' }, 'cpu');
      const answered = Object.values(result.replies).reduce((sum, count) => sum + count, 0);
      const ok = result.replies['200'] ?? 0;
      return {
        okPerS: ok / result.seconds,
        refusedPerS: (answered - ok) / result.seconds,
        // The driver's warm-up quarter is included in the CPU time, but not in the replies.
        serverCpuUs: (after.us - before.us) / (answered * 1.25),
        p50Ms: result.p50Ms,
        p99Ms: result.p99Ms,
      };
    },
    async close() {
      if (server.exitCode === null && server.connected) {
        const ended = once(server, 'exit');
        server.send({ kind: 'close' } satisfies ServerOrder);
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10_000))]);
      }
      kill();
    },
  };
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
