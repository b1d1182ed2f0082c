import type { Database } from '../db/database.ts';
import { FIRST_ID } from '../db/first-id.ts';
import { invariant } from '../errors.ts';
import type { PlatformAccount, Unit } from './accounts.ts';
import {
  type AuditCheck,
  type ErrorCollector,
  MAX_LEFT,
  type PostingsLeft,
  type Sums,
} from './audit-report.ts';

const CHUNK = 5_000;

/** Where the last audit stopped reading postings, and the balances of the platform accounts at that position. */
export interface AuditPosition {
  upto: string;
  postings: number;
  platformAccounts: { account: PlatformAccount; unit: Unit; realm: number; amount: string }[];
  /** References from before this time were checked. Null when none were. */
  referencesAt: string | null;
}

interface ChunkRow {
  count: number;
  lastXid: string | null;
  lastTransfer: string | null;
  lastNo: number | null;
  platformAccounts: { account: PlatformAccount; unit: Unit; realm: number; amount: string }[];
  errors: { check: AuditCheck; posting: string; message: string }[];
}

// Checks for one chunk everything that foreign keys would check and sums up the platform accounts; returns only the
// first error of each kind. Transfers and accounts are looked up for each posting: a join would read whole tables for
// each chunk. LIMIT keeps the planner from turning a look-up into a join.
const chunkSql = `
WITH page AS MATERIALIZED (
  SELECT * FROM postings
  WHERE xid >= $1::xid8 AND (xid, transfer_id, no) > ($1::xid8, $2::uuid, $3::smallint) AND xid < $4::xid8
    AND ($5::integer IS NULL OR realm = $5)
  ORDER BY xid, transfer_id, no LIMIT ${CHUNK}
), ends AS MATERIALIZED (
  SELECT transfer_id, no, realm, unit, source AS kind, source_id AS account_id, source_seq AS seq, -amount AS amount FROM page
  UNION ALL SELECT transfer_id, no, realm, unit, destination, destination_id, destination_seq, amount FROM page
), transferred AS MATERIALIZED (
  SELECT p.transfer_id, p.no, p.realm AS posting_realm, t.*,
    (SELECT k.transfer_id FROM transfer_keys k WHERE k.kind = t.kind AND k.key = t.key) AS holder
  FROM page p LEFT JOIN LATERAL (SELECT id, realm, kind, key FROM transfers WHERE id = p.transfer_id LIMIT 1) AS t ON true
), errors AS (
  SELECT 'transfers' AS check, transfer_id, no, CASE WHEN id IS NULL THEN 'has no transfer ' || transfer_id
    ELSE 'is in realm ' || posting_realm || ', its transfer ' || id || ' in ' || realm END AS message
  FROM transferred WHERE realm IS DISTINCT FROM posting_realm
  UNION ALL
  SELECT 'keys', transfer_id, no, 'is of a transfer whose key ' || kind || ' ' || key ||
    CASE WHEN holder IS NULL THEN ' is missing' ELSE ' belongs to transfer ' || holder END
  FROM transferred WHERE holder IS DISTINCT FROM id
  UNION ALL
  SELECT 'accounts', e.transfer_id, e.no, 'of realm ' || e.realm || ' is on a wallet ' || e.account_id ||
    CASE WHEN e.found IS NULL THEN ' that does not exist' ELSE ' of realm ' || e.found END
  FROM (SELECT *, (SELECT w.realm FROM wallets w WHERE w.user_id = account_id) AS found FROM ends
    WHERE kind IN ('available', 'held', 'bonus', 'task')) AS e
  WHERE e.found IS DISTINCT FROM e.realm
  UNION ALL
  SELECT 'accounts', e.transfer_id, e.no, 'in ' || e.unit || ' of realm ' || e.realm || ' is on a ' || e.kind || ' ' || e.account_id ||
    CASE WHEN f.id IS NULL THEN ' that does not exist' ELSE ' in ' || f.unit || ' of realm ' || f.realm END
  FROM ends e LEFT JOIN LATERAL (
    SELECT id, realm, unit FROM funds WHERE id = e.account_id AND kind = e.kind LIMIT 1) AS f ON true
  WHERE e.kind IN ('pot', 'stock', 'rewards', 'escrow') AND (f.realm, f.unit) IS DISTINCT FROM (e.realm, e.unit)
  UNION ALL
  SELECT 'sequence', e.transfer_id, e.no, 'has the number ' || e.seq FROM ends e WHERE e.seq < 1
), first_errors AS (
  SELECT DISTINCT ON (f."check") f."check", f.transfer_id || '/' || f.no AS posting, f.message FROM errors f
  ORDER BY f."check", f.transfer_id, f.no
), platform AS (
  SELECT kind AS account, unit, realm, sum(amount)::text AS amount FROM ends WHERE account_id IS NULL
  GROUP BY kind, unit, realm
)
SELECT (SELECT count(*)::integer FROM page) AS count,
  last.xid::text AS "lastXid", last.transfer_id AS "lastTransfer", last.no AS "lastNo",
  coalesce((SELECT jsonb_agg(platform) FROM platform), '[]') AS "platformAccounts",
  coalesce((SELECT jsonb_agg(first_errors) FROM first_errors), '[]') AS errors
FROM (SELECT 1) AS one LEFT JOIN (
  SELECT xid, transfer_id, no FROM page ORDER BY xid DESC, transfer_id DESC, no DESC LIMIT 1
) AS last ON true`;

