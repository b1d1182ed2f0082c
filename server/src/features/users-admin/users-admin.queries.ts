import type { AdminUser, AdminUsersQuery } from '@copup/shared/admin.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { offsetOf } from '../../lists/operator-list.ts';

type Row = Omit<AdminUser, 'created_at' | 'deleted_at'> & { created_at: Date; deleted_at: Date | null };
type Query = z.output<typeof ListQuery> & z.output<typeof AdminUsersQuery>;

const columns = `u.id, u.username::text, u.full_name, u.email::text, u.role, u.realm, w.available, w.held, w.bonus, w.task,
  u.created_at, u.deleted_at`;
const from = 'FROM users u JOIN wallets w ON w.user_id = u.id';
/** Whitelisted, since a column's name cannot be a parameter. */
const sortable: Record<string, string> = {
  username: 'u.username',
  email: 'u.email',
  role: 'u.role',
  realm: 'u.realm',
  available: 'w.available',
  held: 'w.held',
  bonus: 'w.bonus',
  created_at: 'u.created_at',
};

/** A page of users, and how many match. `q` is part of a name or an address, or a whole wallet address. */
export async function listUsers(db: Database, query: Query): Promise<{ rows: AdminUser[]; total: number }> {
  const where = `WHERE ($1::int IS NULL OR u.realm = $1) AND ($2::smallint IS NULL OR u.role = $2)
    AND ($3::text IS NULL OR u.username LIKE $3::citext OR u.email LIKE $3::citext OR u.full_name ILIKE $3 OR u.wallet_address = $4)`;
  const pattern = query.q ? `%${query.q.replace(/[\\%_]/g, '\\$&')}%` : null;
  const values = [query.realm ?? null, query.role ?? null, pattern, query.q ?? null];
  const by =
    (query.sort !== undefined && Object.hasOwn(sortable, query.sort) && sortable[query.sort]) ||
    'u.created_at';
  const direction = query.order === 'ASC' ? 'ASC' : 'DESC';
  const [page, counted] = await Promise.all([
    db.pool.query<Row>(
      `SELECT ${columns} ${from} ${where} ORDER BY ${by} ${direction} NULLS LAST, u.id ${direction} LIMIT $5 OFFSET $6`,
      [...values, query.perPage, offsetOf(query)],
    ),
    db.pool.query<{ total: number }>(`SELECT count(*) AS total ${from} ${where}`, values),
  ]);
  return { rows: page.rows.map(toAdminUser), total: counted.rows[0]?.total ?? 0 };
}

export async function findAdminUser(db: Database, id: string): Promise<AdminUser | undefined> {
  const { rows } = await db.pool.query<Row>(`SELECT ${columns} ${from} WHERE u.id = $1`, [id]);
  return rows[0] && toAdminUser(rows[0]);
}

function toAdminUser(row: Row): AdminUser {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}
