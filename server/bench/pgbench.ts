import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BenchDatabase } from './bench-database.ts';

/** Printed instead of a comparison. */
export const pgbenchMissing =
  'pgbench was not found, so there is no comparison with it. The included PostgreSQL has none: apt-get install postgresql, ' +
  'brew install postgresql, or set PGBENCH_PATH to a pgbench of version 15 or newer.';

/** Runs pgbench, from PGBENCH_PATH or PATH, and returns what it prints; undefined when there is none. */
export async function runPgbench(url: string, args: readonly string[]): Promise<string | undefined> {
  const program = process.env.PGBENCH_PATH || 'pgbench';
  const child = spawn(program, [...args, url], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  try {
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${program} exited with ${code}:\n${errors}`);
    return output;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the transactions per second that pgbench printed. */
export function rateOf(output: string): number {
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  if (rate === undefined) throw new Error(`pgbench printed no rate:\n${output}`);
  return Number(rate);
}

/** Fills the tables of pgbench's TPC-B-like script. Returns whether there is a pgbench. */
export async function prepareTpcb({ ownerUrl }: BenchDatabase, scale: number): Promise<boolean> {
  return (await runPgbench(ownerUrl, ['-i', '-q', '-s', String(scale)])) !== undefined;
}

/** Measures pgbench's TPC-B-like script: three updates, one read and one insert in a transaction. */
export async function measureTpcb(
  { ownerUrl }: BenchDatabase,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const load = ['-c', String(clients), '-j', '2', '-T', String(seconds)];
  const output = await runPgbench(ownerUrl, ['-n', '-M', 'prepared', ...load]);
  if (output === undefined) throw new Error(pgbenchMissing);
  return rateOf(output);
}
