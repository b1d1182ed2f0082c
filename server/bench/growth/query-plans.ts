import type { Database } from '../../src/db/database.ts';
import { type ExecutedQuery, type PlanNode, recordQueries, sumBuffers } from '../../test/query-cost.ts';

/** What the statements of one call did in the database. */
export interface Cost {
  /** Pages read, in memory or not. */
  pages: number;
  /** Rows and index entries that were looked at. */
  rows: number;
  scans: Scan[];
  queries: ExecutedQuery[];
}

interface Scan {
  node: string;
  /** The table or the index. */
  name: string;
  rows: number;
}

/**
 * Tables are read from end to end only where there is no other way, and joined by lookups, as in a large database: so the
 * plans for a few thousand rows can be compared.
 */
export const largePlans = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};

/** Returns what measures the calls of one pool, whose database reports its plans. */
export function createCostMeter(db: Database): (work: () => Promise<unknown>) => Promise<Cost> {
  const recorder = recordQueries(db);
  return async (work) => {
    const queries = await recorder.during(work);
    const scans = queries.flatMap(({ plan }) => [...listScans(plan)]);
    return { pages: sumBuffers(queries), rows: sumRows(scans), scans, queries };
  };
}

export const sumRows = (scans: readonly Scan[]): number => scans.reduce((sum, { rows }) => sum + rows, 0);

/** Of tables and indexes; scans of a CTE or a function repeat what their source has read. */
export function* listScans(node: PlanNode): Generator<Scan> {
  const name = node['Index Name'] ?? node['Relation Name'];
  if (name !== undefined && node['Node Type'].includes('Scan')) {
    const rows =
      (node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0);
    yield { node: node['Node Type'], name, rows: (node['Actual Loops'] ?? 0) * rows };
  }
  for (const child of node.Plans ?? []) yield* listScans(child);
}
