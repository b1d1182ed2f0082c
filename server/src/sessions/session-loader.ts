import { BatchReads } from '../concurrency/batch-reads.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import type { SessionChange } from './session-rows.ts';
import { findLiveSessions } from './session-rows.ts';
import type { Viewer } from './sessions.ts';

const MAX_WAITING = 20_000;
/** Marks a session that changed while it was read. */
const CHANGED = Symbol('changed');

/**
 * Reads sessions in batches, one query at a time. A session that changed during a read is read again, so that no result
 * is older than a change that was already known.
 */
export class SessionLoader {
  readonly #db: Database;
  readonly #keep: (viewer: Viewer) => void;
  readonly #reads: BatchReads<Viewer | typeof CHANGED>;
  readonly #changedSessions = new Set<string>();
  readonly #changedUsers = new Set<string>();
  #isReading = false;

  /** `keep` is called in the same turn in which a result was found to be fresh, before any caller receives it. */
  constructor(db: Database, keep: (viewer: Viewer) => void) {
    this.#db = db;
    this.#keep = keep;
    this.#reads = new BatchReads((sessionIds) => this.#read(sessionIds), {
      giveUpAfterMs: null,
      maxWaiting: { count: MAX_WAITING, refusal: tooMany },
    });
  }

  async load(sessionId: string): Promise<Viewer | undefined> {
    for (;;) {
      const found = await this.#reads.get(sessionId);
      if (found !== CHANGED) return found;
    }
  }

  noteChange({ sessionId, userId }: SessionChange): void {
    if (!this.#isReading) return;
    if (sessionId === null) this.#changedUsers.add(userId);
    else this.#changedSessions.add(sessionId);
  }

  async #read(sessionIds: readonly string[]): Promise<Map<string, Viewer | typeof CHANGED>> {
    this.#changedSessions.clear();
    this.#changedUsers.clear();
    this.#isReading = true;
    try {
      const found: Map<string, Viewer | typeof CHANGED> = await findLiveSessions(this.#db, sessionIds);
      for (const sessionId of sessionIds) {
        const viewer = found.get(sessionId) as Viewer | undefined;
        if (this.#changedSessions.has(sessionId) || (viewer && this.#changedUsers.has(viewer.userId)))
          found.set(sessionId, CHANGED);
        else if (viewer) this.#keep(viewer);
      }
      return found;
    } finally {
      this.#isReading = false;
    }
  }
}

function tooMany(): Refusal {
  return new Refusal('BUSY', 'Too many requests at once. Please try again.', { retryAfterS: 1 });
}
