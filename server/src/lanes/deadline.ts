/**
 * Returns whether the deadline has passed. `nowMs` is the clock's monotonic time. A kind checks again after it waited
 * for its lock.
 */
export function isTooLate(queued: { deadlineMs: number }, nowMs: number): boolean {
  return queued.deadlineMs <= nowMs;
}
