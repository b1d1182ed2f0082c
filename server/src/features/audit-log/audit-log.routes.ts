import { AuditLogEntry, AuditLogQuery } from '@copup/shared/admin.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { equal, type OperatorList, readList } from '../../operators/operator-list.ts';
import { serveList } from '../../operators/record-routes.ts';

type Query = z.output<typeof ListQuery> & z.output<typeof AuditLogQuery>;

/** /api/admin/audit-log: all actions of operators (S8), read-only. */
export const auditLogRoutes =
  ({ db }: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) =>
    serveList(app, {
      plural: 'audit-log',
      tag: 'operators: audit log',
      summaries: { list: 'Actions of operators, by time; the total is in Content-Range' },
      filters: AuditLogQuery,
      reply: AuditLogEntry,
      list: (query) => listEntries(db, query),
      toReplies: (rows) => rows,
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
