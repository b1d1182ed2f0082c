import type { AuctionCategory } from '@copup/shared/auctions.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { RewardFacts } from './progress.ts';
import type { Promoted } from './promoted.ts';

/** A subject that can be promoted, with the progress of one referrer. */
export interface Offer extends RewardFacts {
  id: number;
  name: string;
  description: string;
  image: string | null;
  category: AuctionCategory;
  price: number;
  endDate: Date;
  isListed: boolean;
  /** All referrals, with those whose entry was refunded. */
  total: number;
}

type Caller = Pick<Viewer, 'userId' | 'realm'>;

/** Maximum number of the caller's latest links whose ended subjects are listed too. */
const LINKS = 200;
/** Ended subjects without a reward to claim are listed for this time. */
const ENDED_FOR = "interval '30 days'";

/** The number of the latest referral of user $1. */
const totalSql = ({ kind }: Promoted): string =>
  `coalesce((SELECT max(r.no) FROM affiliate_referrals r
      WHERE r.referrer_id = $1 AND r.subject_kind = '${kind}' AND r.subject_id = s.id), 0)`;

/** Counts the referrals of user $1 whose users left (A14). */
const leftSql = ({ kind, entries: { table, subjectId } }: Promoted): string =>
  `(SELECT count(DISTINCT l.user_id)::int FROM left_entries l
      JOIN affiliate_referrals r ON r.subject_kind = '${kind}' AND r.subject_id = s.id AND r.user_id = l.user_id AND r.referrer_id = $1
    WHERE l.subject_kind = '${kind}' AND l.subject_id = s.id
      AND NOT EXISTS (SELECT FROM ${table} e WHERE e.${subjectId} = s.id AND e.user_id = l.user_id))`;

/** Counts the referrals of user $1. All entries of an open subject count; afterwards some may be refunded. */
const countSql = (promoted: Promoted): string => {
  const { kind, entries, isUndecided } = promoted;
  const { table, subjectId } = entries;
  return `CASE WHEN s.${isUndecided} THEN ${totalSql(promoted)} - ${leftSql(promoted)}
    WHEN s.status = 'completed' THEN (SELECT count(*)::int FROM affiliate_referrals r
        JOIN ${table} e ON e.${subjectId} = r.subject_id AND e.user_id = r.user_id
      WHERE r.referrer_id = $1 AND r.subject_kind = '${kind}' AND r.subject_id = s.id AND e.refunded_by IS NULL)
    ELSE 0 END`;
};

const selectSql = (promoted: Promoted): string =>
  `SELECT s.id, s.name, s.image, s.category, ${promoted.columns}, s.end_date AS "endDate",
      s.target_users AS "targetUsers", s.reward_bid_points AS "rewardBidPoints", s.${promoted.isListed} AS "isListed",
      s.${promoted.isUndecided} AS "isUndecided", s.status = 'completed' AS "isCompleted", ${totalSql(promoted)} AS total,
      ${countSql(promoted)} AS counted,
      EXISTS (SELECT FROM affiliate_claims c WHERE c.referrer_id = $1 AND c.subject_kind = '${promoted.kind}'
        AND c.subject_id = s.id) AS "isClaimed"`;

/** Finds one promoted subject of the caller's realm, open or ended. */
export async function findOffer(
  source: Database | Transaction,
  promoted: Promoted,
  { userId, realm }: Caller,
  id: number,
): Promise<Offer | undefined> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<Offer>({
    name: `affiliate-offer-${promoted.kind}`,
    text: `${selectSql(promoted)} FROM ${promoted.table} s WHERE s.id = $3 AND s.realm = $2 AND s.target_users > 0`,
    values: [userId, realm, id],
  });
  return rows[0];
}

const newest = newestFirst('id');
const newestSubject = newestFirst('s.id');

/**
 * Lists the promoted subjects that can be joined and those with a link of the caller that have ended, newest first.
 * Each part is read by an index and limited.
 */
export async function listOffers(
  db: Database,
  promoted: Promoted,
  { userId, realm }: Caller,
  page: PageQuery,
): Promise<Page<Offer>> {
  const { rows } = await db.pool.query<Offer & { isRecent: boolean }>({
    name: `affiliate-offers-${promoted.kind}`,
    text: `WITH picked AS (
        (SELECT s.id FROM ${promoted.table} s
          WHERE s.realm = $2 AND s.target_users > 0 AND s.${promoted.isListed} AND ${newestSubject.page(3)})
        UNION
        (SELECT l.subject_id FROM affiliate_links l
          WHERE l.user_id = $1 AND l.subject_kind = '${promoted.kind}' ORDER BY l.created_at DESC LIMIT ${LINKS}))
      SELECT * FROM (${selectSql(promoted)}, s.status_at > statement_timestamp() - ${ENDED_FOR} AS "isRecent"
          FROM picked JOIN ${promoted.table} s USING (id) WHERE s.target_users > 0) AS offer
        WHERE ("isUndecided" OR (counted > 0 AND ("isRecent" OR NOT "isClaimed" AND counted >= "targetUsers")))
          AND ${newest.page(3)}`,
    values: [userId, realm, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}
