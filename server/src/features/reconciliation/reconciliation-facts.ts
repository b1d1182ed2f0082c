import { dueAfterMsOf } from '@copup/shared/queues.ts';
import type {
  BankRecords,
  BankRecordsQuery,
  ReconciliationFacts,
  StatementBank,
  StatementImport,
} from '@copup/shared/reconciliation.ts';
import type { z } from 'zod';
import { csvLine } from '../../csv.ts';
import type { Database } from '../../db/database.ts';
import { invariant } from '../../errors.ts';
import type { ReadQueue } from '../../feature.ts';
import { readOpenBefore } from './bank-days.ts';
import { dayBegins, type RecordRow, recordsSql, tookPlace, toRecords } from './bank-records.queries.ts';

const MAX_COUNTED = 10_000;

/** SQL of records that took place since the day `$1` and that nothing explains. */
const unexplained = `FROM (${recordsSql(
  ({ isOpen, since }) =>
    `NOT (${isOpen}) AND ${since} >= ${dayBegins('$1')} AND ${since} < statement_timestamp() AND e.id IS NULL`,
)}) AS r`;

/** Returns the first day of which records are expected to be explained: after the last closed day, since the first line. */
async function readFirstDay(db: Database): Promise<string | null> {
  const { rows } = await db.pool.query<{ day: string | null }>({
    name: 'bank-days-first',
    text: `SELECT coalesce((SELECT max(c.day) + 1 FROM bank_day_closings c), (SELECT min(l.day) FROM statement_lines l))::text AS day`,
  });
  return rows[0]?.day ?? null;
}

/** Lists records that took place and that no line explains, oldest first. The planner must know the day. */
export async function listUnexplained(
  db: Database,
  { kind, day, limit }: Partial<z.output<typeof BankRecordsQuery>>,
): Promise<BankRecords & { oldest: string | null }> {
  const first = await readFirstDay(db);
  if (first === null) return { total: 0, records: [], oldest: null };
  const { rows } = await db.pool.query<RecordRow & { total: number }>(
    `SELECT *, (count(*) OVER ())::int AS total ${unexplained}
      WHERE ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR day = $3) ORDER BY day, kind, id LIMIT $4`,
    [first, kind, day, limit],
  );
  const [oldest] = rows;
  return { total: oldest?.total ?? 0, records: await toRecords(db, rows), oldest: oldest?.day ?? null };
}

export async function readFacts(db: Database): Promise<ReconciliationFacts> {
  const { rows } = await db.pool.query<Omit<ReconciliationFacts, 'next_day' | 'open_records'>>({
    name: 'reconciliation-facts',
    text: `SELECT (SELECT max(day)::text FROM bank_day_closings) AS last_closed_day, o.open - p.proposed AS open_lines,
        p.proposed AS proposed_lines, p.exact AS exact_lines, o.day AS oldest_day
      FROM (SELECT count(*)::int AS open, min(day)::text AS day FROM statement_lines WHERE NOT is_explained) AS o,
        (SELECT count(*)::int AS proposed, (count(*) FILTER (WHERE is_exact))::int AS exact
          FROM line_proposals JOIN statement_lines l ON l.id = line_id WHERE NOT l.is_explained) AS p`,
  });
  const [facts] = rows;
  invariant(facts, 'the facts of the reconciliation have no row');
  const [{ total, oldest }, next] = await Promise.all([
    listUnexplained(db, { limit: 1 }),
    readOpenBefore(db),
  ]);
  const [oldestDay = null] = [facts.oldest_day, oldest].filter((day) => day !== null).sort();
  return { ...facts, oldest_day: oldestDay, open_records: total, next_day: next };
}

/** For the overview and /metrics: lines that nothing explains, since their import. */
export const lineQueue =
  (db: Database): ReadQueue =>
  async () => {
    const { rows } = await db.pool.query<{ waiting: number; overdue: number; oldestAt: Date | null }>({
      name: 'queue-statement-lines',
      text: `SELECT count(*)::int AS waiting, min(at) AS "oldestAt",
          (count(*) FILTER (WHERE at < statement_timestamp() - interval '${dueAfterMsOf('statement-lines')} milliseconds'))::int AS overdue
        FROM (SELECT i.imported_at AS at FROM statement_lines l JOIN statement_imports i ON i.id = l.import_id
          WHERE NOT l.is_explained LIMIT ${MAX_COUNTED}) AS bounded`,
    });
    const { waiting = 0, overdue = 0, oldestAt = null } = rows[0] ?? {};
    return { waiting, byStatus: waiting > 0 ? [{ status: 'open', waiting, overdue }] : [], oldestAt };
  };

export async function listBanks(db: Database): Promise<StatementBank[]> {
  const { rows } = await db.pool.query<StatementBank>({
    name: 'statement-banks',
    text: `SELECT b.bank, b.layout, (SELECT max(l.day)::text FROM statement_lines l WHERE l.bank = b.bank) AS last_day
      FROM statement_banks b ORDER BY b.bank`,
  });
  return rows;
}

export async function getImport(db: Database, id: number): Promise<StatementImport> {
  const { rows } = await db.pool.query<Omit<StatementImport, 'imported_at'> & { imported_at: Date }>({
    name: 'statement-import-find',
    text: `SELECT i.id, i.bank, i.source, i.lines, i.added, o.username::text AS imported_by, i.imported_at
      FROM statement_imports i JOIN users o ON o.id = i.imported_by WHERE i.id = $1`,
    values: [id],
  });
  const [row] = rows;
  invariant(row, 'an import was not found');
  return { ...row, imported_at: row.imported_at.toISOString() };
}

const COLUMNS =
  'Day,Side,Bank or kind,Number,Amount,Currency,Name,Narration or status,Bank reference,Explanation,Other side,Note,Explained by';

/** Yields both sides of some days as CSV, for the accountant: each line and each record with what explains it. */
export async function* exportDays(
  db: Database,
  { from, to }: { from: string; to: string },
): AsyncGenerator<string> {
  const { rows } = await db.pool.query<{ cells: (string | number)[] }>({
    text: `SELECT jsonb_build_array(r.day, r.side, r.origin, r.id, r.amount_kobo / 100.0, r.currency, r.name, r.words, r.proof, coalesce(e.reason, ''),
          CASE r.side WHEN 'bank' THEN coalesce(e.record_kind || ' ' || e.record_id, '') ELSE coalesce('line ' || e.line_id, '') END,
          coalesce(e.note, ''), coalesce(o.username::text, '')) AS cells
      FROM (
        SELECT day::text, 'bank' AS side, bank AS origin, id, amount_kobo, currency, sender AS name, narration AS words,
          bank_reference AS proof, (SELECT e.id FROM bank_explanations e WHERE e.line_id = l.id AND e.withdrawn_at IS NULL) AS explanation_id
        FROM statement_lines l WHERE day BETWEEN $1::date AND $2::date
        UNION ALL
        SELECT day, 'records', kind, id, amount_kobo, 'NGN', name, status, proof, explanation_id FROM (${recordsSql(tookPlace)}) AS done
      ) AS r LEFT JOIN bank_explanations e ON e.id = r.explanation_id LEFT JOIN users o ON o.id = e.explained_by
      ORDER BY r.day, r.side, r.id`,
    values: [from, to],
  });
  yield csvLine(COLUMNS.split(','));
  for (const { cells } of rows) yield csvLine(cells);
}
