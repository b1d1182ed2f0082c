import type { Database } from '../db/database.ts';
import { networkOf } from '../networks.ts';

const NOTED_EVERY_MS = 5 * 60_000;
const CHUNK = 1_000;
const MOST_NOTED = 100_000;

/**
 * Collects when and from where sessions were last used (S8a). A request costs one map look-up; a session is written at
 * most once in five minutes, many in one statement, outside of requests.
 */
export class SessionUses {
  readonly #db: Database;
  readonly #notedAtMs = new Map<string, number>();
  #unwritten = new Map<string, { network: string | null; atMs: number }>();

  constructor(db: Database) {
    this.#db = db;
  }

  note(sessionId: string, address: string | undefined, nowMs: number): void {
    const notedAtMs = this.#notedAtMs.get(sessionId);
    if (notedAtMs !== undefined && nowMs - notedAtMs < NOTED_EVERY_MS) return;
    if (this.#notedAtMs.size >= MOST_NOTED) this.#notedAtMs.clear();
    this.#notedAtMs.set(sessionId, nowMs);
    if (this.#unwritten.size >= MOST_NOTED) return;
    this.#unwritten.set(sessionId, {
      network: address === undefined ? null : networkOf(address),
      atMs: nowMs,
    });
  }

  /** Writes the collected uses. Uses that could not be written are dropped: later uses replace them. */
  async write(): Promise<void> {
    const uses = [...this.#unwritten];
    this.#unwritten = new Map();
    for (let at = 0; at < uses.length; at += CHUNK) {
      const chunk = uses.slice(at, at + CHUNK);
      await this.#db.pool.query({
        name: 'sessions-used',
        text: `UPDATE sessions s SET last_used_at = greatest(s.last_used_at, to_timestamp(u.at_ms / 1000)),
            network = coalesce(u.network, s.network)
          FROM unnest($1::uuid[], $2::text[], $3::float8[]) AS u (id, network, at_ms) WHERE s.id = u.id`,
        values: [
          chunk.map(([id]) => id),
          chunk.map(([, { network }]) => network),
          chunk.map(([, { atMs }]) => atMs),
        ],
      });
    }
  }
}
