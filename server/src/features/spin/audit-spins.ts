import type { Database } from '../../db/database.ts';
import { FIRST_ID } from '../../db/first-id.ts';
import { invariant } from '../../errors.ts';
import { type AuditPage, auditPages } from '../../ledger/audit-pages.ts';
import { type AuditReferences, firstIdAt } from '../../ledger/audit-references.ts';

/** Spins or transfers of one statement. */
const ROWS = 1_000;
/** Days of one statement, with all their spins. */
const DAYS = 20;

type Page = AuditPage<string[]>;

const texts = {
  spins: `WITH page AS MATERIALIZED (
    SELECT * FROM spins WHERE spun_at >= $1::timestamptz AND spun_at < 'infinity'
      AND (spun_at, user_id) > ($1::timestamptz, $2::uuid)
    ORDER BY spun_at, user_id LIMIT ${ROWS}
  ), found AS (
    SELECT s.*, t.kind AS transfer_kind, t.realm AS transfer_realm,
      (SELECT u.realm FROM users u WHERE u.id = s.user_id) AS user_realm,
      (SELECT f.client_seed FROM fair_seeds f
        WHERE f.subject_kind = 'spin' AND f.subject_id = '1' AND f.user_id = s.user_id) AS client_seed,
      (SELECT coalesce(sum(p.amount), 0) FROM postings p WHERE p.transfer_id = s.transfer_id AND p.source = 'rewards'
        AND (p.destination = 'unclaimed' OR (p.destination = 'bonus' AND p.destination_id = s.user_id))) AS paid
    FROM page s LEFT JOIN transfers t ON t.id = s.transfer_id
  ), wrong AS (
    SELECT user_id::text AS row, CASE
      WHEN user_realm IS NULL THEN 'names a user who does not exist'
      WHEN user_realm <> realm THEN 'of realm ' || realm || ' is of a user of realm ' || user_realm
      WHEN client_seed IS NULL THEN 'has no seeds from which it was drawn'
      WHEN result > 0 AND (transfer_kind IS DISTINCT FROM 'spin_prize' OR transfer_realm IS DISTINCT FROM realm)
        THEN 'won ' || result || ' coins without a transfer of a prize'
      WHEN paid <> result THEN 'won ' || result || ' coins; ' || paid || ' were paid to its user'
      WHEN day <> (spun_at AT TIME ZONE 'Africa/Lagos')::date THEN 'of ' || spun_at || ' is counted on ' || day
    END AS message FROM found WHERE $3::int IS NULL OR realm = $3 ORDER BY spun_at, user_id
  )
  SELECT (SELECT count(*)::int FROM page) AS count,
    (SELECT ARRAY[spun_at::text, user_id::text] FROM page ORDER BY spun_at DESC, user_id DESC LIMIT 1) AS last,
    (SELECT row FROM wrong WHERE message IS NOT NULL LIMIT 1) AS row,
    (SELECT message FROM wrong WHERE message IS NOT NULL LIMIT 1) AS message`,
  transfers: `WITH page AS MATERIALIZED (
    SELECT t.id, t.key, t.realm FROM transfers t WHERE t.kind = 'spin_prize' AND t.id > $1::uuid
    ORDER BY t.id LIMIT ${ROWS}
  ), wrong AS (
    SELECT p.id::text AS row, 'pays a spin of user ' || p.key || ', which does not exist' AS message FROM page p
    WHERE NOT EXISTS (SELECT FROM spins s WHERE s.transfer_id = p.id) AND ($2::int IS NULL OR p.realm = $2)
    ORDER BY p.id LIMIT 1
  )
  SELECT (SELECT count(*)::int FROM page) AS count,
    (SELECT ARRAY[id::text] FROM page ORDER BY id DESC LIMIT 1) AS last,
    (SELECT row FROM wrong) AS row, (SELECT message FROM wrong) AS message`,
  spin_days: `WITH page AS MATERIALIZED (
    SELECT * FROM spin_days WHERE (realm, day) > ($2::int, $3::date)
      AND day >= ($1::timestamptz AT TIME ZONE 'Africa/Lagos')::date - 1
    ORDER BY realm, day LIMIT ${DAYS}
  ), found AS (
    SELECT p.*, s.count, s.won FROM page p CROSS JOIN LATERAL (
      SELECT count(*) AS count, coalesce(sum(s.result), 0) AS won FROM spins s
      WHERE s.realm = p.realm AND s.day = p.day
    ) AS s
  ), wrong AS (
    SELECT realm || '/' || day AS row, 'records ' || spins || ' spins for ' || spent || ' coins; there are ' || count
      || ' for ' || won AS message
    FROM found WHERE (spins <> count OR spent <> won) AND ($4::int IS NULL OR realm = $4) ORDER BY realm, day LIMIT 1
  )
  SELECT (SELECT count(*)::int FROM page) AS count,
    (SELECT ARRAY[realm::text, day::text] FROM page ORDER BY realm DESC, day DESC LIMIT 1) AS last,
    (SELECT row FROM wrong) AS row, (SELECT message FROM wrong) AS message`,
} as const;

/**
 * Checks that each spin was drawn from seeds and paid its user exactly what it won, that each transfer of a prize has a
 * spin, and that the spent budget of each day is the sum of its spins. The draw itself needs SECRETS_KEY: its proof
 * verifies it. Each statement reads one snapshot. A spin does not change: unless all are read, only those since the last
 * audit are checked.
 */
export const auditSpins: AuditReferences = {
  counts: 'spins',
  async audit(db, { errors, realm = null, since }, onChunk) {
    const from = since ?? '-infinity';
    const parts = [
      { table: 'spins', size: ROWS, fixed: [], first: [from, FIRST_ID] },
      {
        table: 'transfers',
        size: ROWS,
        fixed: [],
        first: [since === null ? FIRST_ID : await firstIdAt(db, since)],
      },
      { table: 'spin_days', size: DAYS, fixed: [since ?? EARLIEST], first: ['-1', EARLIEST] },
    ] as const;
    for (const { table, size, fixed, first } of parts) {
      const read = (after: readonly string[]) => readPage(db, table, [...fixed, ...after, realm]);
      await auditPages({ check: 'spins', table, size, first, errors, read, onChunk });
    }
  },
};

/** Before every spin; unlike -infinity, a day can be computed from it. */
const EARLIEST = '2020-01-01';

async function readPage(db: Database, table: keyof typeof texts, values: unknown[]): Promise<Page> {
  const { rows } = await db.pool.query<Page>({ name: `audit-spins-${table}`, text: texts[table], values });
  invariant(rows[0], 'the query of a page of spins returned no row');
  return rows[0];
}
