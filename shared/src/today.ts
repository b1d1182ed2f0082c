import { z } from 'zod';
import { Coins, IsoTime } from './wire.ts';

/** The most items of a reply. */
export const mostOfToday = 8;

/** GET /user/today: one change of this day, Africa/Lagos, of what the user entered, or a reward to claim. */
export const TodayItem = z.object({
  /** The kind of its room, by which `liveSubjects` knows its page. */
  kind: z.enum(['auction', 'tap', 'card', 'math', 'heist']),
  id: z.int(),
  name: z.string(),
  /** When it starts, ends or has ended. */
  at: IsoTime,
  /** `answered`: it ends, and the own answer is in; `ready`: a reward that can be claimed at any time. */
  what: z.enum([
    'leading',
    'outbid',
    'entered',
    'starts',
    'started',
    'ticket',
    'answered',
    'won',
    'over',
    'ready',
  ]),
  /** The price of an auction with a bid, or the reward. */
  coins: Coins.nullable(),
});
export type TodayItem = z.infer<typeof TodayItem>;
