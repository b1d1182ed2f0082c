import type { Database } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import type { SessionChange } from './session-rows.ts';
import { findLiveSessions } from './session-rows.ts';
import type { Viewer } from './sessions.ts';

interface Asker {
  resolve(viewer: Viewer | undefined): void;
  reject(error: unknown): void;
}

const CHUNK = 500;
const MAX_WAITING = 20_000;

/**
 * Reads sessions many at a time, one query under way: thousands who come back at once cost a handful of reads. What
 * changed while a read was under way is read again, so that no answer is older than a change that was already known.
 */
export class SessionLoader {
  readonly #db: Database;
  readonly #keep: (viewer: Viewer) => void;
  readonly #waiting = new Map<string, Asker[]>();
  readonly #changedSessions = new Set<string>();
  readonly #changedUsers = new Set<string>();
  #isReading = false;

  /** `keep` is called in the very turn in which an answer was found to be fresh, before anybody gets it. */
  constructor(db: Database, keep: (viewer: Viewer) => void) {
    this.#db = db;
    this.#keep = keep;
  }

  load(sessionId: string): Promise<Viewer | undefined> {
    return new Promise((resolve, reject) => {
      const askers = this.#waiting.get(sessionId);
      if (askers) askers.push({ resolve, reject });
      else if (this.#waiting.size < MAX_WAITING) this.#waiting.set(sessionId, [{ resolve, reject }]);
      else return reject(new Refusal('BUSY', 'Too many at once. Please try again.', { retryAfterS: 1 }));
      if (!this.#isReading) void this.#readAll();
    });
  }

  noteChange({ sessionId, userId }: SessionChange): void {
    if (!this.#isReading) return;
    if (sessionId === null) this.#changedUsers.add(userId);
    else this.#changedSessions.add(sessionId);
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    // Whoever asks in the same turn shares the read.
    await new Promise(setImmediate);
    while (this.#waiting.size > 0) {
      const chunk = [...this.#waiting].slice(0, CHUNK);
      for (const [sessionId] of chunk) this.#waiting.delete(sessionId);
      await this.#readChunk(chunk);
    }
    this.#isReading = false;
  }

  async #readChunk(chunk: [string, Asker[]][]): Promise<void> {
    this.#changedSessions.clear();
    this.#changedUsers.clear();
    try {
      const found = await findLiveSessions(
        this.#db,
        chunk.map(([sessionId]) => sessionId),
      );
      for (const [sessionId, askers] of chunk) {
        const viewer = found.get(sessionId);
        const isStale =
          this.#changedSessions.has(sessionId) || (viewer && this.#changedUsers.has(viewer.userId));
        if (isStale) {
          this.#waiting.set(sessionId, [...(this.#waiting.get(sessionId) ?? []), ...askers]);
          continue;
        }
        if (viewer) this.#keep(viewer);
        for (const { resolve } of askers) resolve(viewer);
      }
    } catch (error) {
      for (const [, askers] of chunk) for (const { reject } of askers) reject(error);
    }
  }
}
