import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { BatchReads } from '../../single-flight.ts';
import type { Leader } from './leaderboard.ts';

/** Calls within this time share a read, like those that return the state of a room. */
const SHARE_MS = 250;

interface Shared {
  startedAtMs: number;
  reading: Promise<Leader[] | undefined>;
}

/**
 * The tops of contests with the ids of users, which rooms do not publish, at most 250 ms old: one query for all calls
 * within that time, for any number of contests.
 */
export class LatestTops {
  readonly #nowMs: () => number;
  readonly #reads: BatchReads<Leader[]>;
  readonly #shared = new Map<number, Shared>();

  constructor({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
    this.#nowMs = () => clock.monotonicMs();
    this.#reads = new BatchReads((ids) => readTops(db, ids.map(Number)));
  }

  async get(contestId: number): Promise<Leader[]> {
    const nowMs = this.#nowMs();
    for (const [id, { startedAtMs }] of this.#shared)
      if (nowMs - startedAtMs >= SHARE_MS) this.#shared.delete(id);
    let shared = this.#shared.get(contestId);
    if (!shared) {
      shared = { startedAtMs: nowMs, reading: this.#reads.get(String(contestId)) };
      this.#shared.set(contestId, shared);
      // After a failed read the next call reads again.
      shared.reading.catch(() => this.#shared.delete(contestId));
    }
    return (await shared.reading) ?? [];
  }
}

async function readTops(db: Database, ids: number[]): Promise<Map<string, Leader[]>> {
  const { rows } = await db.pool.query<{ id: number; top: Leader[] }>({
    name: 'contest-tops',
    text: 'SELECT id, top FROM contests WHERE id = ANY($1::int[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, top }) => [String(id), top]));
}
