import { spawn } from 'node:child_process';
import { once } from 'node:events';

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
