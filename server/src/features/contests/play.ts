import type { ContestKind } from '@copup/shared/contests.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Refusal } from '../../errors.ts';

/** A player's row, as a play sees it. */
export interface PlayerRow<State> {
  userId: string;
  score: number;
  /** Whatever the play keeps of the player; undefined before the first play. */
  state: State | undefined;
}

/** What a play makes of one command. */
export interface Judged<State, Result, Record> {
  /** 0 or more; scores only rise. */
  points: number;
  /** The player's new state; undefined when nothing changes. */
  state: State | undefined;
  /** For the caller; the engine adds score and rank. */
  result: Result;
  /** Kept for ever, with the batch. */
  record?: Record;
}

/**
 * One kind of contest. The engine joins, locks, reads, ranks, writes, settles and pays; a play only says how a score is
 * made. A further kind is a folder with one of these and a line in `plays.ts`.
 */
export interface Play<Input = unknown, State = unknown, Facts = unknown, Result = unknown, Record = unknown> {
  readonly kind: ContestKind;
  /** How long the first command of a batch waits for others, in milliseconds. */
  readonly gatherMs: number;
  /** Players send so many commands that a server keeps their rows between batches instead of reading them for each. */
  readonly remembersScores?: boolean;
  /** In the transaction that joins: what the play needs from the first moment on. Returns fields of the reply. */
  join?(tx: Transaction, contestId: number, userId: string): Promise<{ [field: string]: unknown }>;
  /** Reads what `judge` needs beside the players' rows. Sent together with the lock of the contest's row. */
  readFacts?(tx: Transaction, contestId: number, userIds: readonly string[]): Promise<Facts>;
  /** Decides one command. Pure: a batch may be decided again. `nowMs` is the database's clock, read under the lock (P7). */
  judge(
    input: Input,
    player: PlayerRow<State>,
    nowMs: number,
    facts: Facts,
  ): Judged<State, Result, Record> | Refusal;
  /** Writes what is kept of the accepted plays, in order, with the COMMIT (`tx.writeLast`). */
  writeRecords?(
    tx: Transaction,
    contestId: number,
    records: readonly (Record & { userId: string })[],
    now: Date,
    facts: Facts,
  ): void;
  /** How a state is stored, as JSON; as it is by default. */
  readonly codec?: {
    encode(state: State): string;
    /** Of what `encode` wrote, parsed. */
    decode(stored: unknown): State;
  };
  /** C6: whether the winner's play is worth an operator's look. */
  isSuspicious?(state: State | undefined, endMs: number): boolean;
}
