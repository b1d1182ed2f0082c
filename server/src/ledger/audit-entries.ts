import type { Database } from '../db/database.ts';
import type { AccountKind, Unit } from './accounts.ts';
import type { AccountNow } from './audit-accounts.ts';
import type { ErrorCollector } from './audit-report.ts';
import type { AccountEnd, AccountEntry } from './follow-account.ts';

export interface AccountPage {
  /** Id of the last account of the previous page. */
  after: string;
  realm: number | undefined;
  errors: ErrorCollector;
}

/** One of the two tables of accounts with running balances (wallets, funds). */
export interface AccountSource {
  table: 'wallets' | 'funds';
  /** Lists accounts by id. All facts about one account come from one snapshot. */
  list(db: Database, page: AccountPage): Promise<AccountNow[]>;
}

interface AccountRow {
  id: string;
  realm: number;
  version: string;
  lastSeq: string | null;
  checkedVersion: string | null;
  checkedBalances: Record<string, string> | null;
}

interface WalletRow extends AccountRow {
  available: string;
  held: string;
  bonus: string;
  task: string;
  userRealm: number | null;
  openHolds: string;
}

/** Accounts read at a time; limits the size of each statement. */
export const ACCOUNTS = 200;

const CHECKPOINT = 'c.version::text AS "checkedVersion", c.balances AS "checkedBalances"';
// LIMIT keeps the planner from turning the look-up into a join.
const checkpointOf = (id: string) => `LEFT JOIN LATERAL (
    SELECT version, balances FROM audit_checkpoints WHERE account_id = ${id} LIMIT 1) AS c ON true`;
const lastSeq = (id: string) => `greatest((SELECT max(source_seq) FROM postings WHERE source_id = ${id}),
  (SELECT max(destination_seq) FROM postings WHERE destination_id = ${id}))::text AS "lastSeq"`;

// The page is selected first and the rows of its accounts are looked up one by one: a join would read whole tables for
// each page, in a plan that a prepared statement keeps. Amounts are returned as text because a row that was tampered
// with may exceed a JavaScript number.
const walletsSql = `WITH page AS MATERIALIZED (
    SELECT * FROM wallets WHERE user_id > $1 AND ($2::integer IS NULL OR realm = $2) ORDER BY user_id LIMIT ${ACCOUNTS}
  )
  SELECT w.user_id AS id, w.realm, w.available::text, w.held::text, w.bonus::text, w.task::text,
    w.version::text, ${lastSeq('w.user_id')}, ${CHECKPOINT},
    (SELECT u.realm FROM users u WHERE u.id = w.user_id) AS "userRealm",
    (SELECT coalesce(sum(amount), 0)::text FROM holds h WHERE h.user_id = w.user_id AND outcome IS NULL) AS "openHolds"
  FROM page w ${checkpointOf('w.user_id')} ORDER BY w.user_id`;

const fundsSql = `WITH page AS MATERIALIZED (
    SELECT * FROM funds WHERE id > $1 AND ($2::integer IS NULL OR realm = $2) ORDER BY id LIMIT ${ACCOUNTS}
  )
  SELECT f.id, f.kind, f.realm, f.unit, f.balance::text, f.version::text, ${lastSeq('f.id')}, ${CHECKPOINT}
  FROM page f ${checkpointOf('f.id')} ORDER BY f.id`;

export const walletAccounts: AccountSource = {
  table: 'wallets',
  async list(db, { after, realm, errors }) {
    const { rows } = await db.pool.query<WalletRow>({
      name: 'audit-wallets',
      text: walletsSql,
      values: [after, realm ?? null],
    });
    return rows.map((row) => {
      if (row.userRealm !== row.realm) {
        const message =
          row.userRealm === null
            ? 'has no user'
            : `of realm ${row.realm} has a user of realm ${row.userRealm}`;
        errors.add({ check: 'users', table: 'wallets', row: row.id, message });
      }
      if (row.openHolds !== row.held) {
        const message = `holds ${row.held}; its open holds add up to ${row.openHolds}`;
        errors.add({ check: 'holds', table: 'wallets', row: row.id, message });
      }
      const balances: [AccountKind, bigint][] = [
        ['available', BigInt(row.available)],
        ['held', BigInt(row.held)],
        ['bonus', BigInt(row.bonus)],
        ['task', BigInt(row.task)],
      ];
      return accountOf(row, balances, (kind) => (kind === 'task' ? 'task' : 'coin'));
    });
  },
};