/**
 * Reads the postings of finished transactions from `from` up to the cut, checks each on its own, and adds their effect
 * on platform accounts to `sums`. Returns the position to continue from, or undefined when an error was found, so that
 * the next audit reads the same postings again.
 */
export async function auditPostings(
  db: Database,
  options: {
    from: Omit<AuditPosition, 'referencesAt'>;
    cut: string;
    realm: number | undefined;
    errors: ErrorCollector;
    sums: Sums;
  },
  onChunk: (count: number) => void,
): Promise<Omit<AuditPosition, 'referencesAt'> | undefined> {
  const { from, cut, realm, errors, sums } = options;
  for (const { account, unit, realm: ofRealm, amount } of from.platformAccounts) {
    sums.add(ofRealm, unit, account, BigInt(amount));
  }
  let isRight = true;
  let postings = from.postings;
  let after = { xid: from.upto, transfer: FIRST_ID, no: -1 };
  for (;;) {
    const { rows } = await db.pool.query<ChunkRow>({
      name: 'audit-postings',
      text: chunkSql,
      values: [after.xid, after.transfer, after.no, cut, realm ?? null],
    });
    const chunk = rows[0];
    invariant(chunk, 'the query of a chunk of postings returned no row');
    for (const { check, posting, message } of chunk.errors) {
      isRight = false;
      errors.add({ check, table: 'postings', row: posting, message });
    }
    for (const { account, unit, realm: ofRealm, amount } of chunk.platformAccounts) {
      sums.add(ofRealm, unit, account, BigInt(amount));
    }
    postings += chunk.count;
    onChunk(chunk.count);
    if (chunk.count < CHUNK || chunk.lastXid === null || chunk.lastTransfer === null || chunk.lastNo === null)
      break;
    after = { xid: chunk.lastXid, transfer: chunk.lastTransfer, no: chunk.lastNo };
  }
  if (!isRight) return undefined;
  const platformAccounts = sums.list().map(({ realm: ofRealm, unit, kind, amount }) => ({
    realm: ofRealm,
    unit,
    account: kind as PlatformAccount,
    amount: String(amount),
  }));
  return { upto: cut, postings, platformAccounts };
}

