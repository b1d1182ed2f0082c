import { Refusal } from '../../errors.ts';

/** G2: nothing shortens a break. `until` is null for a self-exclusion for good. */
export function breakIsLonger(until: Date | null): Refusal {
  return new Refusal('BREAK_IS_LONGER', 'A break in force lasts at least as long. It cannot be shortened.', {
    details: { until: until?.toISOString() ?? null },
  });
}
