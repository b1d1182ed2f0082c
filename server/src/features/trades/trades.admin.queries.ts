import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { AdminTrade, AdminTradesQuery } from '@copup/shared/trades.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { decidedTimeline } from '../../operators/decided-timeline.ts';
import {
  type Condition,
  equal,
  findUserIds,
  type OperatorList,
  readList,
  searchedId,
} from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid, withFound } from '../../operators/search-records.ts';
import { findBankReference } from '../../payments/find-bank-reference.ts';

type Times = 'created_at' | 'decided_at' | 'expires_at' | 'stock_until';
export interface AdminTradeRow
  extends Omit<AdminTrade, Times | 'price' | 'screenshot' | 'evidence' | 'due_at' | 'history'> {
  created_at: Date;
  decided_at: Date | null;
  expires_at: Date;
  stock_until: Date | null;
  disputed_at: Date | null;
  has_proof: boolean;
  price_kobo: number;
  approved: number;
  rejected: number;
  approved_points: number;
  registered_at: Date;
}

// The history of a person is read from the index trades_history alone.
const columns = `t.id, t.user_id, u.username::text, u.full_name, t.bid_points, t.created_at, t.decided_at,
  d.username::text AS decided_by, t.reason, t.bank_reference, t.status, t.trader_id, r.name AS trader, t.price_kobo,
  t.expires_at, t.stock_until, t.disputed_at, t.note, t.proved_at < coalesce(t.disputed_at, 'infinity') AS has_proof, u.created_at AS registered_at,
  (SELECT min(a.id) FROM approvals a WHERE a.status = 'pending' AND a.action = 'trade.approve'
    AND a.subject_kind = 'trade' AND a.subject_id = t.id::text) AS approval_id,
  (SELECT count(*)::int FROM trades h WHERE h.user_id = t.user_id AND h.status = 'approved') AS approved,
  (SELECT count(*)::int FROM trades h WHERE h.user_id = t.user_id AND h.status = 'rejected') AS rejected,
  (SELECT coalesce(sum(h.bid_points), 0)::bigint FROM trades h
    WHERE h.user_id = t.user_id AND h.status = 'approved') AS approved_points`;
const joined =
  'JOIN users u ON u.id = t.user_id JOIN traders r ON r.id = t.trader_id LEFT JOIN users d ON d.id = t.decided_by';

const tradeList: OperatorList = {
  from: 'trades t',
  key: 't.id',
  select: `SELECT ${columns} FROM page JOIN trades t ON t.id = page.key ${joined}`,
  orders: {
    id: ['t.id'],
    // Ids ascend with time.
    created_at: ['t.id'],
    status: ['t.status', 't.id'],
  },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminTradesQuery>;

/** Reads a page of the trades, with the total. An unknown sort field means the id. */
export async function listTrades(
  db: Database,
  query: Query,
): Promise<{ rows: AdminTradeRow[]; total: number }> {
  return readList<AdminTradeRow>(db, tradeList, query, [
    ...equal('t.status', query.status),
    ...equal('t.trader_id', query.trader_id),
    ...equal('t.user_id', query.user_id),
    ...(query.q ? [await matches(db, query.q)] : []),
  ]);
}

/** Buyers that a search considers. */
const MAX_BUYERS = 1_000;

/** Finds by the buyer's name or the trade's number. */
async function matches(db: Database, text: string): Promise<Condition> {
  return {
    sql: 't.user_id = ANY(?::uuid[]) OR t.id = ?::int',
    values: [await findUserIds(db, text, MAX_BUYERS), searchedId(text)],
  };
}

export async function findAdminTrade(db: Database, id: number): Promise<AdminTradeRow | undefined> {
  const { rows } = await db.pool.query<AdminTradeRow>(
    `SELECT ${columns} FROM trades t ${joined} WHERE t.id = $1`,
    [id],
  );
  return rows[0];
}

/** Finds trades by the buyer, the bank's reference or the number. */
export const searchTrades =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const [proved, rows] = await Promise.all([
      findBankReference(db, 'trade', text),
      unlessUuid(text, () => listTrades(db, { ...firstHits, q: text })),
    ]);
    const found = proved === undefined ? undefined : await findAdminTrade(db, proved);
    return withFound(found, rows).map((trade) => ({
      id: String(trade.id),
      title: `${isolate(trade.full_name)}, ${inCoins(trade.bid_points)}`,
      detail: `${trade.id}, ${trade.trader}, ${trade.status}`,
      realm: 0,
      image: null,
    }));
  };

/** What happened to a trade; the trader may be a user. */
export const tradeTimeline = decidedTimeline({
  kind: 'trade',
  table: 'trades',
  changedAt: 'coalesce(v.decided_at, v.created_at)',
  async links(db, id) {
    const { rows } = await db.pool.query<{ userId: string | null }>({
      name: 'trade-timeline-trader',
      text: `SELECT s.user_id AS "userId" FROM trades v JOIN traders s ON s.id = v.trader_id WHERE v.id = $1`,
      values: [Number(id)],
    });
    const userId = rows[0]?.userId;
    return userId ? [{ kind: 'user', id: userId, label: 'Trader' }] : [];
  },
});
