import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import type pg from 'pg';
import type { Database } from '../src/db/database.ts';

/** A statement that the database executed, with its cost. */
export interface ExecutedQuery {
  text: string;
  /** Pages read, from the cache or from disk. Unlike a time, this does not depend on the machine's load. */
  buffers: number;
  /** Rows that the statement's plan returned or changed. */
  rows: number;
  /** Tables that were read sequentially. */
  sequentialScans: string[];
  /** Indexes that were read. */
  indexes: string[];
  /** The plan as PostgreSQL prints it. */
  plan: PlanNode;
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** Missing from the plan of an EXPLAIN, which executes nothing. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

export interface QueryRecorder {
  /** Returns the statements that `work` made the database execute on this pool, in order. */
  during(work: () => Promise<unknown>): Promise<ExecutedQuery[]>;
}

/**
 * Returns statements of the owner that make new connections to a database report the plan of each statement to the
 * client that sent it: the executed plan, which may be the generic plan of a prepared statement.
 */
export function reportPlansOf(databaseUrl: string, more: Readonly<Record<string, string>> = {}): string {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    ...more,
  };
  const name = new URL(databaseUrl).pathname.slice(1);
  return Object.entries(settings)
    .map(([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = ${value}`)
    .join(';\n');
}

/**
 * Creates a database that reports its plans, including statements inside functions. With `genericPlans` each statement
 * gets its generic plan at once, not only after five executions.
 */
export async function createExplainingDatabase({ genericPlans = false } = {}): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.asOwner(
    reportPlansOf(database.url, {
      'auto_explain.log_nested_statements': 'on',
      ...(genericPlans && { plan_cache_mode: 'force_generic_plan' }),
    }),
  );
  return database;
}

/** Records the statements of one pool, opened on a database that reports its plans. */
export function recordQueries({ pool }: Pick<Database, 'pool'>): QueryRecorder {
  let executed: ExecutedQuery[] | undefined;
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.on('notice', ({ message }) => {
      const query = message === undefined ? undefined : readPlan(message);
      if (query) executed?.push(query);
    });
  });
  return {
    async during(work) {
      executed = [];
      await work();
      const done = executed;
      executed = undefined;
      return done;
    },
  };
}

/**
 * Executes `work` three times and returns the statements of the execution that read the fewest pages. An execution can
 * also read pages of the catalog, after its connection was opened or its cached plans were discarded by autovacuum.
 */
export async function cheapestOf(
  queries: QueryRecorder,
  work: () => Promise<unknown>,
): Promise<ExecutedQuery[]> {
  const executions = [await queries.during(work), await queries.during(work), await queries.during(work)];
  return executions.reduce((best, next) => (sumBuffers(next) < sumBuffers(best) ? next : best));
}

/** Lists statements with the pages and the scans of each: the message of a failed expectation. */
export const describeCost = (queries: readonly ExecutedQuery[]): string =>
  queries
    .map(
      ({ buffers, plan, text }) =>
        `${buffers} pages (${describePlan(plan)}): ${text.replace(/\s+/g, ' ').slice(0, 200)}`,
    )
    .join('\n');

const describePlan = (plan: PlanNode): string =>
  [...listNodes(plan)]
    .filter((node) => node['Relation Name'] ?? node['Index Name'])
    .map((node) => {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      return `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}, ${node['Actual Rows']} rows, ${removed} removed`;
    })
    .join('; ');

/** Returns the sum of pages read by these statements. */
export function sumBuffers(queries: readonly ExecutedQuery[]): number {
  return queries.reduce((sum, { buffers }) => sum + buffers, 0);
}

function readPlan(message: string): ExecutedQuery | undefined {
  const start = message.indexOf('{');
  if (!message.includes('plan:') || start < 0) return undefined;
  const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(start)) as {
    'Query Text': string;
    Plan: PlanNode;
  };
  const nodes = [...listNodes(plan)];
  return {
    text,
    buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    rows: (plan['Actual Rows'] ?? 0) * (plan['Actual Loops'] ?? 0),
    sequentialScans: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' && isExecuted(node) ? (node['Relation Name'] ?? []) : [],
    ),
    indexes: nodes.flatMap((node) => (isExecuted(node) ? (node['Index Name'] ?? []) : [])),
    plan,
  };
}

const isExecuted = (node: PlanNode): boolean => (node['Actual Loops'] ?? 0) > 0;

function* listNodes(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* listNodes(child);
}
