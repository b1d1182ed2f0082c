import { z } from 'zod';
import { boundedString, digits } from './text.ts';
import { Coins, IsoTime, Uuid } from './wire.ts';

/** The filters of the timeline. An entry may match several: a captured bid is both won and spent. */
const timelineFilters = [
  'bonus',
  'bought',
  'held',
  'released',
  'spent',
  'won',
  'paid',
  'sent',
  'received',
  'returned',
  'other',
] as const;
export const TimelineFilter = z.enum(timelineFilters);
export type TimelineFilter = z.infer<typeof TimelineFilter>;

/** A position in the entries of one wallet, as a reply returned it. */
const EntryCursor = boundedString(100).regex(/^[0-9a-z]{1,11}(-[0-9a-z]{1,11}){4}$/);

export const TimelineQuery = z.object({
  limit: digits(100, 1).default(50),
  before: EntryCursor.optional(),
  filter: TimelineFilter.optional(),
});

/** The parts of a wallet. In an entry's `change` a part may be negative. */
const Parts = z.object({ available: z.int(), held: z.int(), bonus: z.int(), task: z.int() });
export type Parts = z.infer<typeof Parts>;

/** One posting on a wallet, with its cause and the balances after it. */
export const TimelineEntry = z.object({
  /** Its number among the wallet's postings: 1 is the first. */
  seq: z.int(),
  at: IsoTime,
  /** The kind of the transfer (L2). */
  kind: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** The name of the subject: an auction's, a contest's. */
  subject_name: z.string().nullable(),
  /** The page of the subject. */
  path: z.string().nullable(),
  /** The username of the other user of a send. */
  counterpart: z.string().nullable(),
  change: Parts,
  balance: Parts.extend({
    /** available + bonus, as GET /user/profile shows it. */
    bid_points: z.int(),
  }),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** `next` is not null while older entries exist. With a filter, a page may be short or empty before the end. */
export const TimelineReply = z.object({ items: z.array(TimelineEntry), next: z.string().nullable() });
export type TimelineReply = z.infer<typeof TimelineReply>;

/** What held coins are reserved for (L3). */
export const OpenHold = z.object({
  id: Uuid,
  subject_kind: z.string(),
  subject_id: z.string(),
  subject_name: z.string().nullable(),
  path: z.string().nullable(),
  amount: Coins,
  since: IsoTime,
});
export type OpenHold = z.infer<typeof OpenHold>;
export const HoldsReply = z.object({ items: z.array(OpenHold), next: z.string().nullable() });
export type HoldsReply = z.infer<typeof HoldsReply>;
