import { csvLine } from '../csv.ts';
import { lagosTime } from '../lagos-time.ts';
import { MOST_UNCOUNTED } from './operator-list.ts';

/** Rows of one reading. */
const PAGE = 1_000;

type Cell = string | number | boolean | null | object;
export type ListedRow = Readonly<Record<string, Cell>>;

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Reads a page of a list, from 1. */
export type ReadPage = (page: number, perPage: number) => Promise<readonly ListedRow[]>;

/**
 * Writes a list as CSV, read in pages. The columns are the fields of the first row; times are those of Lagos, with the
 * zone in the heading. The last line of a file shows when its list is longer.
 */
export async function* exportList(read: ReadPage): AsyncGenerator<string> {
  let fields: string[] | undefined;
  for (let page = 1; page <= MOST_UNCOUNTED / PAGE; page += 1) {
    const rows = await read(page, PAGE);
    const [first] = rows;
    const head = fields === undefined && first !== undefined;
    fields ??= Object.keys(first ?? {});
    const columns = fields;
    yield (head ? csvLine(columns.map((field) => headingOf(field, rows))) : '') +
      rows.map((row) => csvLine(columns.map((field) => cellOf(row[field])))).join('');
    if (rows.length < PAGE) return;
  }
  yield csvLine([`Only the first ${MOST_UNCOUNTED} rows. Filter the list for the others.`]);
}

function headingOf(field: string, rows: readonly ListedRow[]): string {
  const words = field.replaceAll('_', ' ');
  const heading = words.charAt(0).toUpperCase() + words.slice(1);
  const isTime = rows.some((row) => typeof row[field] === 'string' && ISO_TIME.test(row[field]));
  return isTime ? `${heading} (Lagos, UTC+1)` : heading;
}

function cellOf(value: Cell | undefined): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return ISO_TIME.test(value) ? lagosTime(new Date(value)) : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join('; ')
    : JSON.stringify(value);
}
