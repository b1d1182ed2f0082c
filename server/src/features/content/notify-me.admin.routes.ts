import { notifyMeAdminCalls } from '@copup/shared/calls/content.ts';
import { sendCsv } from '../../csv.ts';
import type { Deps } from '../../deps.ts';
import { contentRange } from '../../operators/operator-list.ts';
import { routes } from '../../routes.ts';
import { toNotifyRequest } from './content.wire.ts';
import { exportNotifyRequests } from './export-notify-requests.ts';
import { listNotifyRequests } from './notify-requests.queries.ts';

/** /api/admin/notify-me: the addresses that wait for a mail, as a list and as CSV. */
export const notifyMeAdminRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(notifyMeAdminCalls, {
    'GET /admin/notify-me': async ({ query }, reply) => {
      const { rows, total } = await listNotifyRequests(deps.db, query);
      reply.header('content-range', contentRange('notify-me', query, rows.length, total));
      return rows.map(toNotifyRequest);
    },

    'GET /admin/notify-me/csv': ({ viewer }, reply) =>
      sendCsv(reply, 'copup-notify-me.csv', exportNotifyRequests(deps, viewer.userId)),
  });
