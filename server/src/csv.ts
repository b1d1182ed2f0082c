import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What begins a formula, at the start of a text or of what another dialect of CSV splits off as a cell. */
const FORMULA = /(^|[,;|\t\r\n"])(\s*)(?=[=+\-@＝＋－＠])/g;

/** Writes a line of CSV. Text that a spreadsheet would run as a formula begins with an apostrophe; numbers stay numbers. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = value.replace(FORMULA, "$1$2'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Sends the texts as a CSV file, as they are read. The first one is read before the reply begins, so that an unavailable
 * database is still answered with 503.
 */
export async function sendCsv(
  reply: FastifyReply,
  filename: string,
  texts: AsyncGenerator<string>,
): Promise<string> {
  const first = await texts.next();
  const stream = Readable.from(startWith(first.value ?? '', texts));
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'no-store');
  // The route's schema describes the text that the stream yields.
  return stream as unknown as string;
}

async function* startWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
