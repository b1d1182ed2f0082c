import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time, whole, xid8 } from '../db/columns.ts';

const now = sql`clock_timestamp()`;

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: time('created_at').notNull().default(now),
  /** When the user last proved their identity (S6). */
  authenticatedAt: time('authenticated_at').notNull().default(now),
  expiresAt: time('expires_at').notNull(),
  endedAt: time('ended_at'),
  endReason: text('end_reason'),
  device: text('device'),
  /** S8a: a prefix, never a full address. */
  network: text('network'),
  lastUsedAt: time('last_used_at').notNull().default(now),
});

/** S3: read by every server. */
export const sessionChanges = pgTable('session_changes', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id'),
  at: time('at').notNull().default(now),
  xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
});

/** S2a: devices on which a user has signed in before. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    lastUsedAt: time('last_used_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);
