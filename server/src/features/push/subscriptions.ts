import { MOST_PUSH_DEVICES, type PushSettings, type PushSubscriptionBody } from '@copup/shared/push.ts';
import type { Database } from '../../db/database.ts';
import { and, desc, eq, ne } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { pushSubscriptions } from '../../notifications/push.tables.ts';
import { sessions } from '../../sessions/sessions.tables.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findPushService } from './push-services.ts';
import { sendJob } from './send-push.ts';

type SubscribeDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'newId'>;

/**
 * Adds a browser to the session, or moves it there: one endpoint belongs to the user who signed in last. The oldest
 * device makes room for one more than five. Throws PUSH_OFF or UNKNOWN_PUSH_SERVICE.
 */
export async function subscribe(
  deps: SubscribeDeps,
  viewer: Viewer,
  { endpoint, keys }: PushSubscriptionBody,
): Promise<string> {
  const service = getService(deps.config, endpoint);
  return inTransaction(deps.db, async (tx) => {
    // Orders the subscriptions of a user.
    await invalidateUserRooms(tx, [viewer.userId]);
    // With the messages that wait for the other user.
    await tx.orm
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.userId, viewer.userId)));
    const owned = { sessionId: viewer.sessionId, ...keys, createdAt: new Date(deps.clock.wallMs()) };
    const [row] = await tx.orm
      .insert(pushSubscriptions)
      .values({ id: deps.newId(), userId: viewer.userId, endpoint, service, ...owned })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...owned, failingSince: null } })
      .returning({ id: pushSubscriptions.id });
    await tx.client.query({
      name: 'push-devices-bound',
      text: `DELETE FROM push_subscriptions WHERE id IN (SELECT id FROM push_subscriptions WHERE user_id = $1
        ORDER BY created_at DESC, id DESC OFFSET ${MOST_PUSH_DEVICES})`,
      values: [viewer.userId],
    });
    return row?.id ?? '';
  });
}

/** Moves a device to the address that its browser has given it. Ignores unknown devices and addresses of others. */
export async function renew(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  former: string,
  { endpoint, keys }: PushSubscriptionBody,
): Promise<void> {
  const service = getService(config, endpoint);
  await db.pool.query({
    name: 'push-renew',
    text: `UPDATE push_subscriptions SET endpoint = $2, service = $3, p256dh = $4, auth = $5, failing_since = NULL
      WHERE endpoint = $1 AND NOT EXISTS (SELECT FROM push_subscriptions WHERE endpoint = $2 AND endpoint <> $1)`,
    values: [former, endpoint, service, keys.p256dh, keys.auth],
  });
}

function getService({ push }: Deps['config'], endpoint: string): string {
  if (!push) throw pushOff();
  const service = findPushService(endpoint, push);
  if (!service) throw new Refusal('UNKNOWN_PUSH_SERVICE', 'This browser’s push service is not known to us.');
  return service;
}

export async function unsubscribe(db: Database, { userId }: Viewer, id: string): Promise<void> {
  await db.orm
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)));
}

/** Lists the user's devices, the newest first. */
export async function listDevices(
  db: Database,
  { userId, sessionId }: Viewer,
): Promise<PushSettings['devices']> {
  const rows = await db.orm
    .select({
      id: pushSubscriptions.id,
      device: sessions.device,
      createdAt: pushSubscriptions.createdAt,
      sessionId: sessions.id,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  return rows.map(({ id, device, createdAt, sessionId: own }) => ({
    id,
    device,
    created_at: createdAt.toISOString(),
    is_current: own === sessionId,
  }));
}

/** Queues a message for one device. Throws PUSH_OFF or NOT_FOUND. */
export async function queueTest(
  { clock, config, db, jobs, newId }: SubscribeDeps & Pick<Deps, 'jobs'>,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  if (!config.push) throw pushOff();
  const now = new Date(clock.wallMs());
  const { rowCount } = await db.pool.query({
    name: 'push-test',
    text: `INSERT INTO push_messages AS m (subscription_id, subject_kind, subject_id, id, kind, details, created_at, due_at)
      SELECT id, 'test', 'test', $3, 'test', '{}', $4, $4 FROM push_subscriptions WHERE id = $1 AND user_id = $2 FOR KEY SHARE
      ON CONFLICT (subscription_id, subject_kind, subject_id) DO UPDATE SET id = EXCLUDED.id, created_at = $4, attempts = 0,
        due_at = CASE WHEN m.claimed_until > $4 THEN m.claimed_until ELSE $4 END,
        sent_at = NULL, shown_at = NULL, opened_at = NULL, acted_at = NULL`,
    values: [id, userId, newId(), now],
  });
  if (rowCount === 0) throw new Refusal('NOT_FOUND', 'This device receives no messages any more.');
  jobs.scheduleJob(sendJob, 'due', now);
}

const pushOff = () => new Refusal('PUSH_OFF', 'Messages to devices are off on this server.');
