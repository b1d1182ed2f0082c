import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import type { AdminTrader, AdminTradersQuery } from '@copup/shared/trades.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { type OperatorList, readList, searchPattern } from '../../operators/operator-list.ts';
import { ratingOf } from './trade-rules.ts';

interface AdminTraderRow
  extends Omit<AdminTrader, 'price' | 'trades' | 'rating' | 'created_at' | 'updated_at'> {
  price_kobo: number;
  approved_trades: number;
  decided_trades: number;
  created_at: Date;
  updated_at: Date;
}

const columns = `t.id, t.name, t.user_id, u.username::text, t.price_kobo, t.min_points AS min, t.max_points AS max,
  t.payment_method, t.account_name, t.account_number, t.is_active, f.balance AS stock,
  (SELECT coalesce(sum(o.bid_points), 0)::bigint FROM trades o WHERE o.trader_id = t.id AND o.status = 'pending') AS reserved,
  t.approved_trades, t.decided_trades, t.created_at, t.updated_at`;
const joined = `JOIN funds f ON f.kind = 'stock' AND f.realm = 0 AND f.unit = 'coin' AND f.subject_kind = 'trader'
    AND f.subject_id = t.id::text LEFT JOIN users u ON u.id = t.user_id`;

const traderList: OperatorList = {
  from: 'traders t',
  key: 't.id',
  select: `SELECT ${columns} FROM page JOIN traders t ON t.id = page.key ${joined}`,
  orders: { id: ['t.id'], created_at: ['t.id'], name: ['t.name', 't.id'], price: ['t.price_kobo', 't.id'] },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminTradersQuery>;

/** Reads a page of the traders, with the total. An unknown sort field means the id. */
export async function listAdminTraders(
  db: Database,
  query: Query,
): Promise<{ rows: AdminTrader[]; total: number }> {
  const { rows, total } = await readList<AdminTraderRow>(
    db,
    traderList,
    query,
    query.q ? [{ sql: 't.name ILIKE ?', values: [searchPattern(query.q)] }] : [],
  );
  return { rows: rows.map(toAdminTrader), total };
}

export async function findAdminTrader(db: Database, id: number): Promise<AdminTrader | undefined> {
  const { rows } = await db.pool.query<AdminTraderRow>(
    `SELECT ${columns} FROM traders t ${joined} WHERE t.id = $1`,
    [id],
  );
  return rows[0] && toAdminTrader(rows[0]);
}

function toAdminTrader({ price_kobo, approved_trades, decided_trades, ...row }: AdminTraderRow): AdminTrader {
  return {
    ...row,
    price: price_kobo / KOBO_PER_NAIRA,
    trades: approved_trades,
    rating: ratingOf({ approvedTrades: approved_trades, decidedTrades: decided_trades }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
