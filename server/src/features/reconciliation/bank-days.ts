import { toNaira } from '@copup/shared/coins.ts';
import type { BankDay, DayTotals } from '@copup/shared/reconciliation.ts';
import { takeLock } from '../../db/advisory-locks.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { LAGOS_OFFSET_MS } from '../../lagos-time.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { dayBegins, lagosDay, recordsSql, tookPlace } from './bank-records.queries.ts';
import { type DayBlock, dayBlocked } from './reconciliation.errors.ts';
import { bankDayClosings } from './reconciliation.tables.ts';

type Source = Database | Transaction;
const clientOf = (source: Source) => ('client' in source ? source.client : source.pool);

const totalNames = [
  ...['bank_in', 'bank_out', 'provider_gross', 'provider_fees', 'provider_net', 'records_in', 'records_out'],
  ...['ledger_issued', 'ledger_paid_out'],
] as (keyof DayTotals)[];
const inCoins = (name: string): boolean => name.startsWith('ledger_');

/** Coins of a transfer of the ledger, by its kind and key. */
const posted = (kind: string, key: string): string => `(SELECT coalesce(sum(o.amount), 0) FROM transfer_keys k
  JOIN postings o ON o.transfer_id = k.transfer_id WHERE k.kind = '${kind}' AND k.key = ${key})`;
const between = (column: string): string =>
  `${column} >= ${dayBegins('$1')} AND ${column} < ${dayBegins('$2::date + 1')}`;
const naira = (condition: string): string => `coalesce(sum(amount_kobo) FILTER (WHERE ${condition}), 0)`;

/** Both sides of each day between `$1` and `$2`, and a hash over all of it. Records count from the day of the first line. */
const daysSql = `WITH lines AS (
    SELECT l.day::text, count(*)::int AS lines, (count(*) FILTER (WHERE NOT l.is_explained))::int AS open_lines,
      ${naira(`amount_kobo > 0 AND currency = 'NGN'`)} AS bank_in, -${naira(`amount_kobo < 0 AND currency = 'NGN'`)} AS bank_out,
      string_agg(concat_ws('|', l.id, l.amount_kobo, l.currency, encode(l.line_key, 'hex'), e.reason, e.record_kind, e.record_id, e.note),
        E'\\n' ORDER BY l.id) AS text,
      array_remove(array_agg(DISTINCT e.explained_by), NULL) AS operators
    FROM statement_lines l LEFT JOIN bank_explanations e ON e.line_id = l.id AND e.withdrawn_at IS NULL
    WHERE l.day BETWEEN $1::date AND $2::date GROUP BY l.day
  ), records AS (
    SELECT day, count(*)::int AS records, (count(*) FILTER (WHERE explanation_id IS NULL))::int AS open_records,
      ${naira('amount_kobo > 0')} AS records_in, -${naira('amount_kobo < 0')} AS records_out,
      string_agg(concat_ws('|', kind, id, amount_kobo, status, proof, explanation_id), E'\\n' ORDER BY kind, id) AS text
    FROM (${recordsSql(tookPlace)}) AS r
    WHERE day >= (SELECT min(l.day)::text FROM statement_lines l) GROUP BY day
  ), provider AS (
    SELECT ${lagosDay('settled_at')}::text AS day, sum(gross_kobo) AS provider_gross, sum(fee_kobo) AS provider_fees,
      sum(net_kobo) AS provider_net FROM provider_settlements WHERE ${between('settled_at')} GROUP BY 1
  ), ledger AS (
    SELECT ${lagosDay('at')}::text AS day, sum(issued) AS ledger_issued, sum(paid_out) AS ledger_paid_out FROM (
      SELECT decided_at AS at, ${posted('purchase', `'payment:' || v.id`)} AS issued, 0 AS paid_out FROM manual_payments v
      WHERE coalesce(changed_at, decided_at, created_at) >= ${dayBegins('$1')} AND ${between('decided_at')} AND status IN ('approved', 'overpaid')
      UNION ALL
      SELECT decided_at, ${posted('purchase', `'card_payment:' || v.id`)}, 0 FROM card_payments v
      WHERE ${between('decided_at')} AND status IN ('approved', 'charged_back')
      UNION ALL
      SELECT ended_at, 0, ${posted('payout_capture', `'payout:' || v.id`)} FROM payouts v
      WHERE ${between('coalesce(ended_at, decided_at, created_at)')} AND status = 'paid' AND realm = 0
    ) AS each GROUP BY 1
  ), closings AS (
    SELECT DISTINCT ON (c.day) c.day::text, c.id, c.totals, c.hash, o.username::text AS closed_by, c.closed_at
    FROM bank_day_closings c JOIN users o ON o.id = c.closed_by WHERE c.day BETWEEN $1::date AND $2::date ORDER BY c.day, c.id DESC
  )
  SELECT d.day, coalesce(lines, 0) AS lines, coalesce(open_lines, 0) AS open_lines, coalesce(records, 0) AS records,
    coalesce(open_records, 0) AS open_records, coalesce(operators, '{}') AS operators,
    ${totalNames.map((name) => `coalesce(${name}, 0)::bigint AS ${name}`).join(', ')},
    encode(sha256(convert_to(concat_ws(E'\\n\\n', d.day, lines.text, records.text, ${totalNames.join(', ')}), 'UTF8')), 'hex') AS hash,
    c.id AS closing_id, c.totals AS closed_totals, c.hash AS closed_hash, c.closed_by, c.closed_at
  FROM (SELECT day FROM lines UNION SELECT day FROM records UNION SELECT day FROM provider UNION SELECT day FROM closings
      UNION SELECT $1::date::text WHERE $1::date = $2::date) AS d
    LEFT JOIN lines USING (day) LEFT JOIN records USING (day) LEFT JOIN provider USING (day) LEFT JOIN ledger USING (day)
    LEFT JOIN closings c USING (day)
  ORDER BY d.day DESC`;

