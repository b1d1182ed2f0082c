import { invariant } from '../errors.ts';
import type { Epochs } from '../restore/epochs.ts';
import { BatchReads } from '../single-flight.ts';
import { parseRoomName, type RoomAddress, type RoomKind, type RoomSnapshot, viewOf } from './room-kind.ts';
import type { Known } from './room-view.ts';

/** Reads within this time are shared, so what they return is at most this old. */
const SHARE_MS = 250;

/** A snapshot with the epoch in which it was read. */
export type EpochSnapshot = RoomSnapshot & { epoch: number };

/** A name of a room, with its kind. */
export interface FoundRoom {
  kind: RoomKind;
  address: RoomAddress;
}

export interface RoomKindsOptions {
  epochs: Pick<Epochs, 'current' | 'refresh'>;
  /** Monotonic milliseconds. */
  nowMs: () => number;
}

/** The kinds of rooms of a server, and the reads of their rows: concurrent ones share a query. */
export class RoomKinds {
  readonly #options: RoomKindsOptions;
  readonly #kinds = new Map<string, { kind: RoomKind; reads: BatchReads<EpochSnapshot> }>();
  /** By the name of the room, those that started since `#sharedSinceMs`. */
  readonly #shared = new Map<string, { startedAtMs: number; reading: Promise<EpochSnapshot | undefined> }>();
  #sharedSinceMs = 0;

  constructor(options: RoomKindsOptions) {
    this.#options = options;
  }

  define(kind: RoomKind): void {
    invariant(!this.#kinds.has(kind.kind), `room kind ${kind.kind} is defined twice`);
    const { epochs } = this.#options;
    const reads = new BatchReads<EpochSnapshot>(async (ids) => {
      // Read before the rows: if the epoch changes in between, the state is assigned to the older epoch.
      const epoch = epochs.current || (await epochs.refresh());
      return new Map([...(await kind.snapshot(ids))].map(([id, row]) => [id, { ...row, epoch }]));
    });
    this.#kinds.set(kind.kind, { kind, reads });
  }

  get(kind: string): RoomKind | undefined {
    return this.#kinds.get(kind)?.kind;
  }

  /** Returns undefined for a name that is not of a kind of room, such as a socket's own room. */
  find(name: string): FoundRoom | undefined {
    const address = parseRoomName(name);
    const kind = address && this.get(address.kind);
    const isKnown = kind && (address.view === '' || viewOf(address, kind) !== undefined);
    return isKnown ? { kind, address } : undefined;
  }

  /**
   * Reads the room with this name; resolves with undefined when it does not exist. All calls within 250 ms share a read,
   * unless it started before `sinceMs` or the room was forgotten since.
   */
  snapshot(room: string, sinceMs = 0): Promise<EpochSnapshot | undefined> {
    const startedAtMs = this.#options.nowMs();
    if (startedAtMs - this.#sharedSinceMs >= SHARE_MS) {
      this.#shared.clear();
      this.#sharedSinceMs = startedAtMs;
    }
    const shared = this.#shared.get(room);
    if (shared && shared.startedAtMs >= sinceMs) return shared.reading;
    const address = parseRoomName(room);
    const defined = address && this.#kinds.get(address.kind);
    invariant(defined, `reads of the room ${room}`);
    const started = { startedAtMs, reading: defined.reads.get(address.id) };
    this.#shared.set(room, started);
    // After a failed read the next call reads again.
    started.reading.catch(() => this.#shared.get(room) === started && this.forget(room));
    return started.reading;
  }

  /** The room changed on this server: later calls read it again. */
  forget(room: string): void {
    this.#shared.delete(room);
  }
}

/** Returns the state without what only joins receive. */
export function stateOf({ epoch, version, state }: EpochSnapshot): Known {
  return { epoch, version, state };
}
