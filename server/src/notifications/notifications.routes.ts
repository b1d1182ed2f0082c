import { notificationsCalls } from '@copup/shared/calls/notifications.ts';
import type { Notification, NotificationsQuery } from '@copup/shared/users.ts';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import { routes } from '../routes.ts';
import { markRead } from './mark-read.ts';
import { readPreferences, writePreferences } from './preferences.ts';

/** The signed-in user's own inbox (W6); no other user's inbox can be addressed. */
export const notificationsRoutes = ({ db }: { db: Database }) =>
  routes(notificationsCalls, {
    'GET /user/notification-preferences': ({ viewer }) => readPreferences(db, viewer.userId),

    'PUT /user/notification-preferences': ({ viewer, body }) => writePreferences(db, viewer.userId, body),

    'GET /user/notifications': async ({ viewer, query }) => {
      const [items, unread] = await Promise.all([
        listNotices(db, viewer.userId, query),
        countUnread(db, viewer.userId),
      ]);
      const page = items.slice(0, query.limit);
      return { items: page, unread, next: items.length > query.limit ? (page.at(-1)?.id ?? null) : null };
    },

    'POST /user/notifications/read': async ({ viewer }) => {
      await markRead(db, viewer.userId);
      return { message: 'All notices are marked as read' };
    },

    'POST /user/notifications/:id/read': async ({ viewer, params }) => {
      await markRead(db, viewer.userId, params.id);
      return { message: 'The notice is marked as read' };
    },
  });

/** What waits for the user: a bid or an answer to place, a prize in the cart, a refused or short payment, a refused upload. */
const NEEDS_YOU = `coalesce(read_at IS NULL AND (kind IN ('outbid', 'ending', 'starting')
    OR kind = 'won' AND subject_kind IN ('auction', 'heist') AND details ->> 'category' IS DISTINCT FROM 'cash'
    OR kind IN ('payment', 'payout', 'trade', 'task') AND details ->> 'status' IN ('rejected', 'failed', 'expired', 'underpaid')
    OR kind = 'payout' AND details ->> 'status' = 'returned'), false)`;
const noticesText = (further: string) =>
  `SELECT id, kind, subject_kind, subject_id, details, created_at, read_at IS NOT NULL AS read, ${NEEDS_YOU} AS needs_you
    FROM notifications
    WHERE user_id = $1 ${further} ORDER BY id DESC LIMIT $2`;
// Several statements: a single plan for all pages would read all newer notices to reach a later page.
const statements = (name: string, filter: string) => ({
  newest: { name: `notices-newest${name}`, text: noticesText(filter) },
  older: { name: `notices-older${name}`, text: noticesText(`${filter} AND id < $3`) },
});
const all = statements('', '');
const unreadOnes = statements('-unread', 'AND read_at IS NULL');
const needing = statements('-needing', `AND ${NEEDS_YOU}`);

/** Lists one notice more than the page has. */
async function listNotices(
  db: Database,
  userId: string,
  { before, limit, unread, needs }: z.output<typeof NotificationsQuery>,
): Promise<Notification[]> {
  const { newest, older } = needs ? needing : unread ? unreadOnes : all;
  const { rows } = await db.pool.query<Omit<Notification, 'created_at'> & { created_at: Date }>({
    ...(before === undefined ? newest : older),
    values: [userId, limit + 1, ...(before === undefined ? [] : [before])],
  });
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

async function countUnread(db: Database, userId: string): Promise<number> {
  const { rows } = await db.pool.query<{ unread: number }>({
    name: 'notices-unread',
    text: 'SELECT unread FROM inboxes WHERE user_id = $1',
    values: [userId],
  });
  return rows[0]?.unread ?? 0;
}
