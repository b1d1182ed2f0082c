import { z } from 'zod';
import { AdjustBody } from './admin.ts';
import { paragraphText } from './text.ts';
import { IsoTime } from './wire.ts';

export const Suspension = z.object({
  id: z.int(),
  reason: z.string(),
  /** Who suspended, or asked for the renewal. */
  operator: z.string(),
  started_at: IsoTime,
  ends_at: IsoTime,
  is_in_force: z.boolean(),
});
export type Suspension = z.infer<typeof Suspension>;

export const SuspensionAnswer = z.object({ at: IsoTime, text: z.string() });
export type SuspensionAnswer = z.infer<typeof SuspensionAnswer>;

/** For operators, newest first. */
export const UserSuspensions = z.object({
  suspensions: z.array(Suspension),
  answers: z.array(SuspensionAnswer),
});
export const SuspendBody = z.object({ reason: AdjustBody.shape.reason });
export type SuspendBody = z.infer<typeof SuspendBody>;

/** Reply of GET /user/suspension: what the suspended player reads (S10). */
export const OwnSuspension = z.object({
  suspension: z
    .object({
      reason: z.string(),
      started_at: IsoTime,
      ends_at: IsoTime,
      answers: z.array(SuspensionAnswer),
    })
    .nullable(),
});
export type OwnSuspension = z.infer<typeof OwnSuspension>;
export const AnswerSuspensionBody = z.object({ text: paragraphText(1_000).min(1) });
