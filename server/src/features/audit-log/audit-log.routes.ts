import type { AuditLogEntry, AuditLogQuery } from '@copup/shared/admin.ts';
import { auditLogCalls } from '@copup/shared/calls/audit-log.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { equal, type OperatorList, readList } from '../../operators/operator-list.ts';
import { listed } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';

type Query = z.output<typeof ListQuery> & z.output<typeof AuditLogQuery>;

/** /api/admin/audit-log: all actions of operators (S8), read-only. */
export const auditLogRoutes = ({ db }: Pick<Deps, 'db'>) =>
  routes(auditLogCalls, {
    'GET /admin/audit-log': listed('audit-log', (query: Query) => listEntries(db, query)),
  });

const entries: OperatorList = {
  from: 'admin_audit a',
  key: 'a.id',
  select: `SELECT a.id, a.at, coalesce(u.username::text, a.operator_id::text) AS operator, a.action, a.subject_kind,
      a.subject_id, a.details
    FROM page JOIN admin_audit a ON a.id = page.key LEFT JOIN users u ON u.id = a.operator_id`,
  orders: { id: ['a.id'] },
  orderBy: 'id',
};

async function listEntries(db: Database, query: Query): Promise<{ rows: AuditLogEntry[]; total: number }> {
  const { rows, total } = await readList<Omit<AuditLogEntry, 'at'> & { at: Date }>(db, entries, query, [
    ...equal('a.action', query.action),
    ...equal('a.subject_kind', query.subject_kind),
    ...equal('a.subject_id', query.subject_id),
  ]);
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
}
