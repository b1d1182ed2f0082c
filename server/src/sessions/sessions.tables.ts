import { bytea, time, whole, xid8 } from '../db/columns.ts';
import { pgTable, primaryKey, sql, text, uuid } from '../db/drizzle.ts';

const now = sql`clock_timestamp()`;

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: time('created_at').notNull().default(now),
  /** When the user last proved their identity (S6). */
  authenticatedAt: time('authenticated_at').notNull().default(now),
  /** The last action of an operator that this confirmation allowed, within a minute (S8a). */
  confirmedActionAt: time('confirmed_action_at'),
  expiresAt: time('expires_at').notNull(),
  endedAt: time('ended_at'),
  endReason: text('end_reason'),
  device: text('device'),
  /** The network prefix, never a full address (S8a). */
  network: text('network'),
  lastUsedAt: time('last_used_at').notNull().default(now),
});

/** Changes of sessions, which every server reads (S3). */
export const sessionChanges = pgTable('session_changes', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id'),
  at: time('at').notNull().default(now),
  xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
});

/** Devices on which a user has signed in before (S2a). */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    lastUsedAt: time('last_used_at').notNull().default(now),
    /** The network prefix of the last sign-in (S1). */
    network: text('network'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);
