import { z } from 'zod';
import { DeviceToken, Email } from './auth.ts';
import { fieldTexts } from './field-texts.ts';
import { boundedString } from './text.ts';
import { IsoTime } from './wire.ts';

/** A PIN is a text: a number would lose a leading zero (W7). */
export const Pin = boundedString(4).regex(/^\d{4}$/, 'A PIN has 4 digits');

const oldPinRule = 'Enter the 4 digits of your PIN, or the 6 digits of the code';
export const SetPinBody = z.object({
  /** The PIN, or the mailed code. Empty for a first PIN. */
  oldPin: boundedString(6, oldPinRule)
    .regex(/^(\d{4}|\d{6}|)$/, oldPinRule)
    .nullish(),
  newPin: boundedString(4, fieldTexts.newPin).regex(/^\d{4}$/, fieldTexts.newPin),
});
export type SetPinBody = z.infer<typeof SetPinBody>;

export const RecoverPinBody = z.object({ email: Email, device_token: DeviceToken.optional() });

/** Reply of GET /user/pin. */
export const PinStatus = z.object({
  is_set: z.boolean(),
  /** After 5 wrong attempts; null when it is not locked for a time. */
  locked_until: IsoTime.nullable(),
  /** After 10 wrong attempts: only a mailed code sets a new PIN. */
  needs_recovery: z.boolean(),
  /** W8: the end of the waiting period after a change of e-mail, password or PIN. */
  waits_until: IsoTime.nullable(),
  /** How long that period is, and how many coins may be sent in it, in total. */
  wait_hours: z.int(),
  wait_coins: z.int(),
});
export type PinStatus = z.infer<typeof PinStatus>;
