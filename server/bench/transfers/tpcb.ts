import type { BenchDatabase } from '../bench-database.ts';
import { pgbenchMissing, rateOf, runPgbench } from '../pgbench.ts';

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
