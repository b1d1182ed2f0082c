import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from './errors.ts';

/** A command is decided within this time after it was received, or never (A11). */
export const COMMAND_DEADLINE_MS = 2_000;

/** Creates the refusal of a command that was not executed. */
export function deadlinePassed(): Refusal {
  return new Refusal('DEADLINE_PASSED', 'This took too long and was not carried out. Please try again.', {
    retryAfterS: 1,
  });
}

/** The deadline of a player's command, which every transaction of the command keeps. */
export class CommandDeadline {
  readonly #atMs: number;
  /** False as long as none of its transactions takes effect: after the deadline none will. */
  mayTakeEffect = false;
  /** Work that a command has left behind has no deadline. */
  hasEnded = false;

  constructor(leftMs: number) {
    this.#atMs = performance.now() + leftMs;
  }

  get leftMs(): number {
    return this.#atMs - performance.now();
  }

  /**
   * Returns the BEGIN of a transaction whose waits for locks end with the deadline. It sets no statement_timeout, which
   * would end a COMMIT's wait for the standby, too.
   */
  begin(): string {
    return `BEGIN; SET LOCAL lock_timeout = ${Math.ceil(this.#timeLeft())}`;
  }

  /** Call it before the COMMIT of a transaction that has written. */
  startCommit(): void {
    this.#timeLeft();
    this.mayTakeEffect = true;
  }

  #timeLeft(): number {
    const { leftMs } = this;
    if (leftMs <= 0) throw deadlinePassed();
    return leftMs;
  }
}

const deadlines = new AsyncLocalStorage<CommandDeadline | undefined>();

/** Returns the deadline of the command that runs, if it has one. */
export function currentDeadline(): CommandDeadline | undefined {
  const deadline = deadlines.getStore();
  return deadline?.hasEnded ? undefined : deadline;
}

/**
 * Leaves the deadline of the command that runs to a lane, which may then take effect, and returns the time left: what
 * the command did before, such as the check of a PIN, is part of its time.
 */
export function leaveToLane(): number {
  const deadline = currentDeadline();
  if (!deadline) return COMMAND_DEADLINE_MS;
  deadline.mayTakeEffect = true;
  return deadline.leftMs;
}

/** Runs work whose transactions keep the deadline; without one, work that must not be refused for it. */
export const runWithDeadline = <Result>(deadline: CommandDeadline | undefined, work: () => Result): Result =>
  deadlines.run(deadline, work);

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

/**
 * Settles like `work`, or after `withinMs` with what `late` returns or throws. The work continues; its later rejection
 * is handled.
 */
export function withDeadline<Value>(
  work: Promise<Value>,
  withinMs: number,
  late: () => Value | Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, withinMs);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
