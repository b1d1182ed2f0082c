import { toKobo, toNaira } from '@copup/shared/coins.ts';
import type {
  Explanation,
  RecordKind,
  StatementLine,
  StatementLinesQuery,
} from '@copup/shared/reconciliation.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import {
  type Condition,
  equal,
  type OperatorList,
  readList,
  searchPattern,
} from '../../operators/operator-list.ts';
import { findRecords, recordKey, toRecords } from './bank-records.queries.ts';
import type { Proposal } from './match-lines.ts';
import { hasReference } from './statement-line.ts';

interface LineRow {
  id: number;
  bank: string;
  day: string;
  amount_kobo: number;
  currency: string;
  narration: string;
  sender: string;
  bank_reference: string;
  imported_at: Date;
  explanation:
    | (Omit<Explanation, 'record'> & { record_kind: RecordKind | null; record_id: number | null })
    | null;
  rule: Proposal['rule'] | null;
  reason: string;
  is_exact: boolean;
  record_kind: RecordKind;
  record_id: number;
}

const list: OperatorList = {
  from: 'statement_lines v',
  key: 'v.id',
  select: `SELECT v.id, v.bank, v.day::text, v.amount_kobo, v.currency, v.narration, v.sender, v.bank_reference, i.imported_at,
      p.rule, p.reason, p.is_exact, p.record_kind, p.record_id,
      CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('id', e.id, 'reason', e.reason, 'note', e.note, 'explained_by', o.username,
        'explained_at', e.explained_at, 'record_kind', e.record_kind, 'record_id', e.record_id) END AS explanation
    FROM page JOIN statement_lines v ON v.id = page.key JOIN statement_imports i ON i.id = v.import_id
      LEFT JOIN line_proposals p ON p.line_id = v.id AND NOT v.is_explained
      LEFT JOIN bank_explanations e ON e.line_id = v.id AND e.withdrawn_at IS NULL
      LEFT JOIN users o ON o.id = e.explained_by`,
  orders: { id: ['v.id'], day: ['v.day', 'v.id'], amount: ['v.amount_kobo', 'v.id'] },
  orderBy: 'day',
};

const states: Readonly<Record<StatementLine['state'], string>> = {
  explained: 'v.is_explained',
  proposed: 'NOT v.is_explained AND EXISTS (SELECT FROM line_proposals p WHERE p.line_id = v.id)',
  open: 'NOT v.is_explained AND NOT EXISTS (SELECT FROM line_proposals p WHERE p.line_id = v.id)',
};

type Query = z.output<typeof ListQuery> & z.output<typeof StatementLinesQuery>;

export async function listLines(
  db: Database,
  query: Query,
): Promise<{ rows: StatementLine[]; total: number }> {
  const { state, day, bank, q } = query;
  const conditions = [
    ...(state ? [{ sql: states[state], values: [] }] : []),
    ...[...equal('v.day', day), ...equal('v.bank', bank), ...(q ? [searchOf(q)] : [])],
  ];
  const { rows, total } = await readList<LineRow>(db, list, query, conditions);
  return { rows: await toLines(db, rows), total };
}

function searchOf(q: string): Condition {
  const pattern = searchPattern(q);
  const amount = Number(q.replace(/[₦,\s]/g, ''));
  return {
    sql: 'v.narration ILIKE ? OR v.sender ILIKE ? OR v.bank_reference ILIKE ? OR abs(v.amount_kobo) = ?::bigint',
    values: [pattern, pattern, pattern, Number.isFinite(amount) ? toKobo(Math.abs(amount)) : null],
  };
}

export async function findLine(db: Database, id: number): Promise<StatementLine | undefined> {
  const { rows } = await db.pool.query<LineRow>({
    name: 'statement-line-find',
    text: `WITH page AS (SELECT $1::int AS key) ${list.select}`,
    values: [id],
  });
  return (await toLines(db, rows))[0];
}

/** Adds the records of proposals and matches, in one read for all lines. */
async function toLines(db: Database, rows: readonly LineRow[]): Promise<StatementLine[]> {
  const keys = rows.flatMap(({ rule, record_kind: kind, record_id: id, explanation }) => [
    ...(rule === null ? [] : [{ kind, id }]),
    ...(explanation?.record_kind
      ? [{ kind: explanation.record_kind, id: Number(explanation.record_id) }]
      : []),
  ]);
  const found = await findRecords(db, keys);
  const records = new Map(
    (await toRecords(db, [...found.values()])).map((record) => [recordKey(record), record]),
  );
  return rows.map((row) => {
    const { id, bank, day, currency, narration, sender, bank_reference: reference } = row;
    const { rule, reason, is_exact, explanation } = row;
    const record =
      rule === null ? undefined : records.get(recordKey({ kind: row.record_kind, id: row.record_id }));
    const needsReference = record?.state === 'open' && !hasReference(reference);
    return {
      ...{ id, bank, day, currency, narration, sender, reference },
      amount: toNaira(row.amount_kobo),
      state: explanation ? 'explained' : record ? 'proposed' : 'open',
      proposal: rule && record ? { record, rule, reason, is_exact, needs_reference: needsReference } : null,
      explanation: explanation && toExplanation(explanation, records),
      imported_at: row.imported_at.toISOString(),
    };
  });
}

function toExplanation(
  { record_kind: kind, record_id: id, explained_at, ...rest }: NonNullable<LineRow['explanation']>,
  records: ReadonlyMap<string, NonNullable<Explanation['record']>>,
): Explanation {
  const record = kind === null ? undefined : records.get(recordKey({ kind, id: Number(id) }));
  return { ...rest, explained_at: new Date(explained_at).toISOString(), record: record ?? null };
}
