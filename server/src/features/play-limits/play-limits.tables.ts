import { time, whole } from '../../db/columns.ts';
import { date, integer, pgTable, primaryKey, sql, text, uuid } from '../../db/drizzle.ts';

/** What a player set (G1, G2). `next…` replaces a limit at `…ChangesAt`, without any write; null is no limit. */
export const playLimits = pgTable('play_limits', {
  userId: uuid('user_id').primaryKey(),
  realm: integer('realm').notNull(),
  dayLimit: whole('day_limit'),
  nextDayLimit: whole('next_day_limit'),
  dayChangesAt: time('day_changes_at'),
  weekLimit: whole('week_limit'),
  nextWeekLimit: whole('next_week_limit'),
  weekChangesAt: time('week_changes_at'),
  timeOutUntil: time('time_out_until'),
  excludedUntil: time('excluded_until'),
});

/** Each change, for the player's record. */
export const playLimitChanges = pgTable('play_limit_changes', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').notNull(),
  amount: whole('amount'),
  at: time('at').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
});

/** What each player spent, got back and won on each day of Africa/Lagos. The database's trigger writes it. */
export const playDays = pgTable(
  'play_days',
  {
    userId: uuid('user_id').notNull(),
    day: date('day').notNull(),
    spent: whole('spent').notNull().default(0),
    refunded: whole('refunded').notNull().default(0),
    won: whole('won').notNull().default(0),
    firstSeq: whole('first_seq').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/** The time that a player has played without a longer pause (G3). */
export const playSessions = pgTable('play_sessions', {
  userId: uuid('user_id').primaryKey(),
  startedAt: time('started_at').notNull(),
  seenAt: time('seen_at').notNull(),
  playedMs: whole('played_ms').notNull().default(0),
  spentBefore: whole('spent_before').notNull().default(0),
  wonBefore: whole('won_before').notNull().default(0),
});
