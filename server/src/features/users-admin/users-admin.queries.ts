import type { AdminUser, AdminUsersQuery } from '@copup/shared/admin.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import {
  type Condition,
  equal,
  type OperatorList,
  readList,
  searchPattern,
} from '../../operators/operator-list.ts';
import { traders } from '../trades/trades.tables.ts';

type Row = Omit<AdminUser, 'created_at' | 'deleted_at'> & { created_at: Date; deleted_at: Date | null };
type Query = z.output<typeof ListQuery> & z.output<typeof AdminUsersQuery>;

const columns = `u.id, u.username::text, u.full_name, u.email::text, u.role, u.operator_role, u.realm, w.available, w.held, w.bonus, w.task,
  u.created_at, u.deleted_at, u.is_demo`;

const users: OperatorList = {
  from: 'users u',
  key: 'u.id',
  select: `SELECT ${columns} FROM page JOIN users u ON u.id = page.key JOIN wallets w ON w.user_id = page.key`,
  orders: {
    created_at: ['u.created_at', 'u.id'],
    username: ['u.username'],
    email: ['u.email', 'u.id'],
    role: ['u.role', 'u.created_at', 'u.id'],
    realm: ['u.realm', 'u.created_at', 'u.id'],
  },
  orderBy: 'created_at',
};
/**
 * Ordered by the balances of up to 15 s ago: an index on those of wallets would slow down every posting. Users are joined
 * only for a filter: the planner removes an outer join that nothing refers to.
 */
const usersByBalance: OperatorList = {
  ...users,
  from: 'wallet_ranks r LEFT JOIN users u ON u.id = r.user_id',
  key: 'r.user_id',
  countFrom: users.from,
  countBy: 'u.created_at, u.id',
  orders: {
    available: ['r.available', 'r.user_id'],
    held: ['r.held', 'r.user_id'],
    bonus: ['r.bonus', 'r.user_id'],
  },
};

/**
 * Reads a page of users, with the number of matches. `q` is part of a name or an address, or a whole wallet address.
 */
export async function listUsers(db: Database, query: Query): Promise<{ rows: AdminUser[]; total: number }> {
  const isByBalance = query.sort !== undefined && Object.hasOwn(usersByBalance.orders, query.sort);
  const { rows, total } = await readList<Row>(db, isByBalance ? usersByBalance : users, query, [
    ...equal('u.realm', query.realm),
    ...equal('u.role', query.role),
    ...(query.q ? [matches(query.q)] : []),
  ]);
  return { rows: rows.map(toAdminUser), total };
}

function matches(text: string): Condition {
  const pattern = searchPattern(text);
  return {
    sql: 'u.username::text ILIKE ? OR u.email::text ILIKE ? OR u.full_name ILIKE ? OR u.wallet_address = ?',
    values: [pattern, pattern, pattern, text],
  };
}

export async function findAdminUser(db: Database, id: string): Promise<AdminUser | undefined> {
  const { rows } = await db.pool.query<Row>(
    `SELECT ${columns} FROM users u JOIN wallets w ON w.user_id = u.id WHERE u.id = $1`,
    [id],
  );
  return rows[0] && toAdminUser(rows[0]);
}

/** Returns whether the user is linked to a trader (W16). */
export async function isTrader(tx: Transaction, userId: string): Promise<boolean> {
  const linked = await tx.orm.select({ id: traders.id }).from(traders).where(eq(traders.userId, userId));
  return linked.length > 0;
}

function toAdminUser(row: Row): AdminUser {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}
