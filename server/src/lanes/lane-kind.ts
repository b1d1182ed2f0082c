import type { Database } from '../db/database.ts';
import type { Proof, Transaction } from '../db/in-transaction.ts';
import type { Refusal } from '../errors.ts';

/** A command that waits in a lane. */
export interface Queued<Command> {
  command: Command;
  /** When the server received it, epoch milliseconds of the server's clock. */
  receivedAtMs: number;
  /** Never decided after this, in the clock's monotonic milliseconds (A11). */
  deadlineMs: number;
}

/**
 * An answer that puts the command, undecided, into another lane of its kind: for one whose rows another session has
 * locked, so that the others of its batch do not wait.
 */
export class MovedTo {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

/** The decision about one batch. */
export interface Decided<Outcome> {
  /** One answer for each command, in order. */
  answers: readonly (Outcome | Refusal | MovedTo)[];
  /**
   * Determines from rows whether this transaction took effect. Called when the reply to a COMMIT was lost and the
   * server was restarted meanwhile, since transaction ids can be reused after a crash.
   */
  proof?: Proof;
  /** Runs once the batch is committed, before any reply. */
  afterCommit?: () => void;
}

/**
 * Defines how commands are decided together. The lane guarantees that batches of one key run one after another in this
 * process, and that each command is in at most one committed batch, in order of arrival. Other servers have lanes for
 * the same key: `decide` takes the row lock that serializes them.
 */
export interface LaneKind<Command, Outcome, Opened = undefined> {
  /** For logs and statistics. */
  name: string;
  /** At most this many commands in one transaction, 256 by default. */
  maxBatch?: number;
  /**
   * Whether batches of this key wait for rows that another session has locked. At most half of the transactions are of
   * such lanes, so that the others never wait for them.
   */
  waitsForLocks?(key: string): boolean;
  /**
   * Batch window: how long the first command of a batch waits for others. With 0, until the current events are handled.
   */
  batchWindowMs?: number;
  /**
   * Locks and reads what `decide` needs, in one round trip with the BEGIN when all is sent together. Must not write: if
   * the BEGIN fails, these statements run outside a transaction.
   */
  open?(tx: Transaction, key: string, batch: readonly Queued<Command>[]): Promise<Opened>;
  /**
   * Decides each command. `opened` is what `open` returned, undefined without it. Runs inside a transaction that may be
   * rolled back and run again, so it may change only rows. Waiting for a lock may outlast a deadline: call `isTooLate`
   * once the lock is held.
   */
  decide(
    tx: Transaction,
    key: string,
    batch: readonly Queued<Command>[],
    opened: Opened,
  ): Promise<Decided<Outcome>>;
  /**
   * Reads from rows the outcome of each command of the batch after a COMMIT without a reply, undefined for those
   * without a row. `answers` is what `decide` returned last.
   */
  recover(
    db: Database,
    key: string,
    batch: readonly Queued<Command>[],
    answers: readonly (Outcome | Refusal)[],
  ): Promise<readonly (Outcome | Refusal | undefined)[]>;
  /** The key was not used for a while: its cached data can be dropped. */
  forget?(key: string): void;
}

export interface LaneHandle<Command, Outcome> {
  /**
   * Resolves after the commit that decided the command; rejects with a Refusal. BUSY, DEADLINE_PASSED and UNAVAILABLE
   * guarantee that the command was not executed, OUTCOME_UNKNOWN that it was executed at most once. `receivedAtMs` is
   * the time when the request arrived, now by default.
   */
  submit(key: string, command: Command, receivedAtMs?: number): Promise<Outcome>;
}

export interface LaneKindStats {
  name: string;
  lanes: number;
  waiting: number;
  batches: number;
  commands: number;
  /** Answered with an outcome, not a refusal. */
  accepted: number;
  /** Batches split because one of their commands made the transaction fail. */
  halvings: number;
  /** COMMITs whose reply was lost. */
  lostCommits: number;
  /** Moving average of a batch's duration. */
  batchMs: number;
  /** Number of refusals by code. */
  refused: Record<string, number>;
}

export interface Lanes {
  define<Command, Outcome, Opened = undefined>(
    kind: LaneKind<Command, Outcome, Opened>,
  ): LaneHandle<Command, Outcome>;
  /**
   * Accepts no further commands; resolves when all waiting commands have been answered, at the latest after their
   * deadlines.
   */
  drain(): Promise<void>;
  stats(): LaneKindStats[];
}
