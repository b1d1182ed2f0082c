import type { StatementLayout } from '@copup/shared/reconciliation.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import type { ParsedStatement } from './statement-line.ts';

/** Reads a statement; its content says whether it is CSV or CAMT.053. A file that is neither has a problem. */
export function readStatement(bytes: Uint8Array, layout: StatementLayout | undefined): ParsedStatement {
  const isXml = /^[^a-z\d"]*</i.test(decode(bytes.subarray(0, 100)));
  try {
    return isXml ? readCamt(refuseEntities(decode(bytes))) : readCsv(decode(bytes), layout);
  } catch (error) {
    const message = `The file cannot be read: ${String((error as Error).message).slice(0, 200)}`;
    return {
      format: isXml ? 'camt' : 'csv',
      layout: layout ?? null,
      cells: [],
      lines: [],
      problems: [{ row: 1, message }],
    };
  }
}

/** UTF-8, and else Windows-1252, in which older systems of banks write. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A statement declares no entities of its own, which could expand without end. */
function refuseEntities(xml: string): string {
  if (/<!DOCTYPE/i.test(xml)) throw new Error('it declares a document type');
  return xml;
}
