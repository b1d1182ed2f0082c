import { toNaira } from '@copup/shared/coins.ts';
import { type BankRecord, type RecordKind, recordKinds } from '@copup/shared/reconciliation.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { MatchRecord } from './match-lines.ts';

type Source = Database | Transaction;
const clientOf = (source: Source) => ('client' in source ? source.client : source.pool);

/** SQL of the records of a kind. Money of the realm of real players only; what the provider keeps is no record of a bank. */
interface RecordSource {
  from: string;
  where: string;
  id: string;
  /** When it took place, or was requested. The condition `since` uses the table's indexes. */
  at: string;
  since: string;
  isOpen: string;
  status: string;
  /** Kobo, below zero for money that leaves. */
  amount: string;
  item: string;
  reference: string;
  proof: string;
  /** The name on the other account. */
  name: string;
}

const withoutUser = 'LEFT JOIN users u ON false';

const sources: Readonly<Record<RecordKind, RecordSource>> = {
  payment: {
    from: 'manual_payments v JOIN users u ON u.id = v.user_id AND u.realm = 0',
    // One with another amount is known by what was recorded of it (W2a). The provider keeps what came to an account of its own.
    where: `v.status IN ('pending', 'approved') AND NOT EXISTS (SELECT FROM payment_transfers t WHERE t.payment_id = v.id)
      AND NOT EXISTS (SELECT FROM payment_accounts a WHERE a.payment_id = v.id)`,
    id: 'v.id',
    at: 'coalesce(v.changed_at, v.decided_at, v.created_at)',
    since: 'coalesce(v.changed_at, v.decided_at, v.created_at)',
    isOpen: `v.status = 'pending'`,
    status: 'v.status',
    amount: 'v.price_kobo',
    item: `'payment:' || v.id`,
    reference: 'v.reference',
    proof: 'v.bank_reference',
    name: 'v.sender_account_name',
  },
  transfer: {
    from: 'payment_transfers v JOIN manual_payments p ON p.id = v.payment_id JOIN users u ON u.id = p.user_id AND u.realm = 0',
    where: 'NOT EXISTS (SELECT FROM payment_accounts a WHERE a.payment_id = p.id)',
    id: 'v.id',
    at: 'v.sent_at',
    since: 'v.sent_at',
    isOpen: 'false',
    status: 'p.status',
    amount: 'v.amount_kobo',
    item: `'payment:' || p.id`,
    reference: `''`,
    proof: 'v.bank_reference',
    name: 'v.sender',
  },
  payout: {
    from: 'payouts v JOIN users u ON u.id = v.user_id',
    // What the provider sends does not leave our bank.
    where: `v.realm = 0 AND v.status IN ('approved', 'paid') AND NOT EXISTS (SELECT FROM payout_sendings s
      WHERE s.payout_id = v.id AND s.state IN ('asked', 'accepted', 'unclear', 'paid'))`,
    id: 'v.id',
    at: 'coalesce(v.ended_at, v.decided_at, v.created_at)',
    since: 'coalesce(v.ended_at, v.decided_at, v.created_at)',
    isOpen: `v.status = 'approved'`,
    status: 'v.status',
    amount: '-v.bid_points * v.rate_kobo',
    item: `'payout:' || v.id`,
    reference: `'Copup ' || v.id`,
    proof: 'v.bank_reference',
    name: 'v.account_name',
  },
  trade: {
    // Buyers pay a trader who is a user without our bank (W4).
    from: 'trades v JOIN users u ON u.id = v.user_id AND u.realm = 0',
    where: `v.seller_id IS NULL AND v.status IN ('pending', 'disputed', 'approved') AND v.stock_until IS NULL`,
    id: 'v.id',
    at: 'coalesce(v.decided_at, v.created_at)',
    since: 'v.decided_at',
    isOpen: `v.status <> 'approved'`,
    status: 'v.status',
    amount: 'v.price_kobo',
    item: `'trade:' || v.id`,
    reference: `''`,
    proof: 'v.bank_reference',
    name: 'u.full_name',
  },
  settlement: {
    from: `provider_settlements v ${withoutUser}`,
    where: 'v.net_kobo <> 0',
    id: 'v.id',
    at: 'v.settled_at',
    since: 'v.settled_at',
    isOpen: 'false',
    status: `'settled'`,
    amount: 'v.net_kobo',
    item: 'NULL',
    reference: `''`,
    proof: 'v.provider_id',
    name: `'Flutterwave'`,
  },
};

/** SQL of a time as a day of Lagos, and of the time at which a day begins there. */
export const lagosDay = (time: string): string => `(${time} AT TIME ZONE 'Africa/Lagos')::date`;
export const dayBegins = (day: string): string => `((${day})::date::timestamp AT TIME ZONE 'Africa/Lagos')`;

/** SQL of the records of these kinds that a condition selects. Columns are those of a `RecordRow`, and `explained`. */
export const recordsSql = (
  condition: (source: RecordSource, kind: RecordKind) => string,
  kinds: readonly RecordKind[] = recordKinds,
): string =>
  kinds
    .map((kind) => {
      const { from, where, id, at, isOpen, status, amount, item, reference, proof, name } = sources[kind];
      return `SELECT '${kind}' AS kind, ${id} AS id, ${isOpen} AS is_open, ${status} AS status, (${amount})::bigint AS amount_kobo,
          ${lagosDay(at)}::text AS day, ${item} AS item, ${reference} AS reference, coalesce(${proof}, '') AS proof, ${name} AS name,
          u.full_name, u.username::text AS username, e.id AS explanation_id
        FROM ${from} LEFT JOIN bank_explanations e ON e.record_kind = '${kind}' AND e.record_id = ${id} AND e.withdrawn_at IS NULL
        WHERE ${where} AND ${condition(sources[kind], kind)}`;
    })
    .join(' UNION ALL ');

