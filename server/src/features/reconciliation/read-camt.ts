import { XMLParser } from 'fast-xml-parser';
import {
  cleanReference,
  cleanText,
  MOST_PROBLEMS,
  type ParsedLine,
  type ParsedStatement,
  readAmount,
  readDay,
} from './statement-line.ts';

/** An element: text, or what it contains by name. */
type Xml = string | Xml[] | { readonly [name: string]: Xml } | undefined;

const LISTS = new Set(['Stmt', 'Ntry', 'TxDtls', 'Ustrd']);
const parser = new XMLParser({
  ...{ ignoreAttributes: false, removeNSPrefix: true, parseTagValue: false, parseAttributeValue: false },
  htmlEntities: true,
  isArray: (name) => LISTS.has(name),
});

/** Returns what is at a path of elements, the first of several paths that leads to one. */
function find(from: Xml, ...paths: readonly string[]): Xml {
  for (const path of paths) {
    let at = from;
    for (const name of path.split('/'))
      at = typeof at === 'object' && !Array.isArray(at) ? at[name] : undefined;
    if (at !== undefined && at !== '') return at;
  }
  return undefined;
}
const list = (from: Xml): readonly Xml[] => (Array.isArray(from) ? from : from === undefined ? [] : [from]);
const text = (from: Xml, ...paths: readonly string[]): string => {
  const found = find(from, ...paths);
  if (Array.isArray(found)) return cleanText(found.filter((each) => typeof each === 'string').join(' '));
  return cleanText(typeof found === 'string' ? found : typeof found === 'object' ? text(found, '#text') : '');
};

/** Reads a statement of ISO 20022, CAMT.053. Entries that are not booked yet are left out. */
export function readCamt(xml: string): ParsedStatement {
  const lines: ParsedLine[] = [];
  const problems: ParsedStatement['problems'] = [];
  const statements = list(find(parser.parse(xml) as Xml, 'Document/BkToCstmrStmt/Stmt'));
  const entries = statements.flatMap((statement) => list(find(statement, 'Ntry')));
  if (statements.length === 0) problems.push({ row: 1, message: 'The file has no statement of CAMT.053.' });
  for (const [at, entry] of entries.entries()) {
    const status = text(entry, 'Sts/Cd', 'Sts');
    if (status !== '' && status !== 'BOOK') continue;
    const read = readEntry(entry);
    if (typeof read === 'string') problems.push({ row: at + 1, message: read });
    else lines.push(...read);
  }
  return { format: 'camt', layout: null, cells: [], lines, problems: problems.slice(0, MOST_PROBLEMS) };
}

/** Reads an entry: one line, or one line for each transfer of a batch whose amounts are given. */
function readEntry(entry: Xml): ParsedLine[] | string {
  const day = readDay(text(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'), 'ymd');
  const direction = text(entry, 'CdtDbtInd');
  const total = amountOf(entry, 'Amt');
  if (day === undefined) return 'The entry has no day of booking.';
  if (!total || !['CRDT', 'DBIT'].includes(direction)) return 'The entry has no amount with its direction.';
  const sign = direction === 'DBIT' ? -1 : 1;
  const line = (details: Xml, { kobo, currency }: { kobo: number; currency: string }): ParsedLine => ({
    day,
    amountKobo: sign * kobo,
    currency,
    narration: cleanText(
      [
        text(entry, 'RvslInd') === 'true' ? 'REVERSAL' : '',
        ...new Set([
          text(details, 'RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref'),
          ...[text(details, 'AddtlTxInf'), text(entry, 'AddtlNtryInf'), text(details, 'Refs/EndToEndId')],
        ]),
      ].join(' '),
    ),
    sender: partyOf(details, sign > 0 ? 'Dbtr' : 'Cdtr'),
    reference: cleanReference(
      text(details, 'Refs/AcctSvcrRef', 'Refs/TxId') || text(entry, 'AcctSvcrRef', 'NtryRef'),
    ),
  });
  const batch = list(find(entry, 'NtryDtls/TxDtls'));
  const parts = batch.map((details) => ({ details, amount: amountOf(details, 'Amt', 'AmtDtls/TxAmt/Amt') }));
  const isSplit =
    parts.length > 1 &&
    parts.reduce((sum, { amount }) => sum + (amount?.kobo ?? Number.NaN), 0) === total.kobo;
  return isSplit
    ? parts.map(({ details, amount }) => line(details, amount ?? total))
    : [line(batch[0], total)];
}

const partyOf = (details: Xml, role: string): string =>
  text(details, `RltdPties/${role}/Pty/Nm`, `RltdPties/${role}/Nm`, `RltdPties/Ultmt${role}/Nm`);

function amountOf(from: Xml, ...paths: readonly string[]): { kobo: number; currency: string } | undefined {
  const found = find(from, ...paths);
  const kobo = readAmount(text(found, '#text'));
  return kobo ? { kobo, currency: text(found, '@_Ccy').toUpperCase() } : undefined;
}
