import type { AlertPauseBody, Alerts } from '@copup/shared/alerts.ts';
import { alertsCalls } from '@copup/shared/calls/alerts.ts';
import { desc, sql } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { routes } from '../../routes.ts';
import { alerts } from './alerts.tables.ts';

const MOST_SHOWN = 100;
const MOST_PAUSED = "interval '7 days'";

/** /api/admin/alerts: what stands, what was sent, and the pause (O1). */
export const alertsRoutes = (deps: Pick<Deps, 'db' | 'config'>) =>
  routes(alertsCalls, {
    'GET /admin/alerts': () => readAlerts(deps),
    'PUT /admin/alerts/pause': async ({ viewer, body }) => {
      await pauseAlerts(deps, viewer.userId, body);
      return readAlerts(deps);
    },
  });

async function readAlerts({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Alerts> {
  const { mails, webhook } = config.alerts;
  const found = await db.orm
    .select()
    .from(alerts)
    .orderBy(sql`ended_at IS NOT NULL`, desc(alerts.id))
    .limit(MOST_SHOWN);
  const { rows } = await db.pool.query<{ until: Date; reason: string; operator: string; isOn: boolean }>({
    name: 'alert-pause',
    text: `SELECT p.until, p.reason, coalesce(u.username::text, p.operator_id::text) AS operator,
        p.until > statement_timestamp() AS "isOn"
      FROM alert_pauses p LEFT JOIN users u ON u.id = p.operator_id ORDER BY p.id DESC LIMIT 1`,
  });
  const [last] = rows;
  return {
    mails: mails.length,
    webhook: webhook === undefined ? null : new URL(webhook).host,
    pause: last?.isOn
      ? { until: last.until.toISOString(), reason: last.reason, operator: last.operator }
      : null,
    alerts: found.map(({ id, title, detail, startedAt, endedAt, startSentAt }) => ({
      ...{ id, title, detail },
      started_at: startedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      sent_at: startSentAt?.toISOString() ?? null,
    })),
  };
}

/** Stores a pause of at most a week; null ends the current one. The database's clock decides. */
async function pauseAlerts(
  { db }: Pick<Deps, 'db'>,
  operatorId: string,
  { until, reason }: AlertPauseBody,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx.client.query({
      name: 'alerts-pause',
      text: `INSERT INTO alert_pauses (operator_id, until, reason)
        SELECT $1, coalesce($2::timestamptz, statement_timestamp()), $3 WHERE $2::timestamptz IS NULL
          OR $2::timestamptz BETWEEN statement_timestamp() AND statement_timestamp() + ${MOST_PAUSED}`,
      values: [operatorId, until, reason],
    });
    const message = 'Enter a time within the next 7 days.';
    if (rowCount === 0)
      throw new Refusal('VALIDATION_FAILED', message, { issues: [{ path: 'until', message }] });
    const subject = { kind: 'alerts', id: 'pause' };
    await writeAudit(tx, { operatorId, action: 'alerts.pause', subject, details: { until, reason } });
  });
}
