import { z } from 'zod';
import { subjectKinds } from './live-subjects.ts';
import { boundedString, digits } from './text.ts';
import { IsoTime } from './wire.ts';

/** Kinds of items with a timeline of their own. */
const ItemKind = z.enum([...subjectKinds, 'user', 'order', 'heist-order', 'payment', 'payout', 'trade']);

export const ItemParams = z.object({
  kind: ItemKind,
  id: boundedString(36).regex(/^([1-9]\d{0,8}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
});

/** Something in another item, for a link. */
const ItemLink = z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() });

export const ItemEntry = z.object({
  /** Unique in the timeline. */
  id: z.string(),
  at: IsoTime,
  /** Where it is from: `operators`, `coins`, `notices`, or a source of the kind's own such as `bids`. */
  source: z.string(),
  /** The action, kind of transfer, kind of notice, or the source's own. */
  kind: z.string(),
  /** In words; null for operators, coins and notices, whose kind names it. */
  text: z.string().nullable(),
  /** A second line. */
  detail: z.string().nullable(),
  /** The user whom it is about, or the operator who did it. */
  user: z.object({ id: z.uuid(), username: z.string().nullable() }).nullable(),
  /** Coins. Negative for coins that left the wallet of a user's timeline. */
  amount: z.int().nullable(),
  tone: z.enum(['plain', 'good', 'warn', 'late']),
  link: ItemLink.nullable(),
});
export type ItemEntry = z.infer<typeof ItemEntry>;

export const ItemTimelineQuery = z.object({
  limit: digits(100, 1).default(30),
  /** `next` of the page before. */
  before: boundedString(1_000).optional(),
  /** Only this source. */
  source: boundedString(20)
    .regex(/^[a-z]+$/)
    .optional(),
});
export const ItemTimeline = z.object({
  items: z.array(ItemEntry),
  next: z.string().nullable(),
  /** The sources of this kind of item, for a filter. */
  sources: z.array(z.string()),
  /** Items that belong to this one, such as the winner, the order, or the auction of an order. */
  links: z.array(ItemLink.extend({ label: z.string() })),
});
export type ItemTimeline = z.infer<typeof ItemTimeline>;

/** State of room item:{kind}-{id}, for operators: they read the item again when it changes. */
export const ItemState = z.object({ version: z.int() });
