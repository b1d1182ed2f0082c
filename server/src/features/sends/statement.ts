import { MAX_STATEMENT_DAYS, type StatementQuery } from '@copup/shared/sends.ts';
import { csvLine } from '../../csv.ts';
import type { Database } from '../../db/database.ts';
import { LAGOS_OFFSET_MS } from '../../lagos-time.ts';
import { statementTooLong } from './sends.errors.ts';
import { lastSeqOf, listMovements, MOVEMENTS_CHUNK, type Movement, timeOfSeq } from './statement.queries.ts';

const DAY_MS = 24 * 3_600_000;

interface Period {
  fromMs: number;
  /** Not included. */
  toMs: number;
}

/** Returns the period of the days. Throws VALIDATION_FAILED. */
export function periodOf({ from, to }: StatementQuery): Period {
  const fromMs = Date.parse(from) - LAGOS_OFFSET_MS;
  const toMs = Date.parse(to) - LAGOS_OFFSET_MS + DAY_MS;
  if (toMs <= fromMs) throw statementTooLong('The last day must not be before the first.');
  if (toMs - fromMs > MAX_STATEMENT_DAYS * DAY_MS)
    throw statementTooLong(`A statement covers at most ${MAX_STATEMENT_DAYS} days.`);
  return { fromMs, toMs };
}

const header = ['Date', 'Time', 'Kind', 'Subject', 'Balance', 'In', 'Out', 'Balance after', 'Transfer'];

/**
 * Writes all changes of the user's wallet in the period as CSV, in order, read in chunks (W6). Each change of a part of
 * the wallet is one line: the sum of In less Out of a part is the change of its balance. The first text is yielded when
 * the first chunk was read.
 */
export async function* writeStatement(
  db: Database,
  userId: string,
  { fromMs, toMs }: Period,
): AsyncGenerator<string> {
  const last = await lastSeqOf(db, userId);
  let text = csvLine(header);
  for (let seq = await firstSeqAt(db, userId, last, fromMs); seq <= last; seq += MOVEMENTS_CHUNK) {
    const movements = await listMovements(db, userId, seq);
    const within = movements.filter(({ seq: one, at }) => one <= last && at.getTime() < toMs);
    yield text + within.map(lineOf).join('');
    text = '';
    if (within.length < movements.length) return;
  }
  if (text !== '') yield text;
}

/** Finds the first change at or after a time by bisection: a wallet's changes are numbered in the order of time. */
async function firstSeqAt(db: Database, userId: string, last: number, fromMs: number): Promise<number> {
  let low = 1;
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeOfSeq(db, userId, middle)).getTime() < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lineOf({
  at,
  kind,
  subjectKind,
  subjectId,
  part,
  isCredit,
  amount,
  balance,
  transferId,
  otherUsername,
}: Movement): string {
  const local = new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString();
  const subject =
    otherUsername === null ? `${subjectKind} ${subjectId}` : `${isCredit ? 'from' : 'to'} ${otherUsername}`;
  return csvLine([
    local.slice(0, 10),
    local.slice(11, 19),
    kind,
    subject,
    part,
    isCredit ? amount : '',
    isCredit ? '' : amount,
    balance,
    transferId,
  ]);
}
