import type { Blog, InstagramItem } from '@copup/shared/content.ts';
import { request, requestWithHeaders } from '../../lib/api.ts';

interface ListPage<Item> {
  items: Item[];
  next: string | null;
}

async function readPage<Item>(path: string, before: string | undefined, signal: AbortSignal) {
  const query = before === undefined ? '' : `?${new URLSearchParams({ before })}`;
  const { reply, headers } = await requestWithHeaders<Item[]>(`${path}${query}`, { signal });
  return { items: reply, next: headers.get('x-next-cursor') } satisfies ListPage<Item>;
}

export const listPosts = (before: string | undefined, signal: AbortSignal) =>
  readPage<Blog>('/blog/blogs', before, signal);
export const listInstagram = (before: string | undefined, signal: AbortSignal) =>
  readPage<InstagramItem>('/blog/instagram', before, signal);

/** A large list is sent as it is read. */
const downloadTimeoutMs = 120_000;
export const readNotifyRequests = () =>
  request<string>('/admin/notify-me/csv', { isText: true, timeoutMs: downloadTimeoutMs });
