import {
  mutableKinds,
  type NotificationPreferences,
  type NotificationPreferencesBody,
  notificationKinds,
} from '@copup/shared/users.ts';
import type { Database } from '../db/database.ts';
import { eq } from '../db/drizzle.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { invalidateUserRooms } from './notices.ts';
import { notificationPreferences } from './notifications.tables.ts';

const mutable: ReadonlySet<string> = new Set(mutableKinds);

export async function readPreferences(db: Database, userId: string): Promise<NotificationPreferences> {
  return toReply(await readMuted(db, userId));
}

/** Changes the given kinds; the others stay as they are. Other tabs of the user reload. */
export async function writePreferences(
  db: Database,
  userId: string,
  { preferences }: NotificationPreferencesBody,
): Promise<NotificationPreferences> {
  const changed = new Map(preferences.map(({ kind, enabled }) => [kind as string, enabled]));
  return inTransaction(db, async (tx) => {
    // Locks the inbox: concurrent changes of other kinds are not lost.
    await invalidateUserRooms(tx, [userId]);
    const kept = (await readMuted(tx, userId)).filter((kind) => changed.get(kind) !== true);
    const added = mutableKinds.filter((kind) => changed.get(kind) === false);
    const muted = [...new Set([...kept, ...added])];
    await tx.orm
      .insert(notificationPreferences)
      .values({ userId, muted })
      .onConflictDoUpdate({ target: notificationPreferences.userId, set: { muted } });
    return toReply(muted);
  });
}

/** Returns the kinds of notices that the user switched off. */
async function readMuted(source: Database | Transaction, userId: string): Promise<readonly string[]> {
  const [row] = await source.orm
    .select({ muted: notificationPreferences.muted })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
  return row?.muted ?? [];
}

const toReply = (muted: readonly string[]): NotificationPreferences => ({
  preferences: notificationKinds.map((kind) => ({
    kind,
    enabled: !muted.includes(kind),
    locked: !mutable.has(kind),
  })),
});
