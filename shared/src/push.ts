import { z } from 'zod';
import { boundedString, digits } from './text.ts';
import { Day, IsoTime, Uuid } from './wire.ts';

/** What push messages are about. Each kind has a switch, except `security` (W23). */
export const pushKinds = [
  'outbid',
  'ending',
  'won',
  'lost',
  'starting',
  'question',
  'coins',
  'payment',
  'payout',
  'decision',
  'security',
] as const;
export type PushKind = (typeof pushKinds)[number];
export type SwitchedPushKind = Exclude<PushKind, 'security'>;
export const switchedPushKinds = pushKinds.filter((kind) => kind !== 'security');

/** The JSON text of a push message, which only the browser of the subscription can decrypt. */
export interface PushMessage {
  /** For POST /push/receipts. */
  id: string;
  kind: PushKind | 'test';
  /** The id of the notice in the inbox that it repeats; null of a test. */
  notice: string | null;
  title: string;
  body: string;
  /** The label of the notification's only action, which opens `path`, as a tap does; null without one. */
  button: string | null;
  /** The page below the origin. */
  path: string;
  /** The picture of its subject at its smallest width, below the origin; null without one. */
  image: string | null;
  /** The tag of the notification: a later message about the same subject replaces an earlier one. */
  topic: string;
  sent_at: string;
  /** From this time it is not shown. */
  expires_at: string;
}

/** At most this many devices of a user; one more replaces the oldest. */
export const MOST_PUSH_DEVICES = 5;

/** 65 and 16 bytes in base64url, as `PushSubscription.toJSON()` has them. */
const PublicKey = boundedString(88).regex(/^B[A-Za-z0-9_-]{86}=?$/, 'must be a P-256 public key');
const AuthSecret = boundedString(24).regex(/^[A-Za-z0-9_-]{22}(==)?$/, 'must have 16 bytes');

/** `PushSubscription.toJSON()` of the browser. */
export const PushSubscriptionBody = z.object({
  endpoint: boundedString(1_000).check(z.url()),
  keys: z.object({ p256dh: PublicKey, auth: AuthSecret }),
});
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>;
/** What the service worker knows of itself: only this browser and the server know its former endpoint. */
export const PushRenewalBody = z.object({
  endpoint: PushSubscriptionBody.shape.endpoint,
  subscription: PushSubscriptionBody,
});
export const PushSubscribed = z.object({ id: Uuid });

/** Of one day in Lagos, such as 22:00. */
const TimeOfDay = boundedString(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00');

/** Between these times only what is urgent and paid for, and security messages, are sent; other messages wait (W23). */
const QuietHours = z.object({ is_on: z.boolean(), from: TimeOfDay, until: TimeOfDay });

/** Reply of GET and PUT /user/push. */
export const PushSettings = z.object({
  /** The `applicationServerKey`; null while push is off on this server. */
  public_key: z.string().nullable(),
  kinds: z.array(
    z.object({
      kind: z.enum(pushKinds),
      enabled: z.boolean(),
      /** Whether it is always on. */
      locked: z.boolean(),
    }),
  ),
  shows_amounts: z.boolean(),
  quiet_hours: QuietHours,
  /** The newest first. */
  devices: z.array(
    z.object({
      id: Uuid,
      /** Such as "Chrome on Android". */
      device: z.string().nullable(),
      created_at: IsoTime,
      /** Whether it belongs to the session of this call. */
      is_current: z.boolean(),
    }),
  ),
});
export type PushSettings = z.infer<typeof PushSettings>;

/** What is absent stays as it is. */
export const PushSettingsBody = z.object({
  kinds: z
    .array(z.object({ kind: z.enum(switchedPushKinds, 'This kind is always on.'), enabled: z.boolean() }))
    .max(pushKinds.length)
    .optional(),
  shows_amounts: z.boolean().optional(),
  quiet_hours: QuietHours.optional(),
});
export type PushSettingsBody = z.infer<typeof PushSettingsBody>;

/** What became of a message on the device; each counts once. `acted` is a bid or an answer within 10 minutes of `opened`. */
export const pushEvents = ['shown', 'opened', 'acted'] as const;
export type PushEvent = (typeof pushEvents)[number];
export const PushReceiptBody = z.object({
  /** `PushMessage.id`, which only its device knows. */
  id: Uuid,
  event: z.enum(pushEvents),
});

/** Push messages now, for operators. */
export const PushState = z.object({
  /** Whether the server has keys. */
  is_on: z.boolean(),
  /** The kinds with a switch, and the setting that is the switch. */
  switches: z.array(z.object({ kind: z.enum(switchedPushKinds), setting: z.string(), is_on: z.boolean() })),
  /** Browsers by push service, and those of them whose last messages failed. */
  services: z.array(z.object({ service: z.string(), endpoints: z.int().min(0), failing: z.int().min(0) })),
});
export type PushState = z.infer<typeof PushState>;

export const PushDaysQuery = z.object({ days: digits(90, 1).default(30) });
const Count = z.int().min(0);
/** Messages of one kind on one day of Africa/Lagos, for operators. */
export const PushDay = z.object({
  day: Day,
  kind: z.string(),
  /** Requests to push services, retries included. */
  sent: Count,
  accepted: Count,
  /** Not sent because it was no longer true, or its time had passed. */
  expired: Count,
  /** Given up. */
  failed: Count,
  shown: Count,
  opened: Count,
  acted: Count,
});
export type PushDay = z.infer<typeof PushDay>;
