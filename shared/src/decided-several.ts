import { z } from 'zod';

/** Items that operators decide with one request. */
export const SeveralIds = z.array(z.int().min(1).max(999_999_999)).min(1).max(100);

/** Items that could not be decided do not keep the others waiting. */
export const DecidedSeveral = z.object({
  decided: z.array(z.int()),
  /** Those that wait for a second operator (O3a). */
  requested: z.array(z.object({ id: z.int(), approval_id: z.int() })),
  refused: z.array(z.object({ id: z.int(), code: z.string(), message: z.string() })),
});
export type DecidedSeveral = z.infer<typeof DecidedSeveral>;
