import { defineCalls } from '../call.ts';
import {
  NotificationPreferences,
  NotificationPreferencesBody,
  NotificationsQuery,
  NotificationsReply,
} from '../users.ts';
import { Message, UuidParams } from '../wire.ts';

/** The signed-in user's own inbox (W6); no other user's inbox can be addressed. */
export const notificationsCalls = defineCalls('users', {
  'GET /user/notification-preferences': {
    summary: 'Which kinds of notices the user receives',
    reply: NotificationPreferences,
  },
  'PUT /user/notification-preferences': {
    summary: 'Switches kinds of notices on or off; those about coins and security are always on',
    isForSuspended: true,
    body: NotificationPreferencesBody,
    reply: NotificationPreferences,
  },
  'GET /user/notifications': {
    summary: 'Notices, newest first; pass `next` as `before` for the next page',
    query: NotificationsQuery,
    reply: NotificationsReply,
  },
  'POST /user/notifications/read': {
    summary: 'Marks all notices as read',
    isForSuspended: true,
    reply: Message,
  },
  'POST /user/notifications/:id/read': {
    summary: 'Marks one own notice as read',
    isForSuspended: true,
    params: UuidParams,
    reply: Message,
  },
});
