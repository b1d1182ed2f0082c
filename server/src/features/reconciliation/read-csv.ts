import { PREVIEW_ROWS, type StatementLayout } from '@copup/shared/reconciliation.ts';
import { parse } from 'csv-parse/sync';
import {
  cleanReference,
  cleanText,
  MOST_PROBLEMS,
  type ParsedLine,
  type ParsedStatement,
  readAmount,
  readDay,
} from './statement-line.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Rows in which the headings of a bank are searched. */
const HEAD_ROWS = 50;
type Rows = readonly (readonly string[])[];

/** Reads the CSV of a bank by its columns; by guessed ones without a layout. */
export function readCsv(text: string, kept: StatementLayout | undefined): ParsedStatement {
  const delimiter = kept?.delimiter ?? guessDelimiter(text);
  const rows: Rows = parse(text, {
    ...{ delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
  });
  const layout = kept ?? guessLayout(rows, delimiter);
  const cells = rows.slice(0, PREVIEW_ROWS).map((row) => row.map(cleanText));
  const lines: ParsedLine[] = [];
  const problems: ParsedStatement['problems'] = [];
  if (!layout)
    problems.push({ row: 1, message: 'Choose the columns: the headings of this bank are not known.' });
  for (const [at, row] of layout ? rows.entries() : []) {
    if (!layout || at < layout.skip) continue;
    const line = readRow(row, layout);
    if (typeof line === 'string') problems.push({ row: at + 1, message: line });
    else if (line) lines.push(line);
  }
  return { format: 'csv', layout: layout ?? null, cells, lines, problems: problems.slice(0, MOST_PROBLEMS) };
}

/** Reads a row: a line, undefined for a row without one such as a balance brought forward, or what is wrong in words. */
function readRow(row: readonly string[], layout: StatementLayout): ParsedLine | string | undefined {
  const cell = (column: number | null) => (column === null ? '' : cleanText(row[column] ?? ''));
  const written = cell(layout.day);
  if (written === '') return undefined;
  const [amount, credit, debit] = [layout.amount, layout.credit, layout.debit].map((column) =>
    readAmount(cell(column)),
  );
  if ([amount, credit, debit].includes(undefined)) return 'The amount is no number with at most 2 decimals.';
  if (amount || credit || debit) {
    const day = readDay(written, layout.day_order);
    if (day === undefined) return `“${written.slice(0, 30)}” is no day in the order that was chosen.`;
    if (credit && debit) return 'The row has both money in and money out.';
    return {
      day,
      // Some banks write a minus before money out.
      amountKobo: (amount ?? 0) + Math.abs(credit ?? 0) - Math.abs(debit ?? 0),
      currency: cell(layout.currency).toUpperCase().slice(0, 3) || 'NGN',
      narration: cleanText(layout.narration.map(cell).join(' ')),
      sender: cell(layout.sender),
      reference: cleanReference(cell(layout.reference)),
    };
  }
  return undefined;
}

/** Returns the delimiter that splits most rows into the same number of cells. */
function guessDelimiter(text: string): (typeof DELIMITERS)[number] {
  const rows = text.split(/\r?\n/, HEAD_ROWS);
  const score = (delimiter: string) => {
    const counts = rows.map((row) => row.split(delimiter).length).filter((cells) => cells > 2);
    return Math.max(0, ...[...Map.groupBy(counts, (cells) => cells).values()].map((same) => same.length));
  };
  return DELIMITERS.reduce((best, each) => (score(each) > score(best) ? each : best));
}

/** The headings of Nigerian banks, by what the column has; the first that occurs counts. */
const HEADINGS = {
  day: [/^(?:trans(?:action)?|posting|booking|entry)[ _.]*date$/, /^date$/, /date/],
  credit: [/^(?:credits?|money in|deposits?|lodgements?|cr)\b/],
  debit: [/^(?:debits?|money out|withdrawals?|dr)\b/],
  amount: [/^(?:transaction )?amount\b/],
  narration: [/narration/, /description/, /remarks?/, /details/, /particulars/],
  sender: [/sender|originator|payer|counterparty|^(?:account )?name$/],
  reference: [/^(?:bank |transaction |trans )?ref/, /session/, /reference|cheque/],
  currency: [/currency|ccy/],
} as const;

function guessLayout(rows: Rows, delimiter: StatementLayout['delimiter']): StatementLayout | undefined {
  for (const [at, row] of rows.slice(0, HEAD_ROWS).entries()) {
    const names = row.map((name) => cleanText(name).toLowerCase());
    const find = (of: keyof typeof HEADINGS): number | null => {
      const heading = HEADINGS[of].find((each) => names.some((name) => each.test(name)));
      return heading ? names.findIndex((name) => heading.test(name)) : null;
    };
    const [day, narration, credit, debit, amount] = (
      ['day', 'narration', 'credit', 'debit', 'amount'] as const
    ).map(find);
    const isSplit = typeof credit === 'number' && typeof debit === 'number';
    if (typeof day !== 'number' || typeof narration !== 'number' || (!isSplit && typeof amount !== 'number'))
      continue;
    const sample = rows.slice(at + 1).map((each) => cleanText(each[day] ?? ''));
    // An order that reads every day; 03/04 is the third of April, as in Nigeria.
    const order = (['ymd', 'dmy', 'mdy'] as const).find((each) =>
      sample.every((text) => !/^\d/.test(text) || readDay(text, each)),
    );
    return {
      ...{ delimiter, skip: at + 1, day, day_order: order ?? 'dmy' },
      amount: isSplit ? null : (amount ?? null),
      credit: isSplit ? credit : null,
      debit: isSplit ? debit : null,
      narration: [narration],
      ...{ sender: find('sender'), reference: find('reference'), currency: find('currency') },
    };
  }
  return undefined;
}
