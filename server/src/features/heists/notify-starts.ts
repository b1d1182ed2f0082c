import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { heistSubject } from './heist-subject.ts';

type NotifyDeps = Pick<Deps, 'db' | 'notices'>;

/** Maximum number of notices in one transaction. */
const NOTICES = 500;
const EVERY_SECOND_MS = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
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
  while (await notifySome(deps));
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

/**
 * Writes the notices of the next holders of one heist, and stores the position in the same transaction: after a crash
 * the next run continues there. Skips heists that another server is notifying. Returns whether there may be more.
 */
async function notifySome(deps: NotifyDeps): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const { rows } = await tx.client.query<Row>({
      name: 'heist-starts-untold',
      text: `SELECT s.id, n.moment, n.told_upto AS "toldUpto", s.name, s.starts_at AS "startsAt", s.end_date AS "endDate",
          ${isDue} AS "isDue"
        FROM heist_start_notices n JOIN heists s ON s.id = n.heist_id
        WHERE n.told_at IS NULL ORDER BY n.heist_id LIMIT 1 FOR NO KEY UPDATE OF n SKIP LOCKED`,
    });
    const [row] = rows;
    if (!row) return false;
    const { id, moment, name, startsAt, endDate } = row;
    const { rows: holders } = await tx.client.query<{ userId: string }>({
      name: 'heist-starts-holders',
      text: `SELECT user_id AS "userId" FROM heist_tickets
        WHERE heist_id = $1 AND user_id > $2 AND refunded_by IS NULL ORDER BY user_id LIMIT $3`,
      values: [id, row.toldUpto ?? FIRST_ID, row.isDue ? NOTICES : 0],
    });
    const details = { name, moment, starts_at: startsAt.toISOString(), ends_at: endDate.toISOString() };
    await deps.notices.write(
      tx,
      holders.map(({ userId }) => ({
        userId,
        kind: 'starting' as const,
        subject: heistSubject(id),
        details,
      })),
    );
    await tx.client.query({
      name: 'heist-starts-told',
      text: `UPDATE heist_start_notices SET told_upto = coalesce($3, told_upto),
        told_at = CASE WHEN $4 THEN NULL ELSE clock_timestamp() END WHERE heist_id = $1 AND moment = $2`,
      values: [id, moment, holders.at(-1)?.userId ?? null, holders.length === NOTICES],
    });
    return true;
  });
}
