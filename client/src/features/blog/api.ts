import type { Blog, InstagramItem } from '@copup/shared/content.ts';
import { request } from '../../lib/api.ts';
import { requestPage } from '../../lib/list-page.ts';

export const listPosts = (before: string | undefined, signal: AbortSignal) =>
  requestPage<Blog>('/blog/blogs', { before }, signal);
export const listInstagram = (before: string | undefined, signal: AbortSignal) =>
  requestPage<InstagramItem>('/blog/instagram', { before }, signal);

/** A large list is sent as it is read. */
const downloadTimeoutMs = 120_000;
export const readNotifyRequests = () =>
  request<string>('/admin/notify-me/csv', { isText: true, timeoutMs: downloadTimeoutMs });
