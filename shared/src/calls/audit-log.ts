import { AuditLogEntry, AuditLogQuery } from '../admin.ts';
import { defineCalls, listCall } from '../call.ts';

/** /api/admin/audit-log: all actions of operators (S8), read-only. */
export const auditLogCalls = defineCalls('operators: audit log', {
  'GET /admin/audit-log': listCall(
    'Actions of operators, by time; the total is in Content-Range',
    AuditLogQuery,
    AuditLogEntry,
  ),
});
