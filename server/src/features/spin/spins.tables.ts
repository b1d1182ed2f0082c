import { bytea, time, whole } from '../../db/columns.ts';
import { date, integer, pgTable, primaryKey, smallint, sql, uuid } from '../../db/drizzle.ts';

/** Who has entered which passcode (B1). */
export const spinUnlocks = pgTable('spin_unlocks', {
  userId: uuid('user_id').primaryKey(),
  passcodeDigest: bytea('passcode_digest').notNull(),
  unlockedAt: time('unlocked_at').notNull().default(sql`clock_timestamp()`),
});

/** The one spin of each user. */
export const spins = pgTable('spins', {
  userId: uuid('user_id').primaryKey(),
  realm: integer('realm').notNull().default(0),
  segment: smallint('segment').notNull(),
  result: smallint('result').notNull(),
  /** Of Africa/Lagos. */
  day: date('day').notNull(),
  /** Null without a prize. */
  transferId: uuid('transfer_id'),
  spunAt: time('spun_at').notNull(),
});

/** What the prizes of each day cost (B5). */
export const spinDays = pgTable(
  'spin_days',
  {
    realm: integer('realm').notNull(),
    day: date('day').notNull(),
    spins: integer('spins').notNull().default(0),
    spent: whole('spent').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.realm, table.day] })],
);