export interface RecordRow {
  kind: RecordKind;
  id: number;
  is_open: boolean;
  status: string;
  amount_kobo: number;
  day: string;
  item: string | null;
  reference: string;
  proof: string;
  name: string;
  full_name: string | null;
  username: string | null;
  explanation_id: number | null;
}

export const recordKey = ({ kind, id }: { kind: string; id: number }): string => `${kind}:${id}`;

/** Finds records by kind and number, by `recordKey`. */
export async function findRecords(
  source: Source,
  wanted: readonly { kind: RecordKind; id: number }[],
): Promise<Map<string, RecordRow>> {
  if (wanted.length === 0) return new Map();
  const ids = recordKinds.map((kind) => wanted.filter((each) => each.kind === kind).map(({ id }) => id));
  const { rows } = await clientOf(source).query<RecordRow>({
    name: 'bank-records-find',
    text: recordsSql(({ id }, kind) => `${id} = ANY($${recordKinds.indexOf(kind) + 1}::int[])`),
    values: ids,
  });
  return new Map(rows.map((row) => [recordKey(row), row]));
}

/** Reads the requests for a second operator that wait, by `recordKey`. */
async function readApprovals(source: Source, rows: readonly RecordRow[]): Promise<Map<string, number>> {
  const open = rows.filter(({ is_open: isOpen }) => isOpen);
  if (open.length === 0) return new Map();
  const { rows: found } = await clientOf(source).query<{ key: string; id: number }>({
    name: 'bank-records-approvals',
    text: `SELECT subject_kind || ':' || subject_id AS key, min(id)::int AS id FROM approvals
      WHERE status = 'pending' AND action IN ('payment.approve', 'trade.approve')
        AND (subject_kind, subject_id) IN (SELECT * FROM unnest($1::text[], $2::text[])) GROUP BY key`,
    values: [open.map(({ kind }) => kind), open.map(({ id }) => String(id))],
  });
  return new Map(found.map(({ key, id }) => [key, id]));
}

/** Returns the records as operators read them. */
export async function toRecords(source: Source, rows: readonly RecordRow[]): Promise<BankRecord[]> {
  const waiting = await readApprovals(source, rows);
  return rows.map((row) => {
    const [kind = '', id = ''] = row.item?.split(':') ?? [];
    return {
      ...{ kind: row.kind, id: row.id, status: row.status, day: row.day, username: row.username },
      item: row.item === null ? null : { kind, id },
      state: row.is_open ? 'open' : 'done',
      amount: toNaira(row.amount_kobo),
      name: row.name,
      reference: row.reference || String(row.id),
      bank_reference: row.proof || null,
      approval_id: waiting.get(recordKey(row)) ?? null,
    };
  });
}

/** Quotes that lead to no proposal, and say that a line is about nothing else: of payments in other states, and not announced. */
const otherReferences = `SELECT 'payment', id, false, status, price_kobo, ${lagosDay('created_at')}::text, NULL, reference, '', '', NULL, NULL, 0
  FROM manual_payments v WHERE coalesce(changed_at, decided_at, created_at) >= ${dayBegins('$1')} AND (status NOT IN ('pending', 'approved')
    OR EXISTS (SELECT FROM payment_transfers t WHERE t.payment_id = v.id))
  UNION ALL SELECT 'payment', 0, false, '', 0, $1::date::text, NULL, reference, '', '', NULL, NULL, 0 FROM payment_references`;

/** Rows that are read at once: other requests run between them. */
const ROWS = 500;

/**
 * Reads what lines since a day may be about: all open records, and those that took place some time before. The statement has no name:
 * the planner must know the day.
 */
export const readMatchRecords = (db: Database, since: string): Promise<Iterable<MatchRecord>> =>
  inTransaction(db, async ({ client }) => {
    const open = recordsSql(({ isOpen, since: at }) => `(${isOpen} OR ${at} >= ${dayBegins('$1')})`);
    await client.query(`DECLARE match_records NO SCROLL CURSOR FOR ${open} UNION ALL ${otherReferences}`, [
      since,
    ]);
    const parts: RecordRow[][] = [];
    for (;;) {
      const { rows } = await client.query(`FETCH ${ROWS} FROM match_records`);
      if (rows.length === 0) return toMatchRecords(parts.flat());
      parts.push(rows as RecordRow[]);
    }
  });

/** Converts rows one by one while they are compared: all at once would hold other requests up. */
function* toMatchRecords(rows: readonly RecordRow[]): Iterable<MatchRecord> {
  for (const { id, kind, day, reference, proof, name, ...row } of rows)
    yield {
      ...{ kind, id, day, reference, proof },
      isOpen: row.is_open,
      isTaken: row.explanation_id !== null,
      amountKobo: row.amount_kobo,
      names: row.full_name === null || row.full_name === name ? [name] : [name, row.full_name],
    };
}

/** Condition on records that took place between the days `$1` and `$2`, both included. */
export const tookPlace = ({ isOpen, since }: RecordSource): string =>
  `NOT (${isOpen}) AND ${since} >= ${dayBegins('$1')} AND ${since} < ${dayBegins(`$2::date + 1`)}`;
