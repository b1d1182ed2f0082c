import { userRoom } from '@copup/shared/room-names.ts';
import type { Database } from '../db/database.ts';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { inboxes, notifications } from './notifications.tables.ts';

/**
 * Marks one notice or all as read under the inbox's lock, so that a notice written concurrently is either marked or
 * counted afterwards, and that no notice is subtracted twice.
 */
export async function markRead(db: Database, userId: string, noticeId?: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const own = eq(inboxes.userId, userId);
    await tx.orm.select({ unread: inboxes.unread }).from(inboxes).where(own).for('no key update');
    const { rowCount } = await tx.orm
      .update(notifications)
      .set({ readAt: sql`clock_timestamp()` })
      .where(
        and(
          eq(notifications.userId, userId),
          isNull(notifications.readAt),
          noticeId === undefined ? undefined : eq(notifications.id, noticeId),
        ),
      );
    if (!rowCount) return;
    await tx.orm
      .update(inboxes)
      .set({
        unread: sql`greatest(${inboxes.unread} - ${rowCount}, 0)`,
        version: sql`${inboxes.version} + 1`,
      })
      .where(own);
    tx.invalidate(userRoom(userId));
  });
}
