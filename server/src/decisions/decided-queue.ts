import { type DecidedCalls, mayNeedApproval } from '@copup/shared/calls/decisions.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { RiskReason } from '@copup/shared/payouts.ts';
import { dueAfterMsOf } from '@copup/shared/queues.ts';
import type { QueueItem } from '@copup/shared/shop.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { LinkedItem } from '../operators/item-timeline.ts';
import {
  type Condition,
  equal,
  findUserIds,
  type OperatorList,
  readList,
  searchedId,
  searchPattern,
} from '../operators/operator-list.ts';
import { type DescribedItem, dueAfter } from '../operators/read-queue.ts';
import { firstHits, type SearchRecords, unlessUuid, withFound } from '../operators/search-records.ts';
import { findBankReference } from '../payments/find-bank-reference.ts';
import type { DecidedItem, DecidedKind } from './decided-kind.ts';

/** An item as the queue of its kind reads it. */
export interface QueueRow<Status extends string = string>
  extends Omit<QueueItem, 'created_at' | 'decided_at' | 'due_at' | 'history'> {
  status: Status;
  created_at: Date;
  decided_at: Date | null;
  due_at: Date | null;
  approved: number;
  rejected: number;
  approved_points: number;
  registered_at: Date;
}

type Query = z.output<typeof ListQuery> & Readonly<Record<string, unknown>>;

/** What operators see of the items of a kind. SQL is about the item `v`, and all of it is constant. */
export interface DecidedQueue<
  Item extends DecidedItem = DecidedItem,
  Row extends QueueRow = QueueRow,
  Calls extends DecidedCalls = DecidedCalls,
> {
  readonly calls: Calls;
  readonly kind: DecidedKind<Item>;
  readonly table: string;
  /** SQL of the columns that a `Row` has in addition to a `QueueRow`, and their joins. */
  readonly columns: string;
  readonly joined: string;
  /** SQL condition on the items `h` of a person that count in their record, and the approved ones of these. */
  readonly record: { readonly counted: string; readonly approved: string };
  /** SQL of the last change. */
  readonly changedAt: string;
  /** The columns that precede the order in the indexes. */
  readonly order?: readonly string[];
  matches(db: Database, text: string): Promise<{ from?: string; condition: Condition }>;
  toReply(row: Row, risk: RiskReason | undefined): z.input<Calls['reply']>;
  /** Whether money leaves for the person, which a risk of theirs prevents. */
  readonly paysOut?: boolean;
  readonly search: {
    /** By a reference of the bank that proved an item, and by the number where the list does not find it. */
    readonly by: readonly ('bank reference' | 'id')[];
    readonly detailOf: (row: Row) => string;
  };
  links?(db: Database, id: string): Promise<LinkedItem[]>;
  /**
   * Condition on the waiting rows `t`, their statuses (by default all that have a decision; the filter `waiting` shows
   * them together), and what the overview shows of the oldest.
   */
  readonly waiting: {
    readonly filter?: string;
    readonly statuses?: readonly string[];
    /** SQL of when the row with this alias is due, where that is not a fixed time after its request. */
    readonly dueAt?: (row: string) => string;
    readonly oldest: DescribedItem;
  };
}

type ReadQueue<Row extends QueueRow> = Pick<
  DecidedQueue<DecidedItem, Row>,
  'kind' | 'table' | 'columns' | 'joined' | 'record' | 'order' | 'waiting'
>;

function listOf<Row extends QueueRow>(queue: ReadQueue<Row>): OperatorList {
  const { kind, table, columns, joined, record, order = [], waiting } = queue;
  const due = waiting.dueAt?.('v');
  const rules = Object.entries(kind.rules).filter(([, rule]) => mayNeedApproval(rule));
  const actions = rules.map(([action]) => `'${kind.name}.${action}'`).join(', ');
  return {
    from: `${table} v`,
    key: 'v.id',
    // The record of each person is read from an index that has all of its columns.
    select: `SELECT v.id, v.user_id, u.username::text, u.full_name, v.bid_points, v.status, v.created_at, v.decided_at,
        o.username::text AS decided_by, v.reason, v.bank_reference, u.created_at AS registered_at, ${columns},
        (SELECT min(a.id) FROM approvals a WHERE a.status = 'pending' AND a.action IN (${actions})
          AND a.subject_kind = '${kind.name}' AND a.subject_id = v.id::text) AS approval_id,
        r.approved, r.rejected, r.approved_points, ${due ?? dueAfter('v.created_at', dueAfterMsOf(kind.plural))} AS due_at
      FROM page JOIN ${table} v ON v.id = page.key JOIN users u ON u.id = v.user_id
        LEFT JOIN users o ON o.id = v.decided_by ${joined}
        CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE ${record.approved})::int AS approved,
            count(*) FILTER (WHERE h.status = 'rejected')::int AS rejected,
            coalesce(sum(h.bid_points) FILTER (WHERE ${record.approved}), 0)::bigint AS approved_points
          FROM ${table} h WHERE h.user_id = v.user_id AND ${record.counted}) AS r`,
    orders: {
      id: [...order, 'v.id'],
      // Ids ascend with time.
      created_at: [...order, 'v.id'],
      status: [...order, 'v.status', 'v.id'],
      due: [...order, ...(due ? [due] : []), 'v.id'],
    },
    orderBy: 'id',
  };
}

