import { z } from 'zod';
import { fieldTexts } from './field-texts.ts';
import { SPIN_ID, spinSegments } from './spin-proof.ts';
import { boundedString } from './text.ts';
import { Coins, IsoTime } from './wire.ts';

const SpinResult = z.literal(spinSegments);
/** Index of the segment in the order 0, 2, 3, 4, 5, 6. */
const Segment = z
  .int()
  .min(0)
  .max(spinSegments.length - 1);

/** The caller's spin (F1): `SpinProof` in spin-proof.ts explains each field. */
export const SpinFairness = z.object({
  kind: z.literal('spin'),
  id: z.literal(SPIN_ID),
  title: z.string(),
  commitment: z.string(),
  server_seed: z.string().nullable(),
  client_seed: z.string(),
  segment: Segment.nullable(),
  result: SpinResult.nullable(),
  /** When the wheel was spun. */
  at: IsoTime.nullable(),
});
export type SpinFairness = z.infer<typeof SpinFairness>;

/** Accepted and without effect: the server draws (P5). */
export const SpinBody = z.object({ result: z.unknown().optional() }).nullish();
/** B5. */
export const SpinReply = z.object({ result: SpinResult, segment: Segment, proof: SpinFairness });
export type SpinReply = z.infer<typeof SpinReply>;

export const UnlockSpinBody = z.object({
  passcode: boundedString(40, fieldTexts.passcode).trim().min(1, fieldTexts.passcode),
});

export const SpinState = z.object({
  /** Whether the caller entered the passcode that is valid now. */
  is_unlocked: z.boolean(),
  has_spun: z.boolean(),
  /** Whether the budget of today still pays the highest prize. */
  has_budget: z.boolean(),
  /** Whether a spin would be accepted: unlocked, not spun yet, and within the budget. */
  may_spin: z.boolean(),
  /** Hex SHA-256 of the seed of the caller's spin, published before it; null until the first unlock. */
  commitment: z.string().nullable(),
  /** The spin of a caller who has spun. */
  spin: SpinReply.nullable(),
});
export type SpinState = z.infer<typeof SpinState>;

/** What operators see of the wheel today, Africa/Lagos (X3). */
export const SpinDay = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  budget: Coins,
  /** Coins that were won today. */
  spent: Coins,
  spins: z.int(),
  /** Balance of `rewards`, which pays the prizes. */
  rewards: Coins,
  /** Whether a passcode is set: without one the wheel stays locked. */
  has_passcode: z.boolean(),
});
export type SpinDay = z.infer<typeof SpinDay>;
