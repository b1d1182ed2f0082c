import type { ContestKind } from '@copup/shared/contests.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Refusal } from '../../errors.ts';

/** A player's row from the point of view of a play. */
export interface PlayerRow<State> {
  userId: string;
  score: number;
  /** The play's state of the player; undefined before the first play. */
  state: State | undefined;
}

/** A play's decision about one command. */
export interface Judged<State, Result, Record> {
  /** 0 or more; scores only rise. */
  points: number;
  /** The player's new state; undefined when nothing changes. */
  state: State | undefined;
  /** For the caller; the engine adds score and rank. */
  result: Result;
  /** Stored permanently, with the batch. */
  record?: Record;
}

/**
 * One kind of contest. The engine joins, locks, reads, ranks, writes, settles and pays; a play only computes scores. A
 * further kind needs one folder with a `Play` and a line in `plays.ts`.
 */
export interface Play<Input = unknown, State = unknown, Facts = unknown, Result = unknown, Record = unknown> {
  readonly kind: ContestKind;
  /** Batch window: how long the first command of a batch waits for others, in milliseconds. */
  readonly batchWindowMs: number;
  /** Whether a server caches players’ rows between batches: reading them for each batch would cost too much. */
  readonly remembersScores?: boolean;
  /** Runs in the transaction of a join; prepares what the play needs. Returns fields of the reply. */
  join?(tx: Transaction, contestId: number, userId: string): Promise<{ [field: string]: unknown }>;
  /**
   * Reads the facts that `judge` needs in addition to the players' rows. Sent together with the lock of the contest's
   * row.
   */
  readFacts?(tx: Transaction, contestId: number, userIds: readonly string[]): Promise<Facts>;
  /** Decides one command. Pure: a batch may be decided again. `nowMs` is the database's clock, read under the lock (P7). */
  judge(
    input: Input,
    player: PlayerRow<State>,
    nowMs: number,
    facts: Facts,
  ): Judged<State, Result, Record> | Refusal;
  /** Writes the records of the accepted plays, in order, with the COMMIT (`tx.writeLast`). */
  writeRecords?(
    tx: Transaction,
    contestId: number,
    records: readonly (Record & { userId: string })[],
    now: Date,
    facts: Facts,
  ): void;
  /** How a state is stored, as JSON; unchanged by default. */
  readonly codec?: {
    encode(state: State): string;
    /** Decodes what `encode` wrote, parsed from JSON. */
    decode(stored: unknown): State;
  };
  /** Returns whether an operator should review the winner's play (C6). */
  isSuspicious?(state: State | undefined, endMs: number): boolean;
}