export const fundAccounts: AccountSource = {
  table: 'funds',
  async list(db, { after, realm }) {
    const { rows } = await db.pool.query<AccountRow & { kind: AccountKind; unit: Unit; balance: string }>({
      name: 'audit-funds',
      text: fundsSql,
      values: [after, realm ?? null],
    });
    return rows.map((row) => accountOf(row, [[row.kind, BigInt(row.balance)]], () => row.unit));
  },
};

function accountOf(
  row: AccountRow,
  balances: readonly [AccountKind, bigint][],
  unitOf: AccountNow['unitOf'],
): AccountNow {
  const { checkedVersion, checkedBalances } = row;
  return {
    id: row.id,
    realm: row.realm,
    unitOf,
    version: BigInt(row.version),
    balances: new Map(balances),
    lastSeq: BigInt(row.lastSeq ?? 0),
    checkpoint:
      checkedVersion === null || checkedBalances === null
        ? undefined
        : {
            version: BigInt(checkedVersion),
            balances: new Map(
              Object.entries(checkedBalances).map(([kind, text]) => [kind as AccountKind, BigInt(text)]),
            ),
          },
  };
}

interface EntryRow {
  nth: number;
  posting: string;
  xid: string;
  amount: string;
  source: AccountKind | null;
  sourceSeq: string;
  sourceBalance: string;
  destination: AccountKind | null;
  destinationSeq: string;
  destinationBalance: string;
}

const columns = `transfer_id, no, xid, amount, source, source_id, source_seq, source_balance, destination, destination_id,
  destination_seq, destination_balance`;
const entriesSql = `
SELECT r.nth::integer - 1 AS nth, p.transfer_id || '/' || p.no AS posting, p.xid::text, p.amount::text,
  CASE WHEN p.source_id = r.id THEN p.source END AS source, p.source_seq::text AS "sourceSeq",
  p.source_balance::text AS "sourceBalance",
  CASE WHEN p.destination_id = r.id THEN p.destination END AS destination, p.destination_seq::text AS "destinationSeq",
  p.destination_balance::text AS "destinationBalance"
FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS r(id, after, upto, nth)
CROSS JOIN LATERAL (
  SELECT ${columns}, source_seq AS seq FROM postings
  WHERE source_id = r.id AND source_seq > r.after AND source_seq <= r.upto
  UNION ALL
  SELECT ${columns}, destination_seq FROM postings
  WHERE destination_id = r.id AND destination_seq > r.after AND destination_seq <= r.upto
    AND source_id IS DISTINCT FROM r.id
) AS p
ORDER BY r.nth, p.seq, p.transfer_id, p.no`;

/**
 * Lists the postings of accounts with sequence numbers in (after, upto], by the position of their range in the list.
 */
export async function listEntries(
  db: Database,
  ranges: readonly { id: string; after: bigint; upto: bigint }[],
): Promise<Map<number, AccountEntry[]>> {
  const { rows } = await db.pool.query<EntryRow>({
    name: 'audit-entries',
    text: entriesSql,
    values: [
      ranges.map(({ id }) => id),
      ranges.map(({ after }) => String(after)),
      ranges.map(({ upto }) => String(upto)),
    ],
  });
  const entries = new Map<number, AccountEntry[]>();
  for (const row of rows) {
    const entry: AccountEntry = {
      posting: row.posting,
      xid: BigInt(row.xid),
      amount: BigInt(row.amount),
      from: endOf(row.source, row.sourceSeq, row.sourceBalance),
      to: endOf(row.destination, row.destinationSeq, row.destinationBalance),
    };
    const list = entries.get(row.nth);
    if (list) list.push(entry);
    else entries.set(row.nth, [entry]);
  }
  return entries;
}

function endOf(kind: AccountKind | null, seq: string, balance: string): AccountEnd | undefined {
  return kind === null ? undefined : { kind, seq: BigInt(seq), balance: BigInt(balance) };
}
