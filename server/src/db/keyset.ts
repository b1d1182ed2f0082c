import { digits } from '@copup/shared/text.ts';
import { type CursorQuery, Uuid } from '@copup/shared/wire.ts';
import { z } from 'zod';
import { Refusal } from '../errors.ts';
import { type SQL, sql } from './drizzle.ts';

/** The page that a client requests: `before` is the cursor that came with the previous page. */
export type PageQuery = z.output<typeof CursorQuery>;

export interface Page<Row> {
  rows: Row[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

interface ColumnType {
  cast: string;
  lowest: unknown;
  highest: unknown;
  /** Parses a part of a cursor to a parameter. */
  schema: z.ZodType<unknown, string>;
  /** Writes a value without a dot. */
  write: (value: unknown) => string;
}

const types = {
  int: {
    cast: 'bigint',
    lowest: -1,
    highest: Number.MAX_SAFE_INTEGER,
    schema: digits(Number.MAX_SAFE_INTEGER),
    write: String,
  },
  /** timestamptz(3), which a Date has without loss. */
  time: {
    cast: 'timestamptz',
    lowest: '-infinity',
    highest: 'infinity',
    schema: digits(Date.UTC(10_000, 0) - 1).transform((ms) => new Date(ms).toISOString()),
    write: (value) => String((value as Date).getTime()),
  },
  uuid: {
    cast: 'uuid',
    lowest: '00000000-0000-0000-0000-000000000000',
    highest: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    schema: Uuid,
    write: String,
  },
  text: {
    cast: 'text',
    lowest: '',
    highest: '\u{10ffff}',
    schema: z
      .base64url()
      .transform((part) => Buffer.from(part, 'base64url').toString())
      .refine((text) => !text.includes('\0')),
    write: (value) => Buffer.from(String(value)).toString('base64url'),
  },
} as const satisfies Record<string, ColumnType>;

/**
 * The order of a list that is read in pages (X1): its columns by the names that they have in the rows, the last one
 * unique. A cursor has their values in the last row of a page.
 */
export class Keyset<Field extends string> {
  readonly #columns: { field: Field; name: string; type: ColumnType }[];
  readonly #isAscending: boolean;
  /** The condition up to the position of a cursor. */
  readonly #isAfter: string;
  /** For ORDER BY. */
  readonly by: string;

  constructor(direction: 'ASC' | 'DESC', columns: Record<Field, readonly [string, keyof typeof types]>) {
    this.#isAscending = direction === 'ASC';
    this.#columns = (Object.keys(columns) as Field[]).map((field) => {
      const [name, type] = columns[field];
      return { field, name, type: types[type] };
    });
    const names = this.#columns.map(({ name }) => name).join(', ');
    this.#isAfter = `(${names}) ${this.#isAscending ? '>' : '<'}`;
    this.by = this.#columns.map(({ name }) => `${name} ${direction}`).join(', ');
  }

  /** Returns the end of a SELECT after WHERE or AND. Its parameters from this number on are those of `values`. */
  page(first: number): string {
    const parameters = this.#columns.map(({ type }, nth) => `$${first + 1 + nth}::${type.cast}`);
    return `${this.#isAfter} (${parameters.join(', ')}) ORDER BY ${this.by} LIMIT $${first}`;
  }

  /** Returns the parameters of `page`, with a limit of one row more. Refuses a cursor of another form. */
  values({ limit, before }: PageQuery): unknown[] {
    return [limit + 1, ...this.#position(before)];
  }

  /** Returns the same as `page` and `values` for a query of drizzle. */
  orm({ limit, before }: PageQuery): { after: SQL; by: SQL; limit: number } {
    const parameters = this.#position(before).map(
      (value, nth) => sql`${value}::${sql.raw(this.#columns[nth]?.type.cast ?? '')}`,
    );
    const after = sql`${sql.raw(this.#isAfter)} (${sql.join(parameters, sql`, `)})`;
    return { after, by: sql.raw(this.by), limit: limit + 1 };
  }

  /** Removes the row beyond the limit, which shows that there is another page. */
  cut<Row extends Record<Field, unknown>>(rows: readonly Row[], { limit }: PageQuery): Page<Row> {
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const isLast = rows.length <= limit || !last;
    return {
      rows: page,
      next: isLast ? null : this.#columns.map(({ field, type }) => type.write(last[field])).join('.'),
    };
  }

  /** The first page follows a position before every row. */
  #position(cursor: string | undefined): unknown[] {
    if (cursor === undefined) {
      return this.#columns.map(({ type }) => (this.#isAscending ? type.lowest : type.highest));
    }
    const parts = cursor.split('.');
    const values = this.#columns.map(({ type }, nth) => type.schema.safeParse(parts[nth]));
    if (parts.length !== values.length || !values.every(({ success }) => success)) {
      throw new Refusal('VALIDATION_FAILED', 'Invalid cursor.', {
        issues: [{ path: 'before', message: 'is not a cursor of this list' }],
      });
    }
    return values.map(({ data }) => data);
  }
}

/** The order of rows by their number, the newest first. */
export const newestFirst = (column: string): Keyset<'id'> => new Keyset('DESC', { id: [column, 'int'] });
