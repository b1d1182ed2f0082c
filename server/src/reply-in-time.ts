import { withDeadline } from './concurrency/deadline.ts';
import {
  COMMAND_DEADLINE_MS,
  CommandDeadline,
  deadlinePassed,
  runWithDeadline,
} from './db/command-deadline.ts';
import { Refusal } from './errors.ts';

/** For the COMMIT of a command that was decided in time. */
const COMMIT_WITHIN_MS = 250;

/**
 * Settles like the work of a command, or at its deadline (A11): with DEADLINE_PASSED when none of its transactions takes
 * effect any more, and a little later with OUTCOME_UNKNOWN when a COMMIT has no reply yet, for example over a connection
 * that is half dead. A retry with the same Idempotency-Key then returns the outcome.
 */
export function replyInTime<Reply>(
  work: () => Reply | Promise<Reply>,
  withinMs = COMMAND_DEADLINE_MS,
): Promise<Reply> {
  const deadline = new CommandDeadline(withinMs);
  const running = runWithDeadline(deadline, async () => work()).finally(() => {
    deadline.hasEnded = true;
  });
  return withDeadline(running, withinMs, () => {
    if (!deadline.mayTakeEffect) throw deadlinePassed();
    return withDeadline(running, COMMIT_WITHIN_MS, () => {
      throw new Refusal('OUTCOME_UNKNOWN', 'This takes too long. Please try again; nothing is done twice.', {
        retryAfterS: 1,
      });
    });
  });
}
