import { time, whole } from '../../db/columns.ts';
import { integer, pgTable, sql, text, uuid } from '../../db/drizzle.ts';
import type { Drift } from '../../rooms/room-checks.ts';

/** States that were not those they should be (O6). Kept for 30 days. */
export const roomDrifts = pgTable('room_drifts', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  foundAt: time('found_at').notNull().default(sql`clock_timestamp()`),
  room: text('room').notNull(),
  kind: text('kind').notNull(),
  of: text('of').$type<Drift['of']>().notNull(),
  how: text('how').$type<Drift['how']>().notNull(),
  version: whole('version').notNull(),
  expected: whole('expected').notNull(),
  /** The client's user. */
  userId: uuid('user_id'),
  server: text('server').notNull(),
  /** The last minutes of the room as JSON lines. */
  trace: text('trace'),
});
