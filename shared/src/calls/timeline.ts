import { defineCalls } from '../call.ts';
import { HoldsReply, TimelineQuery, TimelineReply } from '../timeline.ts';
import { CursorQuery } from '../wire.ts';

/** The signed-in user's own coins (W11, X2); no other user's wallet can be addressed. */
export const timelineCalls = defineCalls('users', {
  'GET /user/timeline': {
    summary: 'Every change of the own wallet with its cause and the balances after it, newest first',
    description:
      'Pass `next` as `before` for the next page. With a filter a page may be short before the end.',
    query: TimelineQuery,
    reply: TimelineReply,
  },
  'GET /user/holds': {
    summary: 'What the held coins are reserved for, newest first',
    query: CursorQuery,
    reply: HoldsReply,
  },
});
