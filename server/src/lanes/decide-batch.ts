import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { outageOf } from '../db/pg-errors.ts';
import { confirmReplicated } from '../db/settle-commit.ts';
import { runWithDeadline } from '../deadline.ts';
import { invariant, Refusal } from '../errors.ts';
import type { Lane, Waiting } from './lane.ts';
import { type Decided, type LaneKind, MovedTo, type Queued } from './lane-kind.ts';

export type BatchResult =
  | {
      is: 'answered';
      outcomes: readonly unknown[];
      afterCommit: (() => void) | undefined;
      wasCommitLost: boolean;
    }
  /** One of the commands makes the transaction fail: smaller batches will isolate it. */
  | { is: 'failed'; error: unknown }
  /** No command of the batch is the cause: all are refused. */
  | { is: 'refused'; refusal: Refusal; cause: unknown };

/** Decides one batch in one transaction. Never throws. */
export async function decideBatch(
  db: Database,
  kind: LaneKind<unknown, unknown, unknown>,
  key: string,
  batch: readonly Queued<unknown>[],
): Promise<BatchResult> {
  let last: Transaction | undefined;
  let decided: Decided<unknown> | undefined;
  const answered = (outcomes: readonly unknown[], wasCommitLost: boolean): BatchResult => ({
    is: 'answered',
    outcomes,
    afterCommit: decided?.afterCommit,
    wasCommitLost,
  });
  try {
    const decide = async (tx: Transaction, opened: unknown) => {
      last = tx;
      decided = undefined;
      const found = await kind.decide(tx, key, batch, opened);
      const { answers, proof } = found;
      invariant(
        answers.length === batch.length,
        `lane ${kind.name} returned ${answers.length} answers for ${batch.length} commands`,
      );
      if (proof) tx.proveBy(proof);
      decided = found;
      return answers;
    };
    // The batch is not of the command in whose context it happens to start.
    const outcomes = await runWithDeadline(undefined, () =>
      inTransaction(db, decide, async (tx) => kind.open?.(tx, key, batch)),
    );
    if (!last?.wasCommitLost) return answered(outcomes, false);
    return answered(await fromRows(db, kind, key, batch, outcomes), true);
  } catch (error) {
    if (decided && error instanceof Refusal && error.code === 'OUTCOME_UNKNOWN') {
      const { answers } = decided;
      const found = await recovered(db, kind, key, batch, answers);
      // One row is enough: the transaction took effect, so all its answers are valid.
      if (found?.some((outcome) => outcome !== undefined)) return answered(merge(found, answers), true);
      return { is: 'refused', refusal: error, cause: error };
    }
    const refusal = blamelessRefusal(error);
    return refusal ? { is: 'refused', refusal, cause: error } : { is: 'failed', error };
  }
}

/** Merges the answers with rows after the transaction is known to have committed; rows take precedence over memory. */
async function fromRows(
  db: Database,
  kind: LaneKind<unknown, unknown, unknown>,
  key: string,
  batch: readonly Queued<unknown>[],
  decided: readonly unknown[],
): Promise<readonly unknown[]> {
  const found = await recovered(db, kind, key, batch, decided);
  // The rows could not be read, but the transaction is known to have committed: the answers in memory are valid.
  return found ? merge(found, decided) : decided;
}

/**
 * Merges answers found in rows with those in memory. A command that was refused or moved leaves no row, so memory
 * decides; an accepted command without its row is answered with OUTCOME_UNKNOWN.
 */
function merge(found: readonly unknown[], decided: readonly unknown[]): unknown[] {
  return decided.map((outcome, at) => {
    if (found[at] !== undefined || outcome instanceof Refusal || outcome instanceof MovedTo)
      return found[at] ?? outcome;
    return new Refusal(
      'OUTCOME_UNKNOWN',
      'The connection was lost. Please try again; nothing is done twice.',
      {
        retryAfterS: 1,
      },
    );
  });
}

const CONFIRM_WITHIN_MS = 1_000;

/** Stands for a moved command, which has no row. */
const undecided = new Refusal('BUSY', 'Too busy at the moment. Please try again.');

async function recovered(
  db: Database,
  kind: LaneKind<unknown, unknown, unknown>,
  key: string,
  batch: readonly Queued<unknown>[],
  answers: readonly unknown[],
): Promise<readonly unknown[] | undefined> {
  try {
    const found = await kind.recover(
      db,
      key,
      batch,
      answers.map((answer) => (answer instanceof MovedTo ? undecided : answer)),
    );
    await confirmReplicated(db, CONFIRM_WITHIN_MS);
    return found;
  } catch {
    return undefined;
  }
}

/**
 * Returns the refusal of the whole batch when no command of it can be the cause of the failure, otherwise undefined.
 * Halving a batch that failed because of a lost connection or a lock would only add load.
 */
function blamelessRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error.statusCode === 503 ? error : undefined;
  const outage = outageOf(error);
  if (outage === 'unavailable') {
    return new Refusal('UNAVAILABLE', 'The service is temporarily unavailable. Please try again.', {
      retryAfterS: 1,
      cause: error,
    });
  }
  // A deadlock was already retried as often as is allowed.
  if (outage === 'busy') {
    return new Refusal('BUSY', 'Too busy at the moment. Please try again.', { retryAfterS: 1, cause: error });
  }
  return undefined;
}

/**
 * Answers, refuses or moves each command of a decided batch, and runs its post-commit hook. A batch of several that
 * failed waits again as two halves. Returns the number of commands that wait again in this lane.
 */
export function answerBatch(
  log: Pick<Logger, 'warn' | 'error'>,
  lane: Lane,
  batch: Waiting[],
  result: BatchResult,
  move: (command: Waiting, key: string) => void,
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
    const command = batch[at] as Waiting;
    if (outcome instanceof Refusal) command.refuse(outcome);
    else if (outcome instanceof MovedTo) move(command, outcome.key);
    else {
      of.accepted += 1;
      command.answer(outcome);
    }
  }
  return 0;
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal('INTERNAL', 'Something went wrong. Please try again later.', { cause: error });
}
