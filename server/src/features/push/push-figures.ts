import type { PushDay, PushEvent, PushState } from '@copup/shared/push.ts';
import type { Database } from '../../db/database.ts';
import { desc, gt, sql } from '../../db/drizzle.ts';
import { lagosTime } from '../../lagos-time.ts';
import { markRead } from '../../notifications/mark-read.ts';
import { pushDays } from '../../notifications/push.tables.ts';
import { pushKindOf } from '../../notifications/push-kinds.ts';
import type { Figure } from '../../ops/registry.ts';
import type { ClaimedMessage } from './push-queue.ts';

export type Counted = 'sent' | 'accepted' | 'expired' | 'failed' | PushEvent;
const counts: readonly Counted[] = ['sent', 'accepted', 'expired', 'failed', 'shown', 'opened', 'acted'];

/** Returns the kind under which a message is counted. */
export const countedKind = ({ kind, details }: Pick<ClaimedMessage, 'kind' | 'details'>) =>
  kind === 'test' ? kind : (pushKindOf(kind, details) ?? 'other');

/** Adds to the figures of today, in the order of the key (L5). */
export async function countMessages(
  db: Database,
  now: Date,
  events: readonly { kind: string; event: Counted }[],
): Promise<void> {
  if (events.length === 0) return;
  const byKind = [...Map.groupBy(events, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1));
  const sums = counts.map((name) => byKind.map(([, of]) => of.filter(({ event }) => event === name).length));
  await db.pool.query({
    name: 'push-count',
    text: `INSERT INTO push_days AS d (day, kind, ${counts.join(', ')})
      SELECT $1::date, * FROM unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[])
      ON CONFLICT (day, kind) DO UPDATE SET ${counts.map((name) => `${name} = d.${name} + EXCLUDED.${name}`).join(', ')}`,
    values: [lagosTime(now).slice(0, 10), byKind.map(([kind]) => kind), ...sums],
  });
}

export async function listPushDays(db: Database, now: Date, days: number): Promise<PushDay[]> {
  return db.orm
    .select()
    .from(pushDays)
    .where(gt(pushDays.day, sql`${lagosTime(now).slice(0, 10)}::date - ${days}::int`))
    .orderBy(desc(pushDays.day), pushDays.kind);
}

/** Counts browsers by push service, and those whose messages fail since the last accepted one. */
export async function listPushServices(db: Database): Promise<PushState['services']> {
  const { rows } = await db.pool.query<PushState['services'][number]>({
    name: 'push-services',
    text: `SELECT service, count(*)::int AS endpoints, count(failing_since)::int AS failing
      FROM push_subscriptions GROUP BY service ORDER BY service`,
  });
  return rows;
}

/**
 * Counts what a device reports of a message, each once; the notice of an opened one is read. Reports of unknown messages
 * are ignored.
 */
export async function countReceipt(db: Database, now: Date, id: string, event: PushEvent): Promise<void> {
  const { rows } = await db.pool.query<Pick<ClaimedMessage, 'kind' | 'details' | 'userId' | 'noticeId'>>({
    name: 'push-receipt',
    text: `UPDATE push_messages m SET shown_at = CASE $2 WHEN 'shown' THEN $3 ELSE shown_at END,
        opened_at = CASE $2 WHEN 'opened' THEN $3 ELSE opened_at END, acted_at = CASE $2 WHEN 'acted' THEN $3 ELSE acted_at END
      FROM push_subscriptions s
      WHERE s.id = m.subscription_id AND m.id = $1::uuid AND CASE $2::text WHEN 'shown' THEN shown_at IS NULL WHEN 'opened' THEN opened_at IS NULL
        ELSE acted_at IS NULL AND opened_at >= $3::timestamptz - interval '10 minutes' END
      RETURNING m.kind, m.details, s.user_id AS "userId", m.notice_id AS "noticeId"`,
    values: [id, event, now],
  });
  const events = rows.map((row) => ({ kind: countedKind(row), event }));
  await countMessages(db, now, events);
  for (const { userId, noticeId } of rows)
    if (event === 'opened' && noticeId !== null) await markRead(db, userId, noticeId);
}

/** What this server counts by push service, for /metrics. */
export class PushStats {
  readonly #answers = new Map<string, Map<string, number>>();
  #endpoints: ReadonlyMap<string, number> = new Map();

  /** Counts the answer of a service: a status, or `none`. */
  answered(service: string, status: number | undefined): void {
    const ofService = this.#answers.get(service) ?? new Map<string, number>();
    const name = status ? String(status) : 'none';
    this.#answers.set(service, ofService.set(name, (ofService.get(name) ?? 0) + 1));
  }

  async countEndpoints(db: Database): Promise<void> {
    const services = await listPushServices(db);
    this.#endpoints = new Map(services.map(({ service, endpoints }) => [service, endpoints]));
  }

  figures(): Figure[] {
    return [
      {
        type: 'gauge',
        name: 'copup_push_endpoints',
        help: 'Push subscriptions by service, read each minute by servers with the role worker',
        labelNames: ['service'],
        read: () => [...this.#endpoints].map(([service, count]) => [{ service }, count] as const),
      },
      {
        type: 'counter',
        name: 'copup_push_answers_total',
        help: 'Answers of push services by status; none: no answer',
        labelNames: ['service', 'status'],
        read: () =>
          [...this.#answers].flatMap(([service, statuses]) =>
            [...statuses].map(([status, count]) => [{ service, status }, count] as const),
          ),
      },
    ];
  }
}
