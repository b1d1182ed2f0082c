import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BenchDatabase } from '../bench-database.ts';

/** Runs pgbench and returns what it prints; undefined when it is not installed. */
async function runPgbench(url: string, args: readonly string[]): Promise<string | undefined> {
  const child = spawn('pgbench', [...args, url], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  try {
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`pgbench exited with ${code}`);
    return output;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the transactions per second that pgbench printed. */
function rateOf(output: string): number {
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  if (rate === undefined) throw new Error(`pgbench printed no rate:\n${output}`);
  return Number(rate);
}

/** Fills the tables of pgbench's TPC-B-like script. Returns whether pgbench is installed. */
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
  if (output === undefined) throw new Error('pgbench is not installed');
  return rateOf(output);
}
