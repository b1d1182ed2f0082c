import { users } from '../accounts/users.tables.ts';
import type { Database } from '../db/database.ts';
import { isNotNull, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { knownDevices } from '../sessions/sessions.tables.ts';
import type { Operators } from './approval-rules.ts';

/** Reads all current and former operators: a handful of rows. */
export async function readOperators(source: Database | Transaction): Promise<Operators> {
  const { id, username, operatorRole: role, operatorSince, isFirstOperator, promotedBy, deletedAt } = users;
  const rows = await source.orm
    .select({
      id,
      username,
      role,
      since: operatorSince,
      isFirst: isFirstOperator,
      promotedBy,
      deletedAt,
      devices: sql<string[]>`ARRAY(SELECT encode(${knownDevices.tokenHash}, 'hex') FROM ${knownDevices}
        WHERE ${knownDevices.userId} = ${id} AND ${knownDevices.lastUsedAt} > statement_timestamp() - interval '30 days')`,
    })
    .from(users)
    .where(isNotNull(operatorSince));
  return new Map(
    rows.map(({ deletedAt: closedAt, ...row }) => [row.id, closedAt === null ? row : { ...row, role: null }]),
  );
}
