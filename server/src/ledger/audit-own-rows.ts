import type { Database } from '../db/database.ts';
import {
  type AuditReferences,
  auditRelation,
  firstIdAt,
  inRealm,
  REFERENCES_CHUNK,
  type Reading,
  type Relation,
} from './audit-references.ts';

/** Holds are read by id, which is the order of their opening. */
const openHolds: Relation = {
  name: 'hold-owners',
  check: 'users',
  table: 'holds',
  size: REFERENCES_CHUNK,
  order: { id: 'uuid' },
  rows: 'holds',
  where: 'outcome IS NULL',
  columns: 'id, user_id',
  row: 'id',
  wrong: `WHEN (SELECT w.user_id FROM wallets w WHERE w.user_id = facts.user_id) IS NULL THEN 'is of ' || user_id || ', who has no wallet'`,
};

/** Reports open holds of users without a wallet; all others were summed up with their wallet. */
export async function auditHoldOwners(
  db: Database,
  reading: Pick<Reading, 'realm' | 'errors' | 'since'>,
): Promise<void> {
  // A hold without a wallet has no realm.
  if (reading.realm === undefined) await auditRelation(db, openHolds, reading);
}

/** The sweep repays receivables every few seconds; coins that a user who owes some keeps for this long show that it fails. */
const PATIENCE = '10 minutes';
/** Whether the last change of a wallet, which is found by the numbers of its postings, is recent. */
const isRecent = (
  end: 'source' | 'destination',
) => `SELECT FROM postings p JOIN transfers t ON t.id = p.transfer_id
        WHERE p.${end}_id = w.user_id AND p.${end}_seq = w.version
          AND t.created_at > statement_timestamp() - interval '${PATIENCE}'`;

/** What users owe after chargebacks (W5, X5). All receivables are read in every audit: they are few. */
export const receivableReferences: AuditReferences = {
  counts: 'receivables',
  checks: [
    {
      name: 'receivables',
      check: 'receivables',
      table: 'receivables',
      size: 500,
      order: { id: 'uuid' },
      isReadInFull: true,
      rows: 'receivables',
      where: inRealm,
      columns: 'id, realm, user_id, amount, recovered',
      // The transfers of a receivable are a chain: the key of each has the amount recovered before it.
      facts: `WITH RECURSIVE chain (id, realm, user_id, recovered) AS (
          SELECT id, realm, user_id, 0::bigint FROM page
          UNION ALL
          SELECT c.id, c.realm, c.user_id, c.recovered + p.amount FROM chain c
          JOIN transfer_keys k ON k.kind = 'recovery' AND k.key = c.id || ':' || c.recovered
          JOIN postings p ON p.transfer_id = k.transfer_id AND p.realm = c.realm AND p.source = 'available'
            AND p.source_id = c.user_id AND p.destination = 'issuance'
        )
        SELECT page.id, page.recovered, c.sum, w.user_id IS NULL AS is_orphan,
          w.available > 0 AND page.recovered < page.amount
            AND NOT EXISTS (${isRecent('destination')} UNION ALL ${isRecent('source')}) AS is_kept
        FROM page
        JOIN (SELECT id, max(recovered) AS sum FROM chain GROUP BY id) c ON c.id = page.id
        LEFT JOIN wallets w ON w.user_id = page.user_id AND w.realm = page.realm`,
      row: 'id',
      wrong: `WHEN is_orphan THEN 'is of a user without a wallet in its realm'
        WHEN sum <> recovered THEN 'has ' || recovered || ' recovered; its transfers add up to ' || sum
        WHEN is_kept THEN 'is open although its user has had coins available for ${PATIENCE}'`,
    },
  ],
};

/** The highest value of the setting, and a day. */
const LONGEST_WAIT_MS = 31 * 86_400_000;

