import { EXACT_TOTAL } from '@copup/shared/list-totals.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import { invariant } from '../errors.ts';

/** Rows from the front that can be read without a count: each page skips those before it. */
export const MOST_UNCOUNTED = 10_000;

export type Page = Pick<z.output<typeof ListQuery>, 'page' | 'perPage'>;

/** The description of totals and pages in the OpenAPI document of every operators' list (O3). */
export const listDescription = `The total in Content-Range is exact up to ${EXACT_TOTAL}; a higher one is an estimate. Pages are counted from the front, and those of the last ${EXACT_TOTAL} rows of an estimated total from the end, so that the last page has the last rows.`;

/** Part of a WHERE clause, with `?` for each value. */
export interface Condition {
  sql: string;
  values: readonly unknown[];
}

/** Definition of one of the operators' lists (O3). */
export interface OperatorList {
  /** The table whose rows are listed, with its alias and the joins for filters and orders. */
  from: string;
  /** The same without the joins that only the order needs. */
  countFrom?: string;
  /** Columns of an index to count by, when those of `orderBy` are not in `countFrom`. */
  countBy?: string;
  /** The key column. */
  key: string;
  /** SELECT and FROM of the rows of a page, whose keys are in `page.key`. */
  select: string;
  /**
   * Columns to order by for each field, as in an index; the last ones make the order total. No column before the last
   * may be nullable.
   */
  orders: Readonly<Record<string, readonly string[]>>;
  /** The default order, also used for an unknown one. */
  orderBy: string;
}

type RequestedPage = z.output<typeof ListQuery>;

/**
 * Reads a page: first its keys, in the order of an index, then the other columns for these keys only. Totals above
 * EXACT_TOTAL are the planner's estimate, and the end of such a list is read from the other end of the index.
 * Statements are not named: the planner must know the filter values.
 */
export async function readList<Row extends object>(
  db: Database,
  list: OperatorList,
  requested: RequestedPage,
  conditions: readonly Condition[] = [],
): Promise<{ rows: Row[]; total: number }> {
  const filter = combine(conditions);
  const offset = offsetOf(requested);
  if (requested.count === 'no' && offset < MOST_UNCOUNTED) {
    const rows = await readRows<Row>(db, list, requested, filter, { offset, limit: requested.perPage });
    return { rows, total: offset + rows.length };
  }
  if (offset < EXACT_TOTAL) {
    const [rows, total] = await Promise.all([
      readRows<Row>(db, list, requested, filter, { offset, limit: requested.perPage }),
      readTotal(db, list, filter),
    ]);
    return { rows, total: endsHere(rows, requested) ? offset + rows.length : total };
  }
  const total = await readTotal(db, list, filter);
  const left = total - offset;
  if (total <= EXACT_TOTAL || left <= 0 || left > EXACT_TOTAL) {
    const rows = await readRows<Row>(db, list, requested, filter, { offset, limit: requested.perPage });
    return {
      rows,
      total: endsHere(rows, requested) ? offset + rows.length : Math.max(total, offset + rows.length),
    };
  }
  const limit = Math.min(requested.perPage, left);
  const order = requested.order === 'ASC' ? 'DESC' : 'ASC';
  const rows = await readRows<Row>(db, list, { ...requested, order }, filter, {
    offset: left - limit,
    limit,
  });
  return { rows: rows.reverse(), total };
}

/** Returns whether a page is the last one: a page that is not full gives the exact total. */
const endsHere = (rows: readonly object[], { page, perPage }: Page): boolean =>
  rows.length < perPage && (rows.length > 0 || page === 1);

/** Selects the keys of the page by an index first, then the columns of these rows only. */
async function readRows<Row extends object>(
  db: Database,
  { from, key, select, orders, orderBy }: OperatorList,
  { sort, order }: RequestedPage,
  { where, values }: Filter,
  { offset, limit }: { offset: number; limit: number },
): Promise<Row[]> {
  const columns = (sort !== undefined && Object.hasOwn(orders, sort) && orders[sort]) || orders[orderBy];
  const by = columns?.map((column) => `${column} ${order}`).join(', ');
  const [nth, many] = [values.length + 1, values.length + 2];
  const { rows } = await db.pool.query<Row>(
    `WITH page AS MATERIALIZED (
       SELECT * FROM unnest(ARRAY(SELECT ${key} FROM ${from} ${where} ORDER BY ${by} LIMIT $${many} OFFSET $${nth}))
         WITH ORDINALITY AS keys (key, nth)
     ) ${select} ORDER BY page.nth`,
    [...values, offset, limit],
  );
  return rows;
}

/** Counts in the order of an index too: otherwise a filter that matches most rows would look up all of them. */
async function readTotal(db: Database, list: OperatorList, { where, values }: Filter): Promise<number> {
  const from = list.countFrom ?? list.from;
  const by = list.countBy ?? list.orders[list.orderBy]?.join(', ');
  const { rows } = await db.pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT FROM ${from} ${where} ORDER BY ${by} LIMIT ${EXACT_TOTAL + 1}) AS bounded`,
    [...values],
  );
  const total = rows[0]?.total ?? 0;
  if (total <= EXACT_TOTAL) return total;
  const { rows: plans } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) SELECT FROM ${from} ${where}`,
    [...values],
  );
  const plan = plans[0]?.['QUERY PLAN'][0];
  invariant(plan, 'EXPLAIN returned no plan');
  return Math.max(total, plan.Plan['Plan Rows']);
}

interface Filter {
  where: string;
  values: readonly unknown[];
}

function combine(conditions: readonly Condition[]): Filter {
  const values = conditions.flatMap((condition) => condition.values);
  let nth = 0;
  const where = conditions.map(({ sql }) => `(${sql.replaceAll('?', () => `$${++nth}`)})`).join(' AND ');
  return { where: where && `WHERE ${where}`, values };
}

/** Returns `column = value`, or no condition without a value. */
export const equal = (column: string, value: string | number | undefined): Condition[] =>
  value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }];

/** Shorter texts have only trigrams of beginnings. */
const SHORTEST_INSIDE = 3;

/**
 * Returns the ILIKE pattern of a search: any part of the text, or its beginning when the search has one or two
 * characters.
 */
export function searchPattern(text: string): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  return [...text].length < SHORTEST_INSIDE ? `${escaped}%` : `%${escaped}%`;
}

/** Returns the id that a search consists of, null for any other text. */
export const searchedId = (text: string): number | null =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;

/**
 * Finds users by their names, at most `limit`: lists of what belongs to users join them by id instead of reading all
 * names.
 */
export async function findUserIds({ pool }: Database, text: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT u.id FROM users u WHERE u.username::text ILIKE $1 ORDER BY u.id LIMIT $2',
    [searchPattern(text), limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns the offset of a page of an operators' list (O3). */
const offsetOf = ({ page, perPage }: Page): number => (page - 1) * perPage;

/** Returns the `Content-Range` of a page: `auctions 0-24/319`; an empty page has a star in place of the numbers. */
export function contentRange(resource: string, page: Page, count: number, total: number): string {
  const from = offsetOf(page);
  return count === 0 ? `${resource} */${total}` : `${resource} ${from}-${from + count - 1}/${total}`;
}
