import { figure, type Goal, median, printTable } from '@copup/testkit/report.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { type HttpMeasured, openHttpSide } from './http-side.ts';

/**
 * Compares bids by POST on a whole server with a POST that only authenticates. Server and driver run in separate
 * processes.
 */
export async function measureHttp(
  bench: BenchDatabase,
  { bidders, rounds, durationMs }: { bidders: number; rounds: number; durationMs: number },
): Promise<Goal> {
  const side = await openHttpSide(bench);
  const load = { bidders, durationMs };
  const nothing: HttpMeasured[] = [];
  const bids: HttpMeasured[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      nothing.push(await side.measure('nothing', load));
      bids.push(await side.measure('bids', load));
    }
  } finally {
    await side.close();
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