/** Reads where the last audit ended. */
export async function readAuditPosition(db: Database): Promise<AuditPosition> {
  const { rows } = await db.pool.query<AuditPosition>(
    'SELECT upto::text, postings, house AS "platformAccounts", references_at::text AS "referencesAt" FROM audit_position',
  );
  invariant(rows[0], 'audit_position has no row');
  return rows[0];
}

/**
 * Stores the position. Writes nothing when a restore was found since `epoch`: the position would refer to the database
 * before the restore.
 */
export async function writeAuditPosition(
  db: Database,
  position: AuditPosition,
  epoch: number,
): Promise<void> {
  await db.pool.query(
    `UPDATE audit_position SET upto = $1::xid8, postings = $2, house = $3::jsonb, references_at = $4,
       checked_at = clock_timestamp()
     WHERE $5 = (SELECT max(epoch) FROM database_epochs)`,
    [
      position.upto,
      position.postings,
      JSON.stringify(position.platformAccounts),
      position.referencesAt,
      epoch,
    ],
  );
}

/**
 * Counts postings at or after the cut. A visible row with a transaction id that was not assigned yet comes from another
 * cluster.
 */
export async function countPostingsLeft(db: Database, cut: string): Promise<PostingsLeft> {
  const { rows } = await db.pool.query<PostingsLeft>(
    `WITH snapshot AS MATERIALIZED (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next_xid)
     SELECT (SELECT count(*) FROM (SELECT FROM postings, snapshot WHERE xid >= $1::xid8 AND xid < next_xid
         LIMIT ${MAX_LEFT}) AS later)::integer AS later,
       (SELECT count(*) FROM (SELECT FROM postings, snapshot WHERE xid >= next_xid
         LIMIT ${MAX_LEFT}) AS unreachable)::integer AS unreachable`,
    [cut],
  );
  invariant(rows[0], 'the count of postings after the cut returned no row');
  return rows[0];
}

/**
 * Compares the roll-ups of the platform accounts with the sums at the cut. The roll-ups may end before or after the
 * cut; the postings in between are added or subtracted in the same snapshot.
 */
export async function auditPlatformAccounts(
  db: Database,
  options: { cut: string; realm: number | undefined; errors: ErrorCollector; sums: Sums },
): Promise<void> {
  const { rows } = await db.pool.query<{
    account: PlatformAccount;
    unit: Unit;
    realm: number;
    amount: string;
  }>(
    `WITH position AS (SELECT upto FROM house_rollup_position), between_them AS (
       SELECT p.*, CASE WHEN position.upto <= $1::xid8 THEN 1 ELSE -1 END AS sign FROM postings p, position
       WHERE p.xid >= least(position.upto, $1::xid8) AND p.xid < greatest(position.upto, $1::xid8)
     )
     SELECT account, unit, realm, sum(amount)::text AS amount FROM (
       SELECT account, unit, realm, balance AS amount FROM house_rollups
       UNION ALL SELECT source, unit, realm, -sign * amount FROM between_them WHERE source_id IS NULL
       UNION ALL SELECT destination, unit, realm, sign * amount FROM between_them WHERE destination_id IS NULL
     ) AS ends WHERE $2::integer IS NULL OR realm = $2 GROUP BY account, unit, realm`,
    [options.cut, options.realm ?? null],
  );
  const sums = new Map(
    options.sums.list().map(({ realm, unit, kind, amount }) => [`${kind} ${unit} ${realm}`, amount]),
  );
  const rolledUp = new Map(
    rows.map(({ account, unit, realm, amount }) => [`${account} ${unit} ${realm}`, BigInt(amount)]),
  );
  for (const row of new Set([...sums.keys(), ...rolledUp.keys()])) {
    const sum = sums.get(row) ?? 0n;
    const found = rolledUp.get(row) ?? 0n;
    if (found === sum) continue;
    options.errors.add({
      check: 'platform',
      table: 'house_rollups',
      row,
      message: `records ${found}; its postings add up to ${sum}`,
    });
  }
}