type DayRow = Record<keyof DayTotals, number> &
  Pick<BankDay, 'day' | 'lines' | 'open_lines' | 'records' | 'open_records'> & {
    operators: string[];
    hash: string;
    closing_id: number | null;
    closed_totals: DayTotals;
    closed_hash: string;
    closed_by: string;
    closed_at: Date;
  };

async function readRows(source: Source, from: string, to: string): Promise<DayRow[]> {
  return (await clientOf(source).query<DayRow>({ name: 'bank-days', text: daysSql, values: [from, to] }))
    .rows;
}

/** Reads the days, newest first, as this operator sees them. */
export async function readDays(
  source: Source,
  { from, to, operatorId, nowMs }: { from: string; to: string; operatorId: string; nowMs: number },
): Promise<BankDay[]> {
  const [rows, before] = await Promise.all([readRows(source, from, to), readOpenBefore(source)]);
  return rows.map((row) => toDay(row, { operatorId, nowMs, before }));
}

/** Returns the first day after the last closed one that has lines or records; null when there is none. */
export async function readOpenBefore(source: Source): Promise<string | null> {
  const { rows } = await clientOf(source).query<{ day: string | null }>({
    name: 'bank-days-next',
    text: `SELECT min(l.day)::text AS day FROM statement_lines l
      WHERE l.day > coalesce((SELECT max(c.day) FROM bank_day_closings c), '-infinity')`,
  });
  return rows[0]?.day ?? null;
}

function toDay(
  row: DayRow,
  { operatorId, nowMs, before }: { operatorId: string; nowMs: number; before: string | null },
): BankDay {
  const { day, lines, open_lines, records, open_records, closing_id: closingId, closed_totals: closed } = row;
  const totals = Object.fromEntries(
    totalNames.map((name) => [name, inCoins(name) ? row[name] : toNaira(row[name])]),
  ) as DayTotals;
  const differing = closingId === null ? [] : totalNames.filter((name) => totals[name] !== closed[name]);
  const isChanged = closingId !== null && row.hash !== row.closed_hash;
  const today = new Date(nowMs + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
  const [explainer, ...others] = row.operators;
  const blocks: [DayBlock, boolean][] = [
    ['DAY_NOT_OVER', day >= today],
    ['DAY_CLOSED', closingId !== null && !isChanged],
    ['DAY_OPEN', open_lines + open_records > 0],
    ['EARLIER_DAY_OPEN', before !== null && before < day],
    ['OTHER_OPERATOR_NEEDED', explainer === operatorId && others.length === 0],
  ];
  return {
    ...{ day, lines, open_lines, records, open_records, totals },
    closing:
      closingId === null
        ? null
        : {
            id: closingId,
            totals: closed,
            hash: row.closed_hash,
            closed_by: row.closed_by,
            closed_at: row.closed_at.toISOString(),
          },
    differences: differing.map((total) => ({ total, closed: closed[total], now: totals[total] })),
    is_changed: isChanged,
    blocked: blocks.find(([, isBlocked]) => isBlocked)?.[0] ?? null,
  };
}

/**
 * Closes a day (W20): stores its totals and a hash over its lines, records and explanations. Throws DAY_NOT_OVER, DAY_CLOSED,
 * DAY_OPEN, EARLIER_DAY_OPEN and OTHER_OPERATOR_NEEDED.
 */
export const closeDay = (
  { db }: Pick<Deps, 'db'>,
  { day, operatorId }: { day: string; operatorId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await takeLock(tx, 'reconciliation');
    const nowMs = (await tx.clock()).getTime();
    const [row] = await readRows(tx, day, day);
    invariant(row, 'a day has no row');
    const { totals, blocked } = toDay(row, { operatorId, nowMs, before: await readOpenBefore(tx) });
    if (blocked) throw dayBlocked(blocked);
    await tx.orm.insert(bankDayClosings).values({ day, totals, hash: row.hash, closedBy: operatorId });
    const subject = { kind: 'bank-day', id: day };
    await writeAudit(tx, {
      operatorId,
      action: 'bank-day.close',
      subject,
      details: { ...totals, hash: row.hash },
    });
  });
