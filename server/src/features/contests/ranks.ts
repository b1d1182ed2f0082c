import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { BatchReads } from '../../single-flight.ts';

/** Ranks below the top are computed from scores that are at most this old. */
const FRESH_MS = 1_000;
/** Number of contests whose scores are cached. */
const CONTESTS = 200;

interface Scores {
  readAtMs: number;
  /** Scores above 0, highest first. */
  sorted: Int32Array;
}

/** Ranks below the top 10 (C5): without an index on scores, by at most one read of a contest's scores a second. */
export class Ranks {
  readonly #db: Database;
  readonly #nowMs: () => number;
  readonly #reads: BatchReads<Scores>;
  readonly #known = new Map<number, Scores>();

  constructor({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
    this.#db = db;
    this.#nowMs = () => clock.monotonicMs();
    this.#reads = new BatchReads((ids) => this.#read(ids.map(Number)));
  }

  /**
   * Returns the rank of a player with this score; null without a point. Players with equal scores share the best rank.
   */
  async rankOf(contestId: number, score: number): Promise<number | null> {
    if (score <= 0) return null;
    const known = this.#known.get(contestId);
    const scores =
      known && this.#nowMs() - known.readAtMs < FRESH_MS ? known : await this.#reads.get(String(contestId));
    return scores ? countAbove(scores.sorted, score) + 1 : null;
  }

  async #read(ids: number[]): Promise<Map<string, Scores>> {
    const readAtMs = this.#nowMs();
    const { rows } = await this.#db.pool.query<{ id: number; scores: number[] }>({
      name: 'contest-scores-of-contests',
      text: `SELECT contest_id AS id, array_agg(score ORDER BY score DESC) AS scores FROM contest_scores
        WHERE contest_id = ANY($1::int[]) AND score > 0 GROUP BY contest_id`,
      values: [ids],
    });
    const found = new Map<string, Scores>();
    for (const { id, scores } of rows) {
      const read = { readAtMs, sorted: Int32Array.from(scores) };
      found.set(String(id), read);
      this.#remember(id, read);
    }
    return found;
  }

  #remember(id: number, scores: Scores): void {
    this.#known.delete(id);
    this.#known.set(id, scores);
    const oldest = this.#known.keys().next();
    if (this.#known.size > CONTESTS && !oldest.done) this.#known.delete(oldest.value);
  }
}

/** Counts the numbers above `score` in a descending list. */
function countAbove(sorted: Int32Array, score: number): number {
  let from = 0;
  let upto = sorted.length;
  while (from < upto) {
    const middle = (from + upto) >> 1;
    if ((sorted[middle] as number) > score) from = middle + 1;
    else upto = middle;
  }
  return from;
}
