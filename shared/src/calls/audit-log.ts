import { z } from 'zod';
import { AuditLogEntry, AuditLogQuery } from '../admin.ts';
import { defineCalls } from '../call.ts';
import { ListQuery } from '../wire.ts';

/** /api/admin/audit-log: all actions of operators (S8), read-only. */
export const auditLogCalls = defineCalls('operators: audit log', {
  'GET /admin/audit-log': {
    summary: 'Actions of operators, by time; the total is in Content-Range',
    query: ListQuery.extend(AuditLogQuery.shape),
    reply: z.array(AuditLogEntry),
  },
});
