import { call, callPage } from '../../lib/calls.ts';

export const listPosts = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /blog/blogs', { query: { before }, signal });
export const listInstagram = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /blog/instagram', { query: { before }, signal });

/** A large list is sent as it is read. */
const downloadTimeoutMs = 120_000;
export const readNotifyRequests = () =>
  call('GET /admin/notify-me/csv', { isText: true, timeoutMs: downloadTimeoutMs });
