import { withDeadline } from './concurrency/deadline.ts';
import { Refusal } from './errors.ts';
import { COMMAND_DEADLINE_MS } from './lanes/deadline.ts';

/** A command that was decided in time is answered within this time, too. The rest is for its COMMIT. */
const REPLY_WITHIN_MS = COMMAND_DEADLINE_MS + 250;

/**
 * Settles like the work of a command, or at last with OUTCOME_UNKNOWN: a connection to the database that is half dead may
 * reply never. A retry with the same Idempotency-Key returns the outcome.
 */
export function replyInTime<Reply>(work: Promise<Reply>, withinMs = REPLY_WITHIN_MS): Promise<Reply> {
  return withDeadline(work, withinMs, () => {
    throw new Refusal('OUTCOME_UNKNOWN', 'This takes too long. Please try again; nothing is done twice.', {
      retryAfterS: 1,
    });
  });
}
