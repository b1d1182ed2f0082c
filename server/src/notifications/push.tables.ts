import { time } from '../db/columns.ts';
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from '../db/drizzle.ts';

/** Browsers that receive push messages; each ends with its session (W23). */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  endpoint: text('endpoint').notNull(),
  service: text('service').notNull(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: time('created_at').notNull(),
  failingSince: time('failing_since'),
});

/** Without a row: all kinds, no amounts, and the quiet hours of the settings. */
export const pushPreferences = pgTable('push_preferences', {
  userId: uuid('user_id').primaryKey(),
  muted: text('muted').array().notNull(),
  showsAmounts: boolean('shows_amounts').notNull(),
  quietIsOn: boolean('quiet_is_on').notNull(),
  /** Minutes of the day in Lagos. */
  quietFrom: smallint('quiet_from'),
  quietUntil: smallint('quiet_until'),
});

/** One message for each subject and subscription; a later one takes the place of an earlier one. */
export const pushMessages = pgTable(
  'push_messages',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    noticeId: uuid('notice_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    createdAt: time('created_at').notNull(),
    dueAt: time('due_at'),
    claimedUntil: time('claimed_until'),
    attempts: integer('attempts').notNull().default(0),
    wasPresent: boolean('was_present').notNull().default(false),
    sentAt: time('sent_at'),
    shownAt: time('shown_at'),
    openedAt: time('opened_at'),
    actedAt: time('acted_at'),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.subjectKind, table.subjectId] })],
);

const count = (name: string) => integer(name).notNull().default(0);

/** Figures of one kind on one day of Africa/Lagos. */
export const pushDays = pgTable(
  'push_days',
  {
    day: date('day').notNull(),
    kind: text('kind').notNull(),
    sent: count('sent'),
    accepted: count('accepted'),
    expired: count('expired'),
    failed: count('failed'),
    shown: count('shown'),
    opened: count('opened'),
    acted: count('acted'),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind] })],
);
