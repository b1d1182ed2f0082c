import type { Database } from '../db/database.ts';
import { invariant } from '../errors.ts';
import type { HouseAccount, Unit } from './accounts.ts';
import { type AuditCheck, type FaultBook, MAX_LEFT, type PostingsLeft, type Sums } from './audit-report.ts';

const CHUNK = 5_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Where the last audit stopped reading postings, and what the house had then. */
export interface AuditPosition {
  upto: string;
  postings: number;
  house: { account: HouseAccount; unit: Unit; realm: number; amount: string }[];
  /** Entries, bids and holds from before this time were read. Null when none were. */
  referencesAt: string | null;
}

interface ChunkRow {
  count: number;
  lastXid: string | null;
  lastTransfer: string | null;
  lastNo: number | null;
  house: { account: HouseAccount; unit: Unit; realm: number; amount: string }[];
  faults: { check: AuditCheck; posting: string; message: string }[];
}

// Everything that foreign keys would check, and the house's sums, of one chunk; only the first fault of each kind leaves
// the database. Transfers and accounts are looked up for each posting: a join would read whole tables for each chunk. LIMIT
// keeps the planner from turning a look-up into a join.
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
), faults AS (
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
  WHERE e.kind IN ('pot', 'stock', 'rewards') AND (f.realm, f.unit) IS DISTINCT FROM (e.realm, e.unit)
  UNION ALL
  SELECT 'sequence', e.transfer_id, e.no, 'has the number ' || e.seq FROM ends e WHERE e.seq < 1
), first_faults AS (
  SELECT DISTINCT ON (f."check") f."check", f.transfer_id || '/' || f.no AS posting, f.message FROM faults f
  ORDER BY f."check", f.transfer_id, f.no
), house AS (
  SELECT kind AS account, unit, realm, sum(amount)::text AS amount FROM ends WHERE account_id IS NULL
  GROUP BY kind, unit, realm
)
SELECT (SELECT count(*)::integer FROM page) AS count,
  last.xid::text AS "lastXid", last.transfer_id AS "lastTransfer", last.no AS "lastNo",
  coalesce((SELECT jsonb_agg(house) FROM house), '[]') AS house,
  coalesce((SELECT jsonb_agg(first_faults) FROM first_faults), '[]') AS faults
FROM (SELECT 1) AS one LEFT JOIN (
  SELECT xid, transfer_id, no FROM page ORDER BY xid DESC, transfer_id DESC, no DESC LIMIT 1
) AS last ON true`;

/**
 * Reads the postings of finished transactions from `from` up to the cut, checks each on its own, and adds the house's
 * ends to `sums`. Returns the position to go on from, undefined when a fault was found: then the next audit looks again.
 */
export async function auditPostings(
  db: Database,
  options: {
    from: Omit<AuditPosition, 'referencesAt'>;
    cut: string;
    realm: number | undefined;
    faults: FaultBook;
    sums: Sums;
  },
  onChunk: (count: number) => void,
): Promise<Omit<AuditPosition, 'referencesAt'> | undefined> {
  const { from, cut, realm, faults, sums } = options;
  for (const { account, unit, realm: ofRealm, amount } of from.house) {
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
    invariant(chunk, 'a chunk has a row');
    for (const { check, posting, message } of chunk.faults) {
      isRight = false;
      faults.add({ check, table: 'postings', row: posting, message });
    }
    for (const { account, unit, realm: ofRealm, amount } of chunk.house) {
      sums.add(ofRealm, unit, account, BigInt(amount));
    }
    postings += chunk.count;
    onChunk(chunk.count);
    if (chunk.count < CHUNK || chunk.lastXid === null || chunk.lastTransfer === null || chunk.lastNo === null)
      break;
    after = { xid: chunk.lastXid, transfer: chunk.lastTransfer, no: chunk.lastNo };
  }
  if (!isRight) return undefined;
  const house = sums.list().map(({ realm: ofRealm, unit, kind, amount }) => ({
    realm: ofRealm,
    unit,
    account: kind as HouseAccount,
    amount: String(amount),
  }));
  return { upto: cut, postings, house };
}

export async function readAuditPosition(db: Database): Promise<AuditPosition> {
  const { rows } = await db.pool.query<AuditPosition>(
    'SELECT upto::text, postings, house, references_at::text AS "referencesAt" FROM audit_position',
  );
  invariant(rows[0], 'the audit has a position');
  return rows[0];
}

/** Writes nothing when a restore was found since `epoch`: the position would be that of the database before. */
export async function writeAuditPosition(
  db: Database,
  position: AuditPosition,
  epoch: number,
): Promise<void> {
  await db.pool.query(
    `UPDATE audit_position SET upto = $1::xid8, postings = $2, house = $3::jsonb, references_at = $4,
       checked_at = clock_timestamp()
     WHERE $5 = (SELECT max(epoch) FROM database_epochs)`,
    [position.upto, position.postings, JSON.stringify(position.house), position.referencesAt, epoch],
  );
}

/** Counts what lies at or beyond the cut. A visible row whose id was not given out yet is of another cluster. */
export async function countPostingsLeft(db: Database, cut: string): Promise<PostingsLeft> {
  const { rows } = await db.pool.query<PostingsLeft>(
    `WITH snapshot AS MATERIALIZED (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next_xid)
     SELECT (SELECT count(*) FROM (SELECT FROM postings, snapshot WHERE xid >= $1::xid8 AND xid < next_xid
         LIMIT ${MAX_LEFT}) AS later)::integer AS later,
       (SELECT count(*) FROM (SELECT FROM postings, snapshot WHERE xid >= next_xid
         LIMIT ${MAX_LEFT}) AS unreachable)::integer AS unreachable`,
    [cut],
  );
  invariant(rows[0], 'a count has a row');
  return rows[0];
}

/**
 * Compares the house's roll-ups with the sums at the cut. The roll-ups may have gone further than the cut, or not so
 * far; what lies between is added or taken off in the same snapshot.
 */
export async function auditHouse(
  db: Database,
  options: { cut: string; realm: number | undefined; faults: FaultBook; sums: Sums },
): Promise<void> {
  const { rows } = await db.pool.query<{ account: HouseAccount; unit: Unit; realm: number; amount: string }>(
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
    options.faults.add({
      check: 'house',
      table: 'house_rollups',
      row,
      message: `stands for ${found}; its postings add up to ${sum}`,
    });
  }
}
