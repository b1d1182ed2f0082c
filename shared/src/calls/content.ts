import { z } from 'zod';
import { csvReply, defineCalls } from '../call.ts';
import { Blog, InstagramItem, NotifyMeBody, NotifyRequest, NotifyRequestsQuery } from '../content.ts';
import { CursorQuery, ListQuery, Message } from '../wire.ts';

/** The blog: its posts and the links to Instagram posts (T3). */
export const blogCalls = defineCalls('blog', {
  'GET /blog/blogs': {
    summary: 'Published posts in full, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(Blog),
  },
  'GET /blog/instagram': {
    summary: 'Links to Instagram posts and reels, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(InstagramItem),
  },
});

/** /api/admin/notify-me: the addresses that wait for a mail, as a list and as CSV. */
export const notifyMeAdminCalls = defineCalls('operators: content', {
  'GET /admin/notify-me': {
    summary: 'All addresses of notify-me; the total is in Content-Range',
    query: ListQuery.extend(NotifyRequestsQuery.shape),
    reply: z.array(NotifyRequest),
  },
  'GET /admin/notify-me/csv': {
    summary: 'All addresses of notify-me as CSV, the oldest first; the download is audited',
    limit: 'statement',
    needsRecentSignIn: true,
    reply: csvReply,
  },
});

/** POST /content/notify-me, for visitors and players. */
export const notifyMeCalls = defineCalls('content', {
  'POST /content/notify-me': {
    summary: 'Subscribes an address to a mail when the swap function opens',
    description: 'The reply is the same whether or not the address is known already.',
    access: 'public',
    limit: 'notifyMe',
    body: NotifyMeBody,
    reply: Message,
  },
});
