import type { Transaction } from '../../db/in-transaction.ts';
import type { ContestRow } from './contests.queries.ts';
import type { ScoreRow } from './scores.queries.ts';

interface Remembered {
  /** The last batch of this server; null for none. */
  batchId: string | null;
  rows: Map<string, ScoreRow>;
}

type ReadScores = (tx: Transaction, contestId: number, userIds: readonly string[]) => Promise<ScoreRow[]>;
type Written = Pick<ContestRow, 'id' | 'batchId'>;

/**
 * Maximum number of cached rows of all contests. Above it the cache of a contest is replaced by the rows of one batch.
 */
const MAX_ROWS = 100_000;

/**
 * Caches the rows of players as this server last read or wrote them under the contest's lock. Every batch that writes
 * scores stores its id in the contest's row: while that is the id of this server's last batch, no other transaction has
 * changed these rows.
 */
export class RememberedScores {
  readonly #read: ReadScores;
  readonly #contests = new Map<number, Remembered>();
  #rows = 0;

  constructor(read: ReadScores) {
    this.#read = read;
  }

  /** Returns the users whose rows must be read in any case. The row of a user who joins has no batch. */
  unknown(contestId: number, userIds: readonly string[]): readonly string[] {
    const known = this.#contests.get(contestId)?.rows;
    return known ? userIds.filter((userId) => !known.has(userId)) : userIds;
  }

  /** Returns the rows of these users, under the lock: cached, or read again when another server has written. */
  async rowsOf(tx: Transaction, contest: Written, userIds: readonly string[]): Promise<ScoreRow[]> {
    const known = this.#contests.get(contest.id);
    const rows = userIds.flatMap((userId) => known?.rows.get(userId) ?? []);
    if (rows.length === 0 || known?.batchId === contest.batchId) return rows;
    return this.#read(
      tx,
      contest.id,
      rows.map(({ userId }) => userId),
    );
  }

  /**
   * Caches rows after a commit: `contest` is the row before the batch, `rows` are those that the batch read, then those
   * that it wrote.
   */
  keep(contest: Written, batchId: string, rows: readonly ScoreRow[]): void {
    const before = this.#contests.get(contest.id);
    if (before && (before.batchId !== contest.batchId || this.#rows > MAX_ROWS)) this.forget(contest.id);
    const kept = this.#contests.get(contest.id) ?? { batchId, rows: new Map<string, ScoreRow>() };
    this.#rows -= kept.rows.size;
    for (const row of rows) kept.rows.set(row.userId, row);
    this.#rows += kept.rows.size;
    kept.batchId = batchId;
    this.#contests.set(contest.id, kept);
  }

  forget(contestId: number): void {
    this.#rows -= this.#contests.get(contestId)?.rows.size ?? 0;
    this.#contests.delete(contestId);
  }
}
