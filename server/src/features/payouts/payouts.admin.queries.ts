import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { AdminPayoutsQuery } from '@copup/shared/payouts.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import {
  type Condition,
  equal,
  findUserIds,
  type OperatorList,
  readList,
  searchedId,
  searchPattern,
} from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../../operators/search-records.ts';
import type { PayoutRow } from './payouts.queries.ts';

/** A payout with its person, and that person's record. */
export interface AdminPayoutRow extends PayoutRow {
  nameDiffers: boolean;
  username: string;
  fullName: string;
  registeredAt: Date;
  decidedBy: string | null;
  approvalId: number | null;
  approved: number;
  rejected: number;
  approvedPoints: number;
}

const select = `SELECT p.id, p.user_id AS "userId", p.realm, p.bid_points AS "bidPoints", p.rate_kobo AS "rateKobo",
    p.account_name AS "accountName", p.account_number AS "accountNumber", p.name_differs AS "nameDiffers", p.status,
    p.created_at AS "createdAt", p.decided_at AS "decidedAt", p.ended_at AS "endedAt", p.reason,
    p.bank_reference AS "bankReference", b.code AS "bankCode", b.name AS "bankName", u.username::text, u.full_name AS "fullName",
    u.created_at AS "registeredAt", d.username::text AS "decidedBy", w.id AS "approvalId", r.*
  FROM page JOIN payouts p ON p.id = page.key JOIN banks b ON b.id = p.bank_id JOIN users u ON u.id = p.user_id
    LEFT JOIN users d ON d.id = p.decided_by
    LEFT JOIN LATERAL (SELECT a.id FROM approvals a WHERE a.status = 'pending' AND a.subject_kind = 'payout'
      AND a.subject_id = p.id::text ORDER BY a.id LIMIT 1) AS w ON true
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE o.status IN ('approved', 'paid'))::int AS approved,
        count(*) FILTER (WHERE o.status = 'rejected')::int AS rejected,
        coalesce(sum(o.bid_points) FILTER (WHERE o.status IN ('approved', 'paid')), 0)::bigint AS "approvedPoints"
      FROM payouts o WHERE o.user_id = p.user_id AND o.id <> p.id) AS r`;

const adminPayouts: OperatorList = {
  from: 'payouts p',
  key: 'p.id',
  select,
  orders: {
    id: ['p.realm', 'p.id'],
    // Ids ascend with time.
    created_at: ['p.realm', 'p.id'],
    status: ['p.realm', 'p.status', 'p.id'],
  },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminPayoutsQuery>;

/** Reads a page of all payouts for operators, with the total. */
export async function listPayouts(
  db: Database,
  query: Query,
): Promise<{ rows: AdminPayoutRow[]; total: number }> {
  const conditions = [
    ...equal('p.realm', query.realm),
    ...equal('p.status', query.status),
    ...equal('p.user_id', query.user_id),
  ];
  if (query.q) conditions.push(await matching(db, query.q));
  return readList<AdminPayoutRow>(db, adminPayouts, query, conditions);
}

export async function findAdminPayout(db: Database, id: number): Promise<AdminPayoutRow | undefined> {
  const { rows } = await db.pool.query<AdminPayoutRow>({
    name: 'payout-find-admin',
    text: `WITH page AS (SELECT $1::int AS key) ${select}`,
    values: [id],
  });
  return rows[0];
}

/** Users of a search are joined by id, up to this many. */
const FEW = 1_000;

/** Finds by the username, the account name, or the number of the payout. */
async function matching(db: Database, text: string): Promise<Condition> {
  return {
    sql: 'p.account_name ILIKE ? OR p.user_id = ANY(?::uuid[]) OR p.id = ?::int',
    values: [searchPattern(text), await findUserIds(db, text, FEW), searchedId(text)],
  };
}

export const searchPayouts =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const rows = await unlessUuid(text, () => listPayouts(db, { ...firstHits, realm: 0, q: text }));
    return rows.map((payout) => ({
      id: String(payout.id),
      title: `${isolate(payout.fullName)}, ${inCoins(payout.bidPoints)}`,
      detail: `${payout.id}, ${payout.bankName}, ${payout.status}`,
      realm: payout.realm,
      image: null,
    }));
  };
