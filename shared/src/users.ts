import { z } from 'zod';
import { digits } from './text.ts';
import { Coins, IsoTime, Uuid } from './wire.ts';

/** Reply of GET /user/profile. bid_points is available + bonus, without held coins. */
export const Profile = z.object({
  id: Uuid,
  /** available + bonus: the balance the wallet home shows. */
  bid_points: Coins,
  available_points: Coins,
  bonus_points: Coins,
  /** Coins reserved by bids. */
  held_points: Coins,
  task_coin: Coins,
  wallet_address: z.string(),
  full_name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  /** A new address that takes effect when the code mailed to it is entered (S6). */
  email_pending: z.string().nullable(),
  /** When the username may change again; null when it may now (W17). */
  username_changes_from: IsoTime.nullable(),
  joined_at: IsoTime,
  profile: z.string().nullable(),
  referral_code: z.string(),
  role: z.union([z.literal(0), z.literal(1)]),
  unread: z.int().min(0),
  /** The version of room user:{id} that this reply corresponds to. */
  version: z.int(),
});
export type Profile = z.infer<typeof Profile>;

export const notificationKinds = [
  'outbid',
  'ending',
  'starting',
  'won',
  'lost',
  'refunded',
  'corrected',
  'extended',
  'credited',
  'received',
  'payment',
  'payout',
  'trade',
  'bet',
  'task',
  'order',
  'referral',
  'security',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
export const Notification = z.object({
  id: Uuid,
  kind: z.enum(notificationKinds),
  subject_kind: z.string(),
  subject_id: z.string(),
  details: z.record(z.string(), z.unknown()),
  created_at: IsoTime,
  read: z.boolean(),
  /** Whether it is unread and waits for the user to act: an outbid, a prize to collect, a refused payout (W6). */
  needs_you: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** Kinds that a user may switch off (W6). Notices about coins and security are always on. */
export const mutableKinds = [
  'outbid',
  'ending',
  'starting',
  'won',
  'lost',
  'order',
  'referral',
] as const satisfies readonly NotificationKind[];
const NotificationPreference = z.object({
  kind: z.enum(notificationKinds),
  enabled: z.boolean(),
  /** Whether the kind is always on. */
  locked: z.boolean(),
});
export const NotificationPreferences = z.object({ preferences: z.array(NotificationPreference) });
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;
export const NotificationPreferencesBody = z.object({
  preferences: z
    .array(z.object({ kind: z.enum(mutableKinds, 'This kind is always on.'), enabled: z.boolean() }))
    .min(1)
    .max(mutableKinds.length),
});
export type NotificationPreferencesBody = z.infer<typeof NotificationPreferencesBody>;

export const NotificationsQuery = z.object({
  /** The id of the last notice of the previous page; notices are listed newest first (W6). */
  before: Uuid.optional(),
  limit: digits(100, 1).default(20),
  /** Only unread ones. */
  unread: z.literal('true').optional(),
  /** Only those with `needs_you`. */
  needs: z.literal('true').optional(),
});
export const NotificationsReply = z.object({
  items: z.array(Notification),
  unread: z.int(),
  next: Uuid.nullable(),
});
export type NotificationsReply = z.infer<typeof NotificationsReply>;

/** State of room user:{id}. */
export const UserState = z.object({
  available: z.int(),
  held: z.int(),
  bonus: z.int(),
  task: z.int(),
  unread: z.int(),
  /** The user's own maximums in force: the leader's coins held for an auction are its maximum (A13). */
  maximums: z.array(z.object({ auction: z.int(), coins: z.int() })).optional(),
  /** The end of a suspension in force, epoch milliseconds (S10). */
  suspendedUntil: z.int().optional(),
});
export type UserState = z.infer<typeof UserState>;
