import { notifyMeAdminCalls } from '@copup/shared/calls/content.ts';
import { csvLine, sendCsv } from '../../csv.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { listed } from '../../operators/record-handlers.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { routes } from '../../routes.ts';
import { toNotifyRequest } from './content.wire.ts';
import { listNotifyChunk, listNotifyRequests, NOTIFY_CHUNK } from './notify-requests.queries.ts';

/** /api/admin/notify-me: the addresses that wait for a mail, as a list and as CSV. */
export const notifyMeAdminRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(notifyMeAdminCalls, {
    'GET /admin/notify-me': listed('notify-me', async (query) => {
      const { rows, total } = await listNotifyRequests(deps.db, query);
      return { rows: rows.map(toNotifyRequest), total };
    }),

    'GET /admin/notify-me/csv': ({ viewer }, reply) =>
      sendCsv(reply, 'copup-notify-me.csv', exportNotifyRequests(deps, viewer.userId)),
  });

const header = ['E-mail', 'Waits for', 'Since'];

/** Writes all addresses as CSV, the oldest first, read in chunks. The download is audited before the first text. */
async function* exportNotifyRequests({ db }: Pick<Deps, 'db'>, operatorId: string): AsyncGenerator<string> {
  await inTransaction(db, (tx) =>
    writeAudit(tx, { operatorId, action: 'notify-me.export', subject: { kind: 'notify-me', id: 'swap' } }),
  );
  let text = csvLine(header);
  let last = 0;
  for (;;) {
    const rows = await listNotifyChunk(db, last);
    yield text + rows.map((row) => csvLine([row.email, row.feature, row.createdAt.toISOString()])).join('');
    if (rows.length < NOTIFY_CHUNK) return;
    text = '';
    last = rows.at(-1)?.id ?? last;
  }
}
