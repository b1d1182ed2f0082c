import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Goal } from '@copup/testkit/report.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { Measured } from '../closed-loop.ts';
import { pgbenchMissing, rateOf, runPgbench } from '../pgbench.ts';
import { printMedians, ratiosOf } from '../rounds.ts';

const CLIENTS = 16;

/**
 * Compares the lane with updates of one row by pgbench, measured in turn. Without a goal when there is no pgbench.
 */
export async function againstHotRow(
  bench: BenchDatabase,
  measureLane: () => Promise<Measured>,
  { rounds, durationMs }: { rounds: number; durationMs: number },
): Promise<Goal[]> {
  const hotRow = await hotRowUpdates(bench);
  const lanes: Rate[] = [];
  const updates: Rate[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { acceptedPerS, postgresCpuUs } = await measureLane();
      lanes.push({ perS: acceptedPerS, postgresCpuUs });
      const before = bench.cpuUs();
      const perS = await hotRow.measure(durationMs);
      if (perS === undefined) {
        console.log(`\n${pgbenchMissing}`);
        return [];
      }
      updates.push({ perS, postgresCpuUs: (bench.cpuUs() - before) / (perS * (durationMs / 1_000)) });
    }
  } finally {
    hotRow.dispose();
  }
  // The lane is limited by the processor; pgbench waits for the disk at each update.
  printMedians<Rate>(
    'one hot row',
    { perS: 'done/s', postgresCpuUs: 'postgres µs each' },
    { 'lane, 200 bidders': lanes, [`pgbench, ${CLIENTS} clients`]: updates },
  );
  const ratios = ratiosOf(lanes, [updates], ({ perS }) => perS);
  return [{ what: 'lane : pgbench hot row', ratios, atLeast: 4 }];
}

interface Rate {
  perS: number;
  postgresCpuUs: number;
}

/** Returns updates of one row per second by pgbench, undefined when there is none. */
async function hotRowUpdates({ url, asOwner }: BenchDatabase) {
  await asOwner('CREATE TABLE bench_hot_row (id int PRIMARY KEY, amount bigint NOT NULL)');
  await asOwner('INSERT INTO bench_hot_row VALUES (1, 0); GRANT ALL ON bench_hot_row TO PUBLIC');
  const folder = mkdtempSync(join(tmpdir(), 'copup-bench-'));
  const script = join(folder, 'hot-row.sql');
  writeFileSync(script, 'UPDATE bench_hot_row SET amount = amount + 1 WHERE id = 1;\n');

  return {
    async measure(durationMs: number): Promise<number | undefined> {
      const seconds = Math.max(1, Math.round(durationMs / 1000));
      const load = ['-c', String(CLIENTS), '-j', '2', '-T', String(seconds)];
      const output = await runPgbench(url, ['-n', '-M', 'prepared', ...load, '-f', script]);
      return output === undefined ? undefined : rateOf(output);
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
