import type { Database } from '../../db/database.ts';
import { FIRST_ID } from '../../db/first-id.ts';
import { invariant } from '../../errors.ts';
import { type AuditPage, auditPages } from '../../ledger/audit-pages.ts';
import { type AuditReferences, firstIdAt } from '../../ledger/audit-references.ts';

/** Grants or transfers of one statement. */
const ROWS = 1_000;

type Page = AuditPage<string[]>;

const paidTo = (source: string, part: string) =>
  `coalesce((SELECT sum(p.amount) FROM postings p WHERE p.transfer_id = s.transfer_id AND p.source = '${source}'
    AND (p.destination = 'unclaimed' OR (p.destination = '${part}' AND p.destination_id = s.user_id))), 0)`;

const texts = {
  welcome_grants: `WITH page AS MATERIALIZED (
    SELECT * FROM welcome_grants WHERE (granted_at, user_id) > ($1::timestamptz, $2::uuid)
    ORDER BY granted_at, user_id LIMIT ${ROWS}
  ), found AS (
    SELECT s.*, t.kind AS transfer_kind, (SELECT u.realm FROM users u WHERE u.id = s.user_id) AS user_realm,
      ${paidTo('rewards', 'bonus')} AS paid, ${paidTo('issuance', 'available')} AS issued
    FROM page s LEFT JOIN transfers t ON t.id = s.transfer_id
  ), wrong AS (
    SELECT user_id::text AS row, CASE
      WHEN user_realm IS NULL THEN 'names a user who does not exist'
      WHEN user_realm <> 0 THEN 'is of a user of realm ' || user_realm
      WHEN transfer_kind IS DISTINCT FROM 'welcome' THEN 'gave ' || coins || ' coins without a transfer'
      WHEN paid <> coins OR issued <> available
        THEN 'gave ' || coins || ' and ' || available || ' coins; ' || paid || ' and ' || issued || ' were paid'
    END AS message FROM found WHERE $3::int IS NULL OR $3 = 0 ORDER BY granted_at, user_id
  )
  SELECT (SELECT count(*)::int FROM page) AS count,
    (SELECT ARRAY[granted_at::text, user_id::text] FROM page ORDER BY granted_at DESC, user_id DESC LIMIT 1) AS last,
    (SELECT row FROM wrong WHERE message IS NOT NULL LIMIT 1) AS row,
    (SELECT message FROM wrong WHERE message IS NOT NULL LIMIT 1) AS message`,
  transfers: `WITH page AS MATERIALIZED (
    SELECT t.id, t.key, t.realm FROM transfers t WHERE t.kind = 'welcome' AND t.id > $1::uuid ORDER BY t.id LIMIT ${ROWS}
  ), wrong AS (
    SELECT p.id::text AS row, 'welcomes user ' || p.key || ', who has no grant' AS message FROM page p
    WHERE NOT EXISTS (SELECT FROM welcome_grants g WHERE g.transfer_id = p.id) AND ($2::int IS NULL OR p.realm = $2)
    ORDER BY p.id LIMIT 1
  )
  SELECT (SELECT count(*)::int FROM page) AS count,
    (SELECT ARRAY[id::text] FROM page ORDER BY id DESC LIMIT 1) AS last,
    (SELECT row FROM wrong) AS row, (SELECT message FROM wrong) AS message`,
} as const;

/**
 * Checks that each grant paid its user exactly what it records, that each transfer of welcome coins has a grant, and
 * that the budget's row is the sum of all grants. A grant does not change: unless all are read, only those since the last
 * audit are checked, and the sum is not.
 */
export const auditWelcome: AuditReferences = {
  counts: 'welcome_grants',
  async audit(db, { errors, realm = null, since }, onChunk) {
    const parts = [
      { table: 'welcome_grants', first: [since ?? '-infinity', FIRST_ID] },
      { table: 'transfers', first: [since === null ? FIRST_ID : await firstIdAt(db, since)] },
    ] as const;
    for (const { table, first } of parts) {
      const read = (after: readonly string[]) => readPage(db, table, [...after, realm]);
      await auditPages({ check: 'welcome', table, size: ROWS, first, errors, read, onChunk });
    }
    if (since !== null) return;
    const wrong = await readWrongBudget(db);
    if (wrong) errors.add({ check: 'welcome', table: 'welcome_budget', row: '1', message: wrong });
  },
};

async function readPage(db: Database, table: keyof typeof texts, values: unknown[]): Promise<Page> {
  const { rows } = await db.pool.query<Page>({ name: `audit-welcome-${table}`, text: texts[table], values });
  invariant(rows[0], 'the query of a page of welcome coins returned no row');
  return rows[0];
}

async function readWrongBudget(db: Database): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ message: string }>({
    name: 'audit-welcome-budget',
    text: `SELECT 'records ' || b.grants || ' grants of ' || b.given || ' coins; there are ' || s.grants || ' of ' || s.given
        AS message
      FROM welcome_budget b CROSS JOIN (SELECT count(*) AS grants, coalesce(sum(coins), 0) AS given FROM welcome_grants) AS s
      WHERE b.grants <> s.grants OR b.given <> s.given`,
  });
  return rows[0]?.message;
}
