import { z } from 'zod';
import { csvReply, defineCalls, listCall } from '../call.ts';
import {
  AdminInstagramPost,
  AdminPost,
  Blog,
  InstagramItem,
  NotifyMeBody,
  NotifyRequest,
  NotifyRequestsQuery,
} from '../content.ts';
import { CursorQuery, Message } from '../wire.ts';
import { recordCalls } from './records.ts';

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
  'GET /admin/notify-me': listCall(
    'All addresses of notify-me; the total is in Content-Range',
    NotifyRequestsQuery,
    NotifyRequest,
  ),
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

/** /api/admin/posts: the posts of the blog. */
export const postsCalls = recordCalls('post', {
  tag: 'operators: content',
  right: 'content',
  notFound: 'POST_NOT_FOUND',
  summaries: {
    create: 'Creates a post, as a draft unless `is_published`',
    edit: 'Changes the given fields of a post; `is_published` publishes or hides it',
  },
  reply: AdminPost,
});

/** /api/admin/instagram-posts: the links of the blog to Instagram (T3). */
export const instagramPostsCalls = recordCalls('instagram-post', {
  tag: 'operators: content',
  right: 'content',
  notFound: 'INSTAGRAM_POST_NOT_FOUND',
  summaries: {
    all: 'links to Instagram',
    one: 'link to Instagram',
    create: 'Adds a link to an Instagram post or reel, published unless `is_published` is false',
    edit: 'Changes the given fields of a link; `is_published` publishes or hides it',
  },
  reply: AdminInstagramPost,
});
