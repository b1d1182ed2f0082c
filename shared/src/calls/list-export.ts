import { z } from 'zod';
import { csvReply, defineCalls } from '../call.ts';
import { ExportQuery, exportedLists } from '../exported-lists.ts';

/** Any of the operators' lists as CSV, with the list's own filters and rights (O3). */
export const listExportCalls = defineCalls('operators: lists', {
  'GET /admin/export/:list': {
    summary: 'One of the operators’ lists as CSV, at most its first 10,000 rows; audited',
    description: 'Takes the filters and the order of the list. Times are those of Lagos.',
    limit: 'statement',
    needsRecentSignIn: true,
    params: z.object({ list: z.enum(exportedLists) }),
    query: ExportQuery,
    reply: csvReply,
  },
});
