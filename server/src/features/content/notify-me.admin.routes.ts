import { NotifyRequest, NotifyRequestsQuery } from '@copup/shared/content.ts';
import { ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sendCsv } from '../../csv.ts';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { toNotifyRequest } from './content.wire.ts';
import { exportNotifyRequests } from './export-notify-requests.ts';
import { listNotifyRequests } from './notify-requests.queries.ts';

const tags = ['operators: content'];

/** /api/admin/notify-me: the addresses that wait for a mail, as a list and as CSV. */
export const notifyMeAdminRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/notify-me',
      {
        config: { access: 'operator', limit: 'admin' },
        schema: {
          tags,
          summary: 'All addresses of notify-me; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(NotifyRequestsQuery.shape),
          response: { 200: z.array(NotifyRequest) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listNotifyRequests(deps.db, query);
        reply.header('content-range', contentRange('notify-me', query, rows.length, total));
        return rows.map(toNotifyRequest);
      },
    );

    app.get(
      '/admin/notify-me/csv',
      {
        config: { access: 'operator', limit: 'statement', needsRecentSignIn: true },
        schema: {
          tags,
          summary: 'All addresses of notify-me as CSV, the oldest first; the download is audited',
          response: { 200: { description: 'CSV', content: { 'text/csv': { schema: z.string() } } } },
        },
      },
      ({ viewer }, reply) => sendCsv(reply, 'copup-notify-me.csv', exportNotifyRequests(deps, viewer.userId)),
    );
  };
