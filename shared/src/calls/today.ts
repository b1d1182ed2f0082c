import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { mostOfToday, TodayItem } from '../today.ts';

/** What of the signed-in user's own changes today (W24). */
export const todayCalls = defineCalls('users', {
  'GET /user/today': {
    summary: 'What of the own auctions, contests and heists changes today, by time; none during a break (G2)',
    reply: z.array(TodayItem).max(mostOfToday),
  },
});
