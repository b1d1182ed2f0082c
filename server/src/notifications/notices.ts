import { userRoom } from '@copup/shared/room-names.ts';
import type { NotificationKind } from '@copup/shared/users.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { pushKindOf } from './push-kinds.ts';

export interface NewNotice {
  userId: string;
  kind: NotificationKind;
  subject: { kind: string; id: string };
  /** JSON values for the client's sentence. */
  details?: Record<string, unknown>;
}

/** Notices that call for another play. They are not sent during a time-out or a self-exclusion (G4). */
const promotionalKinds: readonly NotificationKind[] = ['outbid', 'ending'];

export interface Notices {
  /**
   * Writes rows to the users' inboxes and invalidates their rooms at the commit. Does not repeat a notice: there is one
   * unread outbid notice for each auction, and one of ending, won, lost and refunded for each subject (W6). Writes nothing of
   * the kinds that a user has switched off, and nothing promotional during a break (G4). Lock wallets before.
   *
   * What is written is also queued for the user's push subscriptions (W23). An outbid notice that is still unread is
   * queued again.
   */
  write(tx: Transaction, notices: readonly NewNotice[]): Promise<void>;
}

/** Locks those of the inboxes that no other transaction has locked, without waiting; returns their users. */
export async function lockFreeInboxes(tx: Transaction, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.client.query<{ userId: string }>({
    name: 'lock-free-inboxes',
    text: `SELECT user_id AS "userId" FROM inboxes WHERE user_id = ANY($1::uuid[]) ORDER BY user_id
      FOR NO KEY UPDATE SKIP LOCKED`,
    values: [userIds],
  });
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * Gives the users' rooms a new version although no balance changed, so that their other devices reload what they show.
 * Locks the inboxes in the order of users, as notices do (L5); lock wallets before.
 */
export async function invalidateUserRooms(tx: Transaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.client.query({
    name: 'user-room-versions',
    text: `WITH locked AS (SELECT user_id FROM inboxes WHERE user_id = ANY($1::uuid[]) ORDER BY user_id FOR NO KEY UPDATE)
      UPDATE inboxes i SET version = i.version + 1 FROM locked WHERE i.user_id = locked.user_id`,
    values: [userIds],
  });
  for (const userId of userIds) tx.invalidate(userRoom(userId));
}

/**
 * Kept until the commit, so that a message never refers to a subscription that ends meanwhile. One that another
 * transaction is ending is skipped: neither a wait nor a failure of push may reach a command.
 */
const DEVICES = `SELECT id, user_id FROM push_subscriptions WHERE user_id = ANY($2::uuid[]) ORDER BY id FOR KEY SHARE SKIP LOCKED`;

/**
 * In the order of the key, as everywhere, so that two servers do not deadlock. A message that is being sent keeps its
 * place until that is over: the push service would otherwise receive the two in any order.
 */
const PUSHED = `INSERT INTO push_messages AS m (subscription_id, subject_kind, subject_id, id, kind, notice_id, details, created_at, due_at)
  SELECT DISTINCT ON (s.id, n.subject_kind, n.subject_id) s.id, n.subject_kind, n.subject_id, gen_random_uuid(), n.kind,
    coalesce(CASE WHEN n.kind = 'outbid' THEN (SELECT o.id FROM notifications o WHERE o.user_id = n.user_id
      AND o.subject_kind = n.subject_kind AND o.subject_id = n.subject_id AND o.kind = 'outbid' AND o.read_at IS NULL) END, n.id),
    n.details, clock_timestamp(), clock_timestamp()
  FROM wanted n JOIN devices s ON s.user_id = n.user_id
  WHERE n.is_pushed AND (n.kind = 'outbid' OR EXISTS (SELECT FROM written w WHERE w.id = n.id))
  ORDER BY s.id, n.subject_kind, n.subject_id, n.id DESC
  ON CONFLICT (subscription_id, subject_kind, subject_id) DO UPDATE SET id = EXCLUDED.id, kind = EXCLUDED.kind,
    notice_id = EXCLUDED.notice_id, details = EXCLUDED.details, created_at = EXCLUDED.created_at, attempts = 0,
    was_present = false, sent_at = NULL, shown_at = NULL, opened_at = NULL, acted_at = NULL,
    due_at = CASE WHEN m.claimed_until > EXCLUDED.due_at THEN m.claimed_until ELSE EXCLUDED.due_at END`;

export function createNotices({ newId }: { newId: () => string }): Notices {
  return {
    async write(tx, notices) {
      if (notices.length === 0) return;
      // Always in the same order, so that two transactions that notify the same users do not deadlock.
      const sorted = [...notices].sort((a, b) => (a.userId < b.userId ? -1 : a.userId > b.userId ? 1 : 0));
      const { rows } = await tx.client.query<{ userId: string }>({
        name: 'notices-write',
        text: `WITH wanted AS (
            SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $8::boolean[])
              AS n (id, user_id, kind, subject_kind, subject_id, details, is_pushed)
            WHERE NOT EXISTS (SELECT FROM notification_preferences p WHERE p.user_id = n.user_id AND n.kind = ANY (p.muted))
              AND NOT (n.kind = ANY ($7::text[]) AND EXISTS (SELECT FROM play_limits l
                WHERE l.user_id = n.user_id AND greatest(l.time_out_until, l.excluded_until) > statement_timestamp()))),
          written AS (
            INSERT INTO notifications (id, user_id, kind, subject_kind, subject_id, details)
            SELECT id, user_id, kind, subject_kind, subject_id, details FROM wanted
            ON CONFLICT DO NOTHING RETURNING id, user_id),
          devices AS (${DEVICES}),
          pushed AS (${PUSHED}),
          counts AS (SELECT user_id, count(*)::int AS n FROM written GROUP BY user_id),
          locked AS (SELECT i.user_id, c.n FROM inboxes i JOIN counts c USING (user_id) ORDER BY i.user_id FOR NO KEY UPDATE OF i)
          UPDATE inboxes i SET unread = i.unread + l.n, version = i.version + 1
          FROM locked l WHERE i.user_id = l.user_id
          RETURNING i.user_id AS "userId"`,
        values: [
          sorted.map(() => newId()),
          sorted.map(({ userId }) => userId),
          sorted.map(({ kind }) => kind),
          sorted.map(({ subject }) => subject.kind),
          sorted.map(({ subject }) => subject.id),
          sorted.map(({ details }) => JSON.stringify(details ?? {})),
          promotionalKinds,
          sorted.map(({ kind, details }) => pushKindOf(kind, details) !== undefined),
        ],
      });
      for (const { userId } of rows) tx.invalidate(userRoom(userId));
    },
  };
}