/** Statuses of the items that wait: by default all that have a decision. */
export const waitingStatuses = <Item extends DecidedItem>({
  kind,
  waiting,
}: Pick<DecidedQueue<Item>, 'kind' | 'waiting'>): readonly string[] =>
  waiting.statuses ?? [...new Set(Object.values(kind.rules).flatMap(({ from = [] }) => from))];

/** Reads a page of the items, with the total. An unknown sort field means the id. */
export async function listQueue<Item extends DecidedItem, Row extends QueueRow>(
  db: Database,
  queue: DecidedQueue<Item, Row>,
  query: Query,
): Promise<{ rows: Row[]; total: number }> {
  const columns = Object.keys(queue.calls.filters.shape).filter((name) => name !== 'q');
  const conditions = columns.flatMap((name) =>
    query[name] === 'waiting'
      ? [{ sql: 'v.status = ANY(?::text[])', values: [waitingStatuses(queue)] }]
      : equal(`v.${name}`, query[name] as string | number | undefined),
  );
  const list = listOf(queue);
  const found = query.q ? await queue.matches(db, String(query.q)) : undefined;
  const from = found?.from ?? list.from;
  return readList<Row>(db, { ...list, from }, query, [...conditions, ...(found ? [found.condition] : [])]);
}

/** Finds an item as its queue shows it, with the person's record. */
export async function findQueued<Row extends QueueRow>(
  db: Database,
  queue: ReadQueue<Row>,
  id: number,
): Promise<Row | undefined> {
  const { select } = listOf(queue);
  const { rows } = await db.pool.query<Row>({
    name: `${queue.kind.name}-find-queued`,
    text: `WITH page AS (SELECT $1::int AS key) ${select}`,
    values: [id],
  });
  return rows[0];
}

/** Users of a search are joined by id, up to this many. */
export const FEW = 1_000;

/** Finds items by the person's name, by parts of these columns, or by their number. */
export const matchesBy =
  (...columns: readonly string[]) =>
  async (db: Database, text: string): Promise<{ condition: Condition }> => {
    const pattern = searchPattern(text);
    const sql = [
      ...columns.map((column) => `${column} ILIKE ?`),
      ...['v.user_id = ANY(?::uuid[])', 'v.id = ?::int'],
    ];
    const values = [...columns.map(() => pattern), await findUserIds(db, text, FEW), searchedId(text)];
    return { condition: { sql: sql.join(' OR '), values } };
  };

/** Finds items as their list does, and by what `search` names. */
export const searchQueue =
  <Item extends DecidedItem, Row extends QueueRow>(
    db: Database,
    queue: DecidedQueue<Item, Row>,
  ): SearchRecords =>
  async (text, realm) => {
    const { by, detailOf } = queue.search;
    // Load tests have no items of some queues.
    const ofRealm = 'realm' in queue.calls.filters.shape ? { realm } : undefined;
    const query = { ...firstHits, ...ofRealm, q: text };
    const [proved, rows] = await Promise.all([
      by.includes('bank reference') ? findBankReference(db, queue.kind.name, text) : undefined,
      unlessUuid(text, () => listQueue(db, queue, query)),
    ]);
    const id = proved ?? (by.includes('id') ? searchedId(text) : null);
    const found = id === null ? undefined : await findQueued<Row>(db, queue, id);
    return withFound(found, rows).map((row) => ({
      id: String(row.id),
      title: `${isolate(row.full_name)}, ${inCoins(row.bid_points)}`,
      detail: detailOf(row),
      realm: ofRealm?.realm ?? 0,
      image: null,
    }));
  };

/** Returns what the replies of all queues have of a row. */
export function toQueueItem<Row extends QueueRow>(
  row: Row,
): Omit<Row, 'created_at' | 'decided_at' | 'due_at'> &
  Pick<QueueItem, 'created_at' | 'decided_at' | 'due_at' | 'history'> {
  const { approved, rejected, approved_points, registered_at } = row;
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    due_at: row.due_at?.toISOString() ?? null,
    history: { approved, rejected, approved_points, registered_at: registered_at.toISOString() },
  };
}
