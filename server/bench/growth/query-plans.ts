import type { Database } from '../../src/db/database.ts';
import { type ExecutedQuery, type PlanNode, recordQueries, sumBuffers } from '../../test/query-cost.ts';

/** The database work of the statements of one call. */
export interface Cost {
  /** Pages read, from the cache or from disk. */
  pages: number;
  /** Rows and index entries that were scanned. */
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
 * Planner settings of a large database: sequential scans only when unavoidable, and nested-loop joins, so that the
 * plans for a few thousand rows are comparable.
 */
export const largePlans = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};

/** Returns a function that measures the calls of one pool, whose database reports its plans. */
export function createCostMeter(db: Database): (work: () => Promise<unknown>) => Promise<Cost> {
  const recorder = recordQueries(db);
  return async (work) => {
    const queries = await recorder.during(work);
    const scans = queries.flatMap(({ plan }) => [...listScans(plan)]);
    return { pages: sumBuffers(queries), rows: sumRows(scans), scans, queries };
  };
}

export const sumRows = (scans: readonly Scan[]): number => scans.reduce((sum, { rows }) => sum + rows, 0);

/** Lists scans of tables and indexes; scans of a CTE or a function repeat what their source has read. */
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
