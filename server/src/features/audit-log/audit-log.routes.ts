import type { AuditLogEntry, AuditLogQuery } from '@copup/shared/admin.ts';
import { auditLogCalls } from '@copup/shared/calls/audit-log.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { type Condition, equal, type OperatorList, readList } from '../../operators/operator-list.ts';
import { listed } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';

type Query = z.output<typeof ListQuery> & z.output<typeof AuditLogQuery>;

/** /api/admin/audit-log: all actions of operators (S8), read-only. */
export const auditLogRoutes = ({ db }: Pick<Deps, 'db'>) =>
  routes(auditLogCalls, {
    'GET /admin/audit-log': listed('audit-log', (query: Query) => listEntries(db, query)),
  });

const approvalSteps = ['request', 'approve', 'reject', 'withdraw'];

const entries: OperatorList = {
  from: 'admin_audit a',
  key: 'a.id',
  select: `SELECT a.id, a.at, a.realm, coalesce(u.username::text, a.operator_id::text) AS operator, a.action, a.subject_kind,
      a.subject_id, a.details
    FROM page JOIN admin_audit a ON a.id = page.key LEFT JOIN users u ON u.id = a.operator_id`,
  orders: { id: ['a.id'] },
  orderBy: 'id',
};

async function listEntries(db: Database, query: Query): Promise<{ rows: AuditLogEntry[]; total: number }> {
  const { rows, total } = await readList<Omit<AuditLogEntry, 'at'> & { at: Date }>(db, entries, query, [
    { sql: 'a.realm = ?', values: [query.realm] },
    ...(await byOperator(db, query.operator)),
    ...during(query),
    ...ofAction(query.action),
    ...equal('a.subject_kind', query.subject_kind),
    ...equal('a.subject_id', query.subject_id),
  ]);
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
}

/** Finds by the username, as operators have it now. */
async function byOperator(db: Database, username: string | undefined): Promise<Condition[]> {
  if (username === undefined) return [];
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'audit-log-operator',
    text: 'SELECT id FROM users WHERE username = $1::citext',
    values: [username.trim()],
  });
  return [{ sql: 'a.operator_id = ?::uuid', values: [rows[0]?.id ?? null] }];
}

/** An action, and what an approval by a second operator adds to it (O3a). */
const ofAction = (action: string | undefined): Condition[] =>
  action === undefined
    ? []
    : [
        {
          sql: 'a.action = ANY(?::text[])',
          values: [[action, ...approvalSteps.map((step) => `${action}.${step}`)]],
        },
      ];

/** The days of Africa/Lagos, both included. */
const during = ({ from, to }: Pick<Query, 'from' | 'to'>): Condition[] => [
  ...(from ? [{ sql: "a.at >= ?::date::timestamp AT TIME ZONE 'Africa/Lagos'", values: [from] }] : []),
  ...(to ? [{ sql: "a.at < (?::date + 1)::timestamp AT TIME ZONE 'Africa/Lagos'", values: [to] }] : []),
];
