import { Refusal } from '../errors.ts';

/** Returns the names of the fields that differ, so that a form that sends all fields counts only as its changes. */
export function changedFields<Draft extends object>(before: Draft, after: Draft): (keyof Draft & string)[] {
  return (Object.keys(after) as (keyof Draft & string)[]).filter(
    (field) => before[field]?.valueOf() !== after[field]?.valueOf(),
  );
}

interface Times {
  startsAt: Date;
  endDate: Date;
}

/** Throws VALIDATION_FAILED unless the end is after the start and in the future. */
export function assertTimes({ startsAt, endDate }: Times, now: Date): void {
  const problem =
    endDate <= now ? 'must be in the future' : endDate <= startsAt ? 'must be after starts_at' : undefined;
  if (problem === undefined) return;
  throw new Refusal('VALIDATION_FAILED', 'The end must be after the start and in the future.', {
    issues: [{ path: 'end_date', message: problem }],
  });
}

/** Does the same for an edit that changes the times. */
export function assertEditedTimes(before: Times, after: Times, now: Date): void {
  if (changedFields<Times>(before, { startsAt: after.startsAt, endDate: after.endDate }).length > 0)
    assertTimes(after, now);
}