// Purchases before the last change of the setting had another wait.
const missingLots = `
SELECT t.id AS row, 'has no row in lot_purchases' AS message
FROM (
  SELECT greatest(statement_timestamp() - interval '1 hour' * coalesce((value #>> '{}')::integer, 72), updated_at + interval '1 minute') AS since
  FROM (SELECT 1) AS one LEFT JOIN settings ON key = 'boughtCoinsHours'
) AS setting
JOIN transfers t ON t.kind IN ('purchase', 'trade') AND t.created_at > setting.since AND t.id > $firstId
  AND ($realm IS NULL OR t.realm = $realm)
WHERE NOT EXISTS (SELECT FROM lot_purchases b WHERE b.id = t.id)
  AND EXISTS (SELECT FROM postings p WHERE p.transfer_id = t.id AND p.destination = 'available') LIMIT 1`;

/**
 * The young coins (X17): each recent purchase has its lots, which add up to it wherever they are, and no wallet or pot has
 * more young coins than coins that were bought or won. Lots and balances are compared in one snapshot, so coins may move
 * meanwhile.
 */
export const youngCoins: AuditReferences = {
  counts: 'purchases',
  checks: [
    {
      name: 'lots-missing',
      check: 'young',
      table: 'transfers',
      text: missingLots,
      given: async (db) => ({
        firstId: await firstIdAt(db, new Date(Date.now() - LONGEST_WAIT_MS).toISOString()),
      }),
    },
    {
      name: 'lots',
      check: 'young',
      table: 'lots',
      size: 500,
      order: { id: 'uuid' },
      isReadInFull: true,
      rows: 'lot_purchases b',
      where: `greatest(b.until, b.frozen_until) > statement_timestamp() + interval '1 minute'
        AND ($realm IS NULL OR (SELECT t.realm FROM transfers t WHERE t.id = b.id) = $realm)`,
      columns: 'id, amount',
      facts: `SELECT id, id AS owner, 'brought ' || amount || ' coins; its lots have ' || found AS text
        FROM (SELECT page.*, (SELECT coalesce(sum(l.amount), 0) FROM lots l WHERE l.purchase = page.id) AS found FROM page) AS sums
        WHERE found <> amount
        UNION ALL
        SELECT NULL, holder, 'has ' || young || ' young coins, of ' || most || ' that may be; marked: ' || is_known
        FROM (
          SELECT l.holder, (SELECT coalesce(sum(y.amount), 0) FROM young_lots y WHERE y.holder = l.holder) AS young,
            coalesce(w.available + w.held, CASE WHEN f.id IS NOT NULL THEN greatest(0, f.balance - f.given) END) AS most, coalesce(w.has_lots, f.has_lots) AS is_known
          FROM (SELECT DISTINCT holder FROM lots WHERE purchase IN (SELECT id FROM page)) AS l
          LEFT JOIN wallets w ON w.user_id = l.holder LEFT JOIN funds f ON f.id = l.holder
        ) AS holders
        WHERE young > most OR NOT is_known`,
      row: 'owner',
      wrong: `WHEN owner IS NOT NULL THEN coalesce(text, '')`,
    },
  ],
};

/**
 * Checks that each key belongs to its transfer. Keys have no time order, so full audits read all of them; that each
 * transfer has its key is checked with its postings.
 */
export const transferKeys: AuditReferences = {
  counts: 'keys',
  checks: [
    {
      name: 'transfer-keys',
      check: 'keys',
      table: 'transfer_keys',
      size: REFERENCES_CHUNK,
      order: { kind: 'text', key: 'text' },
      rows: 'transfer_keys',
      facts: `SELECT page.*, t.id, t.kind AS its_kind, t.key AS its_key FROM page LEFT JOIN transfers t ON t.id = page.transfer_id
        WHERE (t.kind, t.key) IS DISTINCT FROM (page.kind, page.key)`,
      row: `kind || ' ' || key`,
      wrong: `WHEN id IS NULL THEN 'is of transfer ' || transfer_id || ', which does not exist'
        ELSE 'is of transfer ' || id || ', whose key is ' || its_kind || ' ' || its_key`,
    },
  ],
};
