import type { PoolClient } from 'pg';
import type { Database } from '../../src/db/database.ts';

/** What the statements of one call did in the database. */
export interface Cost {
  /** Pages read, in memory or not. */
  buffers: number;
  /** Rows and index entries that were looked at. */
  rows: number;
  /** Tables that were read from end to end, with the rows that were looked at. */
  seqScans: Map<string, number>;
  statements: { sql: string; buffers: number; rows: number }[];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}
interface Explained {
  'Query Text': string;
  Plan: PlanNode;
}

const reporting = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};
/**
 * Tables are read from end to end only where there is no other way, and joined by lookups, as in a large database: so the
 * plans for a few thousand rows can be compared.
 */
const largePlans = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' };

/** Makes new connections to this database send the plan of each statement they run, with what it read, as a notice. */
export const reportPlans = (database: string): string => alterDatabase(database, reporting);

/** The same, with the plans that a large database would have. */
export const reportLargePlans = (database: string): string =>
  alterDatabase(database, { ...reporting, ...largePlans });

const alterDatabase = (database: string, settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `ALTER DATABASE ${database} SET ${name} = '${value}'`)
    .join(';');

export class QueryPlans {
  #explained: Explained[] = [];

  constructor({ pool }: Pick<Database, 'pool'>) {
    const watched = new WeakSet<PoolClient>();
    pool.on('acquire', (client) => {
      if (watched.has(client)) return;
      watched.add(client);
      client.on('notice', ({ message }) => {
        const plan = /^duration: .* plan:\n(.*)$/s.exec(message ?? '')?.[1];
        if (plan !== undefined) this.#explained.push(JSON.parse(plan));
      });
    });
  }

  /** The cost of all statements that ran while `work` did. */
  async costOf(work: () => Promise<unknown>): Promise<Cost> {
    this.#explained = [];
    await work();
    const cost: Cost = { buffers: 0, rows: 0, seqScans: new Map(), statements: [] };
    for (const { 'Query Text': sql, Plan: plan } of this.#explained) {
      const buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      const rows = countRows(plan, cost.seqScans);
      cost.buffers += buffers;
      cost.rows += rows;
      cost.statements.push({ sql, buffers, rows });
    }
    return cost;
  }
}

function countRows(node: PlanNode, seqScans: Map<string, number>): number {
  let rows = 0;
  for (const child of node.Plans ?? []) rows += countRows(child, seqScans);
  const table = node['Relation Name'];
  if (!node['Node Type'].includes('Scan')) return rows;
  const looked =
    (node['Actual Loops'] ?? 1) *
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0));
  if (table !== undefined && node['Node Type'] === 'Seq Scan')
    seqScans.set(table, (seqScans.get(table) ?? 0) + looked);
  // Scans of a CTE or a function repeat what their source has counted.
  return /^(CTE|Function|Subquery|Values|WorkTable) Scan$/.test(node['Node Type']) ? rows : rows + looked;
}
