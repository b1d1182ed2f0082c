import { listExportCalls } from '@copup/shared/calls/list-export.ts';
import { errorStatus } from '@copup/shared/errors.ts';
import type { ExportQuery } from '@copup/shared/exported-lists.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { sendCsv } from '../../csv.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { exportList, type ListedRow, type ReadPage } from '../../operators/export-list.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { routes } from '../../routes.ts';

/** GET /api/admin/export/{list}: any of the operators' lists as CSV, with the list's own filters and rights (O3). */
export const listExportRoutes = ({ db }: Pick<Deps, 'db'>) =>
  routes(listExportCalls, {
    'GET /admin/export/:list': async (request, reply) => {
      const { viewer, params, query } = request;
      const read = pagesOf(request, params.list, query);
      // Reads the first page before the audit: a refused filter is no download.
      const first = await read(1, 1);
      await inTransaction(db, (tx) =>
        writeAudit(tx, {
          operatorId: viewer.userId,
          action: 'list.export',
          subject: { kind: 'list', id: params.list },
          details: { filters: query, is_empty: first.length === 0 },
        }),
      );
      return sendCsv(reply, `copup-${params.list}.csv`, exportList(read));
    },
  });

/** Reads pages by the call of the list itself, so that its rights, filters and fields apply. */
function pagesOf(
  { server, headers, ip }: Pick<FastifyRequest, 'server' | 'headers' | 'ip'>,
  list: string,
  filters: z.output<typeof ExportQuery>,
): ReadPage {
  return async (page, perPage) => {
    const query = new URLSearchParams({
      ...filters,
      page: String(page),
      perPage: String(perPage),
      count: 'no',
    });
    const reply = await server.inject({
      method: 'GET',
      url: `/api/admin/${list}?${query}`,
      headers: { authorization: headers.authorization ?? '' },
      remoteAddress: ip,
    });
    const body = reply.json() as ListedRow[] | { code: keyof typeof errorStatus; message: string };
    if (Array.isArray(body)) return body;
    throw new Refusal(Object.hasOwn(errorStatus, body.code) ? body.code : 'UNAVAILABLE', body.message, {
      retryAfterS: Number(reply.headers['retry-after'] ?? 0) || undefined,
    });
  };
}
