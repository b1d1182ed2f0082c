import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { notifyInPages, type UnsentNotice } from '../../notifications/notify-in-pages.ts';
import { heistSubject } from './heists.queries.ts';

type NotifyDeps = Pick<Deps, 'db' | 'notices'>;

const EVERY_SECOND_MS = 1_000;
/** Whether the notice is true now: before the start from the time of the hold (H1), and after it until the end. */
const isDue = `CASE n.moment
  WHEN 'soon' THEN s.status IN ('waiting', 'available', 'on_hold')
    AND statement_timestamp() >= s.holds_at AND statement_timestamp() < s.starts_at
  ELSE s.status = 'started' AND statement_timestamp() < s.end_date END`;

export const startNoticesSweep = (deps: NotifyDeps): Sweep => ({
  name: 'heists-notify-starts',
  everyMs: EVERY_SECOND_MS,
  run: () => notifyStarts(deps),
});

/**
 * Notifies the ticket holders of heists that start soon or have started, once each (W6). Does not lock heists, so that
 * the sale of tickets does not wait.
 */
export async function notifyStarts(deps: NotifyDeps): Promise<void> {
  await deps.db.pool.query({
    name: 'heist-starts-due',
    text: `INSERT INTO heist_start_notices (heist_id, moment)
      SELECT s.id, n.moment FROM heists s CROSS JOIN (VALUES ('soon'), ('start')) AS n (moment)
      WHERE s.status IN ('waiting', 'available', 'on_hold', 'started') AND s.end_date > statement_timestamp()
        AND s.participants > 0 AND ${isDue}
        AND NOT EXISTS (SELECT FROM heist_start_notices d WHERE d.heist_id = s.id AND d.moment = n.moment)
      ORDER BY s.id, n.moment ON CONFLICT DO NOTHING`,
  });
  await notifyInPages(deps, lockUntold);
}

interface Row {
  id: number;
  moment: 'soon' | 'start';
  toldUpto: string | null;
  name: string;
  startsAt: Date;
  endDate: Date;
  isDue: boolean;
}

/** Locks the next untold moment of a heist. Skips those that another server has locked. */
async function lockUntold(tx: Transaction): Promise<UnsentNotice | undefined> {
  const { rows } = await tx.client.query<Row>({
    name: 'heist-starts-untold',
    text: `SELECT s.id, n.moment, n.told_upto AS "toldUpto", s.name, s.starts_at AS "startsAt", s.end_date AS "endDate",
        ${isDue} AS "isDue"
      FROM heist_start_notices n JOIN heists s ON s.id = n.heist_id
      WHERE n.told_at IS NULL ORDER BY n.heist_id LIMIT 1 FOR NO KEY UPDATE OF n SKIP LOCKED`,
  });
  const [row] = rows;
  if (!row) return undefined;
  const { id, moment, name, startsAt, endDate, toldUpto } = row;
  const details = { name, moment, starts_at: startsAt.toISOString(), ends_at: endDate.toISOString() };
  return {
    notice: { kind: 'starting', subject: heistSubject(id), details },
    toldUpto,
    listUsers: async (after, limit) => (row.isDue ? listHolders(tx, id, after, limit) : []),
    async keep(upto, isDone) {
      await tx.client.query({
        name: 'heist-starts-told',
        text: `UPDATE heist_start_notices SET told_upto = coalesce($3, told_upto),
          told_at = CASE WHEN $4 THEN clock_timestamp() END WHERE heist_id = $1 AND moment = $2`,
        values: [id, moment, upto, isDone],
      });
    },
  };
}

async function listHolders(tx: Transaction, id: number, after: string, limit: number): Promise<string[]> {
  const { rows } = await tx.client.query<{ userId: string }>({
    name: 'heist-starts-holders',
    text: `SELECT user_id AS "userId" FROM heist_tickets
      WHERE heist_id = $1 AND user_id > $2 AND refunded_by IS NULL ORDER BY user_id LIMIT $3`,
    values: [id, after, limit],
  });
  return rows.map(({ userId }) => userId);
}
