import { call } from '../../lib/calls.ts';

/** A large list is sent as it is read. */
const downloadTimeoutMs = 120_000;
export const readNotifyRequests = () =>
  call('GET /admin/notify-me/csv', { isText: true, timeoutMs: downloadTimeoutMs });
