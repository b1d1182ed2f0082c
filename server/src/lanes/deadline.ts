import { Refusal } from '../errors.ts';

/** A11: a command is decided within this time after it was received, or never. */
export const COMMAND_DEADLINE_MS = 2_000;

/** `nowMs` is the clock's monotonic time. A kind asks again after its lock was waited for. */
export function isTooLate(queued: { deadlineMs: number }, nowMs: number): boolean {
  return queued.deadlineMs <= nowMs;
}

/** Nothing was done. */
export function deadlinePassed(): Refusal {
  return new Refusal('DEADLINE_PASSED', 'This took too long and was not done. Please try again.', {
    retryAfterS: 1,
  });
}
