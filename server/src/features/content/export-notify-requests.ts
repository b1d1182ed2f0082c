import { csvLine } from '../../csv.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { listNotifyChunk, NOTIFY_CHUNK } from './notify-requests.queries.ts';

const header = ['E-mail', 'Waits for', 'Since'];

/** Writes all addresses as CSV, the oldest first, read in chunks. The download is audited before the first text. */
export async function* exportNotifyRequests(
  { db }: Pick<Deps, 'db'>,
  operatorId: string,
): AsyncGenerator<string> {
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
