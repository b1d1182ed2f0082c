import { AuditLogEntry, AuditLogQuery } from '@copup/shared/admin.ts';
import { ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { contentRange, offsetOf } from '../../lists/operator-list.ts';

type Query = z.output<typeof ListQuery> & z.output<typeof AuditLogQuery>;

/** /api/admin/audit-log: everything operators did (S8). It can be read and nothing else. */
export const auditLogRoutes =
  ({ db }: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/audit-log',
      {
        config: { access: 'operator', limit: 'admin' },
        schema: {
          tags: ['operators: audit log'],
          summary: 'What operators did, by time; the total is in Content-Range',
          querystring: ListQuery.extend(AuditLogQuery.shape),
          response: { 200: z.array(AuditLogEntry) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listEntries(db, query);
        reply.header('content-range', contentRange('audit-log', query, rows.length, total));
        return rows;
      },
    );
  };

async function listEntries(db: Database, query: Query): Promise<{ rows: AuditLogEntry[]; total: number }> {
  const where = `WHERE ($1::text IS NULL OR a.action = $1) AND ($2::text IS NULL OR a.subject_kind = $2)
    AND ($3::text IS NULL OR a.subject_id = $3)`;
  const values = [query.action ?? null, query.subject_kind ?? null, query.subject_id ?? null];
  const direction = query.order === 'ASC' ? 'ASC' : 'DESC';
  const [page, counted] = await Promise.all([
    db.pool.query<Omit<AuditLogEntry, 'at'> & { at: Date }>(
      `SELECT a.id, a.at, coalesce(u.username::text, a.operator_id::text) AS operator, a.action, a.subject_kind, a.subject_id, a.details
       FROM admin_audit a LEFT JOIN users u ON u.id = a.operator_id ${where} ORDER BY a.id ${direction} LIMIT $4 OFFSET $5`,
      [...values, query.perPage, offsetOf(query)],
    ),
    db.pool.query<{ total: number }>(`SELECT count(*) AS total FROM admin_audit a ${where}`, values),
  ]);
  return {
    rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    total: counted.rows[0]?.total ?? 0,
  };
}
