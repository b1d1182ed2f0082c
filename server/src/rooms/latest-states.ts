import { isNewer } from '@copup/shared/room-order.ts';
import type { Known } from './room-view.ts';

/** Calls within this time share one read, so what they return is at most this old. */
const SHARE_MS = 250;

export interface LatestStatesOptions {
  /** The known state of a room with members here, while commits of other servers arrive as they happen. */
  live: (room: string) => Known | undefined;
  /** Starts a read after this call; resolves with undefined when the room does not exist. */
  read: (room: string) => Promise<Known | undefined>;
  /** Monotonic milliseconds. */
  nowMs: () => number;
}

interface Shared {
  startedAtMs: number;
  reading: Promise<Known | undefined>;
  /** The newest commit of this server since the read started. */
  own: Known | undefined;
}

/**
 * The state of rooms for HTTP calls: without a query when the room is live, otherwise one query for all calls within
 * 250 ms.
 */
export class LatestStates {
  readonly #options: LatestStatesOptions;
  /** In the order of their start. */
  readonly #shared = new Map<string, Shared>();

  constructor(options: LatestStatesOptions) {
    this.#options = options;
  }

  get(room: string): Known | Promise<Known | undefined> {
    return this.#options.live(room) ?? this.#read(room);
  }

  /** Notes a commit of this server: calls that share an earlier read return it too. */
  note(room: string, known: Known): void {
    const shared = this.#shared.get(room);
    if (shared && isNewer(known, shared.own)) shared.own = known;
  }

  async #read(room: string): Promise<Known | undefined> {
    const startedAtMs = this.#options.nowMs();
    this.#forget(startedAtMs - SHARE_MS);
    let shared = this.#shared.get(room);
    if (!shared) {
      shared = { startedAtMs, reading: this.#options.read(room), own: undefined };
      this.#shared.set(room, shared);
      // After a failed read the next call reads again.
      shared.reading.catch(() => this.#shared.delete(room));
    }
    const found = await shared.reading;
    return shared.own && isNewer(shared.own, found) ? shared.own : found;
  }

  #forget(beforeMs: number): void {
    for (const [room, { startedAtMs }] of this.#shared) {
      if (startedAtMs > beforeMs) return;
      this.#shared.delete(room);
    }
  }
}
