import type {
  AdminReferral,
  AdminReferralsQuery,
  AdminReferrer,
  UnfundedClaim,
  UnfundedClaimsReply,
} from '@copup/shared/affiliates.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { ReadQueue } from '../../feature.ts';
import { findFund } from '../../ledger/accounts.ts';
import { rewardsOf } from '../../ledger/rewards.ts';
import {
  type Condition,
  equal,
  findUserIds,
  type OperatorList,
  readList,
  searchPattern,
} from '../../operators/operator-list.ts';

type List = z.output<typeof ListQuery>;

/** The name of the subject of a row with the alias `r`. */
const subjectName = `CASE r.subject_kind WHEN 'auction' THEN (SELECT a.name FROM auctions a WHERE a.id = r.subject_id)
    ELSE (SELECT h.name FROM heists h WHERE h.id = r.subject_id) END`;

type ReferralRow = Omit<AdminReferral, 'claimed_at' | 'created_at'> & {
  claimed_at: Date | null;
  created_at: Date;
};

const referralList: OperatorList = {
  from: 'affiliate_referrals r',
  key: 'r.id',
  select: `SELECT r.id, r.subject_kind AS kind, r.subject_id, ${subjectName} AS subject_name, r.referrer_id,
      f.username::text AS referrer, r.user_id, u.username::text AS username, r.paid, r.flags,
      CASE r.subject_kind
        WHEN 'auction' THEN EXISTS (SELECT FROM auction_entries e
          WHERE e.auction_id = r.subject_id AND e.user_id = r.user_id AND e.refunded_by IS NOT NULL)
        ELSE EXISTS (SELECT FROM heist_tickets e
          WHERE e.heist_id = r.subject_id AND e.user_id = r.user_id AND e.refunded_by IS NOT NULL) END AS refunded,
      (SELECT c.claimed_at FROM affiliate_claims c WHERE c.subject_kind = r.subject_kind AND c.subject_id = r.subject_id
        AND c.referrer_id = r.referrer_id) AS claimed_at, r.created_at
    FROM page JOIN affiliate_referrals r ON r.id = page.key
      JOIN users f ON f.id = r.referrer_id JOIN users u ON u.id = r.user_id`,
  // Ids ascend with time.
  orders: { id: ['r.id'], created_at: ['r.id'] },
  orderBy: 'id',
};

/** Load tests are left out. */
const isReal: Condition = { sql: 'r.realm = 0', values: [] };

/** Reads a page of the referrals for operators, newest first, with the total. */
export async function listReferrals(
  db: Database,
  query: List & z.output<typeof AdminReferralsQuery>,
): Promise<{ rows: AdminReferral[]; total: number }> {
  const search = query.q ? await findMatches(db, query.q) : undefined;
  const from = search?.from ?? referralList.from;
  const { rows, total } = await readList<ReferralRow>(db, { ...referralList, from }, query, [
    isReal,
    ...equal('r.subject_kind', query.kind),
    ...equal('r.referrer_id', query.referrer_id),
    ...(query.flagged ? [{ sql: `r.flags <> '{}'`, values: [] }] : []),
    ...(search ? [search.condition] : []),
  ]);
  return {
    rows: rows.map((row) => ({
      ...row,
      claimed_at: row.claimed_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    })),
    total,
  };
}

/** Up to this many matching users are joined by id; above, referrals are read in sequence until a page is full. */
const FEW = 1_000;

/** Finds by the username of either user. */
async function findMatches(db: Database, text: string): Promise<{ from: string; condition: Condition }> {
  const ids = await findUserIds(db, text, FEW + 1);
  if (ids.length <= FEW) {
    const sql = 'r.referrer_id = ANY(?::uuid[]) OR r.user_id = ANY(?::uuid[])';
    return { from: referralList.from, condition: { sql, values: [ids, ids] } };
  }
  const pattern = searchPattern(text);
  return {
    from: `${referralList.from} JOIN users f ON f.id = r.referrer_id JOIN users u ON u.id = r.user_id`,
    condition: { sql: 'f.username::text ILIKE ? OR u.username::text ILIKE ?', values: [pattern, pattern] },
  };
}

type ReferrerRow = Omit<AdminReferrer, 'registered_at'> & { registered_at: Date };

const referrerList: OperatorList = {
  from: 'affiliate_referrers a',
  key: 'a.referrer_id',
  select: `SELECT a.referrer_id AS id, u.username::text AS username, a.referrals, a.flagged,
      (SELECT coalesce(sum(c.amount), 0)::bigint FROM affiliate_claims c WHERE c.referrer_id = a.referrer_id) AS claimed,
      u.created_at AS registered_at
    FROM page JOIN affiliate_referrers a ON a.referrer_id = page.key JOIN users u ON u.id = a.referrer_id`,
  orders: { flagged: ['a.flagged', 'a.referrer_id'] },
  orderBy: 'flagged',
};

/** Reads a page of the referrers, those with the most flagged referrals first, with the total. */
export async function listReferrers(
  db: Database,
  query: List,
): Promise<{ rows: AdminReferrer[]; total: number }> {
  const { rows, total } = await readList<ReferrerRow>(db, referrerList, query);
  return { rows: rows.map((row) => ({ ...row, registered_at: row.registered_at.toISOString() })), total };
}

const LISTED = 100;
/** Higher counts are reported as this. */
const COUNTED = 10_000;

/** Reads the oldest claims that `rewards` could not pay (T5). */
export async function listUnfunded(db: Database): Promise<UnfundedClaimsReply> {
  const [{ rows }, { owed }, fund] = await Promise.all([
    db.pool.query<Omit<UnfundedClaim, 'claimed_at'> & { claimed_at: Date }>({
      name: 'affiliate-claims-unfunded',
      text: `SELECT r.subject_kind AS kind, r.subject_id, ${subjectName} AS subject_name, r.referrer_id,
          u.username::text AS referrer, r.amount AS bid_points, r.claimed_at
        FROM affiliate_unfunded_claims r JOIN users u ON u.id = r.referrer_id
        ORDER BY r.claimed_at, r.referrer_id LIMIT ${LISTED}`,
    }),
    sumUnfunded(db),
    findFund(db, rewardsOf(0)),
  ]);
  const items = rows.map((row) => ({ ...row, claimed_at: row.claimed_at.toISOString() }));
  return { items, rewards: fund?.balance ?? 0, owed };
}

/** Counts the claims that wait for a funding: none once `rewards` can pay all of them. */
export const readUnfundedQueue =
  ({ db }: { db: Database }): ReadQueue =>
  async () => {
    const [{ waiting, oldestAt, owed }, fund] = await Promise.all([
      sumUnfunded(db),
      findFund(db, rewardsOf(0)),
    ]);
    return owed <= (fund?.balance ?? 0) ? { waiting: 0, oldestAt: null } : { waiting, oldestAt };
  };

async function sumUnfunded(db: Database): Promise<{ waiting: number; oldestAt: Date | null; owed: number }> {
  const { rows } = await db.pool.query<{ waiting: number; oldestAt: Date | null; owed: number }>({
    name: 'affiliate-claims-owed',
    text: `SELECT count(*)::int AS waiting, min(claimed_at) AS "oldestAt", coalesce(sum(amount), 0)::bigint AS owed
      FROM (SELECT claimed_at, amount FROM affiliate_unfunded_claims ORDER BY claimed_at LIMIT ${COUNTED}) AS bounded`,
  });
  return rows[0] ?? { waiting: 0, oldestAt: null, owed: 0 };
}
