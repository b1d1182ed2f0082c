import type { Reading } from './audit-references.ts';

/** What a statement found in one page of rows. */
export interface AuditPage<Position, Row extends string | number = string> {
  count: number;
  /** The position of its last row in the order; null for a page without rows. */
  last: Position | null;
  /** The first wrong row, and its error. */
  row: Row | null;
  message: string | null;
}

interface PagedRows<Position> extends Pick<Reading, 'errors'> {
  check: Parameters<Reading['errors']['add']>[0]['check'];
  table: string;
  /** Rows of a full page. */
  size: number;
  /** The position before the first row. */
  first: Position;
  read: (after: Position) => Promise<AuditPage<Position, string | number>>;
  onChunk: (count: number) => void;
}

/** Reads pages of checked rows one after the other until the last, and reports the first wrong row of each. */
export async function auditPages<Position>(rows: PagedRows<Position>): Promise<void> {
  const { check, table, size, errors, read, onChunk } = rows;
  for (let after = rows.first; ; ) {
    const page = await read(after);
    if (page.row !== null) errors.add({ check, table, row: String(page.row), message: page.message ?? '' });
    onChunk(page.count);
    if (page.count < size || page.last === null) return;
    after = page.last;
  }
}
