import { Refusal } from '../errors.ts';

/** A command is decided within this time after it was received, or never (A11). */
export const COMMAND_DEADLINE_MS = 2_000;

/**
 * Returns whether the deadline has passed. `nowMs` is the clock's monotonic time. A kind checks again after it waited
 * for its lock.
 */
export function isTooLate(queued: { deadlineMs: number }, nowMs: number): boolean {
  return queued.deadlineMs <= nowMs;
}

/** Creates the refusal of a command that was not executed. */
export function deadlinePassed(): Refusal {
  return new Refusal('DEADLINE_PASSED', 'This took too long and was not carried out. Please try again.', {
    retryAfterS: 1,
  });
}
