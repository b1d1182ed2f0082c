import { redFacts } from '@copup/shared/alert-rules.ts';
import type { OperatorOverview } from '@copup/shared/console.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { takeLock } from '../../db/advisory-locks.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { purgeOld } from '../../db/purge.ts';
import type { Deps } from '../../deps.ts';
import { lagosTime } from '../../lagos-time.ts';
import { TO_WEBHOOK } from '../../mail/post-to-webhook.ts';

/** An alert ends when no server has seen its cause for this time: servers see their own sweeps only. */
const UNSEEN = "interval '1 minute'";

interface Due {
  id: number;
  title: string;
  detail: string;
  startedAt: Date;
  endedAt: Date | null;
}

/**
 * Records what is red and what no longer is, and sends each start and each end once, whichever servers see it (O1). During
 * a pause nothing is sent; what still stands afterwards is, and so is the end of what was sent before.
 */
export async function keepAlerts(
  deps: Pick<Deps, 'db' | 'mail' | 'config'>,
  overview: OperatorOverview,
): Promise<void> {
  const red = redFacts(overview);
  await inTransaction(deps.db, async (tx) => {
    await takeLock(tx, 'alerts');
    await tx.client.query({
      name: 'alerts-seen',
      text: `INSERT INTO alerts (key, title, detail) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
        ON CONFLICT (key) WHERE ended_at IS NULL
        DO UPDATE SET seen_at = clock_timestamp(), title = EXCLUDED.title, detail = EXCLUDED.detail`,
      values: [red.map(({ key }) => key), red.map(({ title }) => title), red.map(({ detail }) => detail)],
    });
    await tx.client.query({
      name: 'alerts-unseen',
      text: `UPDATE alerts SET ended_at = seen_at WHERE ended_at IS NULL AND seen_at < statement_timestamp() - ${UNSEEN}`,
    });
    for (const each of await takeUnsent(tx)) await send(tx, deps, each);
  });
}

const notPaused = `NOT EXISTS (
  SELECT FROM (SELECT until FROM alert_pauses ORDER BY id DESC LIMIT 1) AS p WHERE p.until > statement_timestamp())`;
const due = 'id, title, detail, started_at AS "startedAt", ended_at AS "endedAt"';

/** Returns the starts and ends that no server has sent yet, and marks them as sent. */
async function takeUnsent({ client }: Transaction): Promise<Due[]> {
  const starts = await client.query<Due>({
    name: 'alerts-start',
    text: `UPDATE alerts SET start_sent_at = clock_timestamp()
      WHERE ended_at IS NULL AND start_sent_at IS NULL AND ${notPaused} RETURNING ${due}`,
  });
  const ends = await client.query<Due>({
    name: 'alerts-end',
    text: `UPDATE alerts SET end_sent_at = clock_timestamp()
      WHERE ended_at IS NOT NULL AND start_sent_at IS NOT NULL AND end_sent_at IS NULL AND ${notPaused} RETURNING ${due}`,
  });
  return [...starts.rows, ...ends.rows];
}

async function send(
  tx: Transaction,
  { mail, config }: Pick<Deps, 'mail' | 'config'>,
  { id, title, detail, startedAt, endedAt }: Due,
): Promise<void> {
  const until = endedAt ? `, until ${lagosTime(endedAt)}` : '';
  const url = `${config.publicUrl}${operatorPath(operatorPaths.alerts)}`;
  const subject = `${endedAt ? 'Over' : 'Alert'}: ${title}`;
  const text = `${subject}.\n${detail}\nSince ${lagosTime(startedAt)} in Lagos${until}.`;
  for (const to of config.alerts.mails) await mail.enqueue(tx, { to, subject, body: `${text}\n\n${url}\n` });
  if (config.alerts.webhook === undefined) return;
  // `text` is what chat services read.
  const times = { started_at: startedAt, ended_at: endedAt };
  const body = JSON.stringify({
    id,
    event: endedAt ? 'ended' : 'started',
    text,
    title,
    detail,
    ...times,
    url,
  });
  await mail.enqueue(tx, { to: TO_WEBHOOK, subject, body });
}

/** Deletes alerts that ended 90 days ago. */
export const purgeAlerts = (db: Deps['db']): Promise<number> =>
  purgeOld(db, { table: 'alerts', age: 'ended_at', before: "statement_timestamp() - interval '90 days'" });
