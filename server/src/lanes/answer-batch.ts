import type { Logger } from 'pino';
import { Refusal } from '../errors.ts';
import type { BatchResult } from './decide-batch.ts';
import type { Lane, Waiting } from './lane.ts';

/**
 * Answers or refuses each command of a decided batch, and runs its post-commit hook. A batch of several that failed waits
 * again as two halves. Returns the number of commands that wait again.
 */
export function answerBatch(
  log: Pick<Logger, 'warn' | 'error'>,
  lane: Lane,
  batch: Waiting[],
  result: BatchResult,
): number {
  const { of, key } = lane;
  const about = { lane: of.kind.name, key, commands: batch.length };
  if (result.is === 'refused') {
    log.warn({ ...about, err: result.cause }, 'a batch was refused');
    for (const one of batch) one.refuse(result.refusal);
    return 0;
  }
  if (result.is === 'failed') {
    if (batch.length > 1) {
      log.warn({ ...about, err: result.error }, 'a batch failed and is halved');
      lane.halve(batch);
      return batch.length;
    }
    batch[0]?.refuse(refusalFor(result.error));
    if (!(result.error instanceof Refusal)) log.error({ ...about, err: result.error }, 'a command failed');
    return 0;
  }
  if (result.wasCommitLost) {
    of.lostCommits += 1;
    log.warn(about, 'the reply to COMMIT was lost; the rows show that it was carried out');
  }
  try {
    result.afterCommit?.();
  } catch (error) {
    log.error({ ...about, err: error }, 'post-commit hook failed');
  }
  for (let at = 0; at < batch.length; at += 1) {
    const outcome = result.outcomes[at];
    if (outcome instanceof Refusal) batch[at]?.refuse(outcome);
    else {
      of.accepted += 1;
      batch[at]?.answer(outcome);
    }
  }
  return 0;
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal('INTERNAL', 'Something went wrong. Please try again later.', { cause: error });
}
