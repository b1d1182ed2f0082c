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

/** What a batch was decided to be. */
export interface Decided<Outcome> {
  /** One for each command, in order. */
  answers: readonly (Outcome | Refusal)[];
  /**
   * Tells from rows whether this transaction took effect. Asked when a COMMIT's reply was lost and the server was restarted
   * meanwhile, since transaction ids can be used again after a crash.
   */
  proof?: Proof;
  /** Runs once the batch is committed, before any reply. */
  afterCommit?: () => void;
}

/**
 * What is decided together. The lane promises: batches of one key run one after another in this process, each command is
 * in one committed batch at most, in order of arrival. Other servers have lanes for the same key: `decide` takes the row
 * lock that decides between them.
 */
export interface LaneKind<Command, Outcome, Opened = undefined> {
  /** For logs and statistics. */
  name: string;
  /** At most this many commands in one transaction, 256 by default. */
  maxBatch?: number;
  /** How long the first command of a batch waits for others. 0 means until the events at hand are handled. */
  gatherMs?: number;
  /**
   * Locks and reads what `decide` needs, in one round trip with the BEGIN when all is sent together. It writes nothing:
   * should the BEGIN fail, these statements run outside a transaction.
   */
  open?(tx: Transaction, key: string, batch: readonly Queued<Command>[]): Promise<Opened>;
  /**
   * Decides each command. `opened` is what `open` returned, undefined without it. Runs inside a transaction that may be
   * rolled back and run again, so it must change nothing but rows. Whatever it waits for may outlast a deadline: it asks
   * `isTooLate` once its lock is held.
   */
  decide(
    tx: Transaction,
    key: string,
    batch: readonly Queued<Command>[],
    opened: Opened,
  ): Promise<Decided<Outcome>>;
  /**
   * After a COMMIT without a reply: reads from rows what became of each command of the batch, undefined for those that left
   * none. `answers` is what `decide` returned last.
   */
  recover(
    db: Database,
    key: string,
    batch: readonly Queued<Command>[],
    answers: readonly (Outcome | Refusal)[],
  ): Promise<readonly (Outcome | Refusal | undefined)[]>;
  /** Nobody used this key for a while: whatever is cached for it can go. */
  forget?(key: string): void;
}

export interface LaneHandle<Command, Outcome> {
  /**
   * Resolves after the commit that decided the command; rejects with a Refusal. BUSY, DEADLINE_PASSED and UNAVAILABLE
   * promise that nothing was done, OUTCOME_UNKNOWN that it was done once or not at all. `receivedAtMs` is when the
   * request came in, now by default.
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
  /** How often each code was answered. */
  refused: Record<string, number>;
}

export interface Lanes {
  define<Command, Outcome, Opened = undefined>(
    kind: LaneKind<Command, Outcome, Opened>,
  ): LaneHandle<Command, Outcome>;
  /** Takes nothing more; resolves when everything that waits has been answered. Bounded by the deadlines. */
  drain(): Promise<void>;
  stats(): LaneKindStats[];
}
