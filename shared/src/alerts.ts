import { z } from 'zod';
import { AdjustBody } from './admin.ts';
import { IsoTime, Moment } from './wire.ts';

export const Alert = z.object({
  id: z.int(),
  title: z.string(),
  detail: z.string(),
  started_at: IsoTime,
  /** Null while it stands. */
  ended_at: IsoTime.nullable(),
  /** When the start was sent, null while a pause holds it back. */
  sent_at: IsoTime.nullable(),
});
export type Alert = z.infer<typeof Alert>;

/** Reply of GET /admin/alerts: those that stand and the latest others, newest first. */
export const Alerts = z.object({
  /** How many addresses ALERT_MAIL has. */
  mails: z.int(),
  /** The host of ALERT_WEBHOOK; its path may be a secret. */
  webhook: z.string().nullable(),
  pause: z.object({ until: IsoTime, reason: z.string(), operator: z.string() }).nullable(),
  alerts: z.array(Alert),
});
export type Alerts = z.infer<typeof Alerts>;

/** A later pause replaces an earlier one; null ends it. */
export const AlertPauseBody = z.object({ until: Moment.nullable(), reason: AdjustBody.shape.reason });
export type AlertPauseBody = z.infer<typeof AlertPauseBody>;
