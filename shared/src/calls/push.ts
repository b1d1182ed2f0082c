import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  PushDay,
  PushDaysQuery,
  PushReceiptBody,
  PushRenewalBody,
  PushSettings,
  PushSettingsBody,
  PushState,
  PushSubscribed,
  PushSubscriptionBody,
} from '../push.ts';
import { Message, UuidParams } from '../wire.ts';

/** Push messages to the signed-in user's devices (W23). */
export const pushCalls = defineCalls('push', {
  'GET /user/push': {
    summary: 'Which push messages the user receives, when, and where',
    reply: PushSettings,
  },
  'PUT /user/push': {
    summary: 'Switches kinds, amounts and quiet hours; security messages are always on',
    isForSuspended: true,
    body: PushSettingsBody,
    reply: PushSettings,
  },
  'POST /user/push/devices': {
    summary: 'Adds this browser, or renews it; it ends with its session. Safe to repeat at each start',
    isForSuspended: true,
    errors: ['PUSH_OFF', 'UNKNOWN_PUSH_SERVICE'],
    body: PushSubscriptionBody,
    reply: PushSubscribed,
  },
  'DELETE /user/push/devices/:id': {
    summary: 'Removes one of the user’s devices; also of one that is gone',
    isForSuspended: true,
    params: UuidParams,
    reply: Message,
  },
  'POST /user/push/devices/:id/test': {
    summary: 'Sends a message to one of the user’s devices, at any hour and also to a visible page',
    errors: ['PUSH_OFF', 'NOT_FOUND'],
    params: UuidParams,
    reply: Message,
  },
});

/** Calls of the service worker, which has no session. */
export const pushReceiptCalls = defineCalls('push', {
  'POST /push/receipts': {
    summary:
      'Counts that a message was shown, opened (its notice is then read), or led to a bid or an answer within 10 minutes',
    access: 'public',
    limit: 'visit',
    body: PushReceiptBody,
    reply: Message,
  },
  'POST /push/renewals': {
    summary: 'Moves a device to the subscription with which its browser has replaced the former one',
    access: 'public',
    limit: 'visit',
    errors: ['PUSH_OFF', 'UNKNOWN_PUSH_SERVICE'],
    body: PushRenewalBody,
    reply: Message,
  },
});

/** /api/admin/push: figures without users. */
export const pushAdminCalls = defineCalls('operators: push', {
  'GET /admin/push': {
    summary: 'Switches of the kinds, and browsers by push service',
    reply: PushState,
  },
  'GET /admin/push/days': {
    summary: 'Messages of the last days by day and kind, the latest first',
    query: PushDaysQuery,
    reply: z.array(PushDay),
  },
});
