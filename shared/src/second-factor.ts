import { z } from 'zod';
import { AdjustBody } from './admin.ts';
import { FactorCode } from './auth.ts';
import { IsoTime } from './wire.ts';

/** S8a: the signed-in operator's own second factor. */
export const FactorState = z.object({
  /** When the user enrolled it; null without a factor. */
  since: IsoTime.nullable(),
  recovery_codes_left: z.int().min(0),
  /** Whether the operator must enrol a factor before any other action. */
  must_enrol: z.boolean(),
});
export type FactorState = z.infer<typeof FactorState>;

/** A new factor's secret, shown only until a code confirms it. */
export const NewFactor = z.object({
  /** To type into an authenticator app. */
  key: z.string(),
  /** As a QR code. */
  uri: z.string(),
});
export type NewFactor = z.infer<typeof NewFactor>;

export const FactorCodeBody = z.object({ code: FactorCode });
/** Shown once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
export const ResetFactorBody = z.object({ reason: AdjustBody.shape.reason });
