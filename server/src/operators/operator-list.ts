import { EXACT_TOTAL } from '@copup/shared/list-totals.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import { invariant } from '../errors.ts';

export type Page = Pick<z.output<typeof ListQuery>, 'page' | 'perPage'>;

/** What every operators' list says of its total and its pages in the OpenAPI document (O3). */
export const listDescription = `The total in Content-Range is exact up to ${EXACT_TOTAL}; a higher one is an estimate. Pages are counted from the front, and those of the last ${EXACT_TOTAL} rows of an estimated total from the end, so that the last page has the last rows.`;

/** Part of a WHERE clause, with `?` for each value. */
export interface Condition {
  sql: string;
  values: readonly unknown[];
}

/** One of the operators' lists (O3). */
export interface OperatorList {
  /** The table whose rows are listed, with its alias and what is joined for filters and orders. */
  from: string;
  /** The same without what only the order needs. */
  countFrom?: string;
  /** Columns of an index to count by, where those of `orderBy` are not in `countFrom`. */
  countBy?: string;
  /** Its key. */
  key: string;
  /** SELECT and FROM of the rows of a page, whose keys are in `page.key`. */
  select: string;
  /** Columns to order by for each field, as in an index; the last ones make the order total. None is nullable in the middle. */
  orders: Readonly<Record<string, readonly string[]>>;
  /** The order where none is asked for, or one that there is not. */
  orderBy: string;
}

type Asked = z.output<typeof ListQuery>;

/**
 * Reads a page: first its keys, in the order of an index, then everything else for them alone. Totals above EXACT_TOTAL
 * are the planner's estimate, and the end of such a list is read from the other end of the index. Statements are not
 * named: a plan must know the values that it filters by.
 */
export async function readList<Row extends object>(
  db: Database,
  list: OperatorList,
  asked: Asked,
  conditions: readonly Condition[] = [],
): Promise<{ rows: Row[]; total: number }> {
  const filter = combine(conditions);
  const offset = offsetOf(asked);
  if (offset < EXACT_TOTAL) {
    const [rows, total] = await Promise.all([
      readRows<Row>(db, list, asked, filter, { offset, limit: asked.perPage }),
      readTotal(db, list, filter),
    ]);
    return { rows, total: endsHere(rows, asked) ? offset + rows.length : total };
  }
  const total = await readTotal(db, list, filter);
  const left = total - offset;
  if (total <= EXACT_TOTAL || left <= 0 || left > EXACT_TOTAL) {
    const rows = await readRows<Row>(db, list, asked, filter, { offset, limit: asked.perPage });
    return {
      rows,
      total: endsHere(rows, asked) ? offset + rows.length : Math.max(total, offset + rows.length),
    };
  }
  const limit = Math.min(asked.perPage, left);
  const order = asked.order === 'ASC' ? 'DESC' : 'ASC';
  const rows = await readRows<Row>(db, list, { ...asked, order }, filter, { offset: left - limit, limit });
  return { rows: rows.reverse(), total };
}

/** A page that is not full is the last one, and tells the exact total. */
const endsHere = (rows: readonly object[], { page, perPage }: Page): boolean =>
  rows.length < perPage && (rows.length > 0 || page === 1);

async function readRows<Row extends object>(
  db: Database,
  { from, key, select, orders, orderBy }: OperatorList,
  { sort, order }: Asked,
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

/** Counts in the order of an index as well: without one, a filter that matches most rows would be looked up for all. */
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
  invariant(plan, 'EXPLAIN returns a plan');
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

/** `column = value`, or nothing where no value is asked for. */
export const equal = (column: string, value: string | number | undefined): Condition[] =>
  value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }];

/** Trigrams of a shorter text are those of beginnings alone. */
const SHORTEST_INSIDE = 3;

/** The ILIKE pattern of a search: a part of the text, or its beginning where the search has one or two characters. */
export function searchPattern(text: string): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  return [...text].length < SHORTEST_INSIDE ? `${escaped}%` : `%${escaped}%`;
}

/** Where a page of an operators' list begins (O3). */
const offsetOf = ({ page, perPage }: Page): number => (page - 1) * perPage;

/** `Content-Range` of a page: `auctions 0-24/319`; an empty page has a star in place of the numbers. */
export function contentRange(resource: string, page: Page, count: number, total: number): string {
  const from = offsetOf(page);
  return count === 0 ? `${resource} */${total}` : `${resource} ${from}-${from + count - 1}/${total}`;
}
