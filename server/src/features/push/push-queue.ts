import type { NotificationKind } from '@copup/shared/users.ts';
import type { Database } from '../../db/database.ts';

/** A message that this server sends, with its device and what its user has chosen. */
export interface ClaimedMessage {
  id: string;
  subscriptionId: string;
  subjectKind: string;
  subjectId: string;
  kind: NotificationKind | 'test';
  noticeId: string | null;
  details: Record<string, unknown>;
  createdAt: Date;
  attempts: number;
  wasPresent: boolean;
  userId: string;
  endpoint: string;
  service: string;
  p256dh: string;
  auth: string;
  /** False once the session has ended, by a sign-out at the moment of the subscription. */
  isSignedIn: boolean;
  /** Whether its notice is still unread. */
  isUnread: boolean;
  muted: string[];
  showsAmounts: boolean;
  quietIsOn: boolean;
  quietFrom: number | null;
  quietUntil: number | null;
}

/** Far longer than a batch takes: when a server ends while sending, another one sends the messages. */
const CLAIM = "interval '2 minutes'";

/** Claims messages that are due, each for one server only. */
export async function claimDue(db: Database, now: Date, limit: number): Promise<ClaimedMessage[]> {
  const { rows } = await db.pool.query<ClaimedMessage>({
    name: 'push-claim',
    text: `WITH due AS (
        SELECT subscription_id, subject_kind, subject_id FROM push_messages WHERE due_at <= $1
        ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED),
      claimed AS (
        UPDATE push_messages m SET due_at = $1::timestamptz + ${CLAIM}, claimed_until = $1::timestamptz + ${CLAIM}
        FROM due d WHERE m.subscription_id = d.subscription_id AND m.subject_kind = d.subject_kind AND m.subject_id = d.subject_id
        RETURNING m.*)
      SELECT m.id, m.subscription_id AS "subscriptionId", m.subject_kind AS "subjectKind", m.subject_id AS "subjectId",
        m.kind, m.notice_id AS "noticeId", m.details, m.created_at AS "createdAt", m.attempts, m.was_present AS "wasPresent",
        s.user_id AS "userId", s.endpoint, s.service, s.p256dh, s.auth,
        EXISTS (SELECT FROM sessions o WHERE o.id = s.session_id AND o.ended_at IS NULL) AS "isSignedIn",
        m.notice_id IS NULL OR EXISTS (SELECT FROM notifications n WHERE n.id = m.notice_id AND n.read_at IS NULL) AS "isUnread",
        coalesce(p.muted, '{}') AS muted, coalesce(p.shows_amounts, false) AS "showsAmounts",
        coalesce(p.quiet_is_on, true) AS "quietIsOn", p.quiet_from AS "quietFrom", p.quiet_until AS "quietUntil"
      FROM claimed m JOIN push_subscriptions s ON s.id = m.subscription_id
      LEFT JOIN push_preferences p ON p.user_id = s.user_id`,
    values: [now, limit],
  });
  return rows;
}

/** What became of a claimed message. */
export interface Settled {
  message: ClaimedMessage;
  /** When it is tried again; null: never. */
  dueAt: Date | null;
  attempts: number;
  wasPresent: boolean;
  acceptedAt: Date | null;
}

/**
 * Ends the claims. A message that took the place of a claimed one is due now. Locks in the order of the key, as
 * notices do.
 */
export async function settleClaimed(db: Database, now: Date, settled: readonly Settled[]): Promise<void> {
  await db.pool.query({
    name: 'push-settle',
    text: `WITH given AS (
        SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::int[], $8::boolean[], $9::timestamptz[])
          AS g (subscription_id, subject_kind, subject_id, id, due_at, attempts, was_present, sent_at)),
      locked AS (
        SELECT m.id AS current_id, g.* FROM push_messages m JOIN given g USING (subscription_id, subject_kind, subject_id)
        ORDER BY m.subscription_id, m.subject_kind, m.subject_id FOR NO KEY UPDATE OF m)
      UPDATE push_messages m SET claimed_until = NULL,
        due_at = CASE WHEN m.id = l.id THEN l.due_at ELSE $1 END,
        attempts = CASE WHEN m.id = l.id THEN l.attempts ELSE m.attempts END,
        was_present = CASE WHEN m.id = l.id THEN l.was_present ELSE m.was_present END,
        sent_at = CASE WHEN m.id = l.id THEN l.sent_at ELSE m.sent_at END
      FROM locked l WHERE m.subscription_id = l.subscription_id AND m.subject_kind = l.subject_kind AND m.subject_id = l.subject_id`,
    values: [
      now,
      settled.map(({ message }) => message.subscriptionId),
      settled.map(({ message }) => message.subjectKind),
      settled.map(({ message }) => message.subjectId),
      settled.map(({ message }) => message.id),
      settled.map(({ dueAt }) => dueAt),
      settled.map(({ attempts }) => attempts),
      settled.map(({ wasPresent }) => wasPresent),
      settled.map(({ acceptedAt }) => acceptedAt),
    ],
  });
}

/** What the push services said of subscriptions: those that ended, failed, or took a message. */
export interface SubscriptionNews {
  gone: readonly string[];
  failing: readonly string[];
  accepting: readonly string[];
}

export async function noteSubscriptions(
  db: Database,
  now: Date,
  { gone, failing, accepting }: SubscriptionNews,
): Promise<void> {
  if (gone.length > 0) {
    await db.pool.query({
      name: 'push-gone',
      text: 'DELETE FROM push_subscriptions WHERE id = ANY($1::uuid[])',
      values: [gone],
    });
  }
  // A device whose message was accepted in the same batch is not failing.
  await db.pool.query({
    name: 'push-health',
    text: `WITH locked AS (
        SELECT id FROM push_subscriptions WHERE id = ANY($1::uuid[]) AND failing_since IS NULL
          OR id = ANY($2::uuid[]) AND failing_since IS NOT NULL ORDER BY id FOR NO KEY UPDATE)
      UPDATE push_subscriptions s SET failing_since = CASE WHEN s.id = ANY($2::uuid[]) THEN NULL ELSE $3::timestamptz END
      FROM locked l WHERE s.id = l.id`,
    values: [failing, accepting, now],
  });
}
