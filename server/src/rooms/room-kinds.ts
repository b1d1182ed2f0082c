import { invariant } from '../errors.ts';
import type { Epochs } from '../restore/epochs.ts';
import { SharedReads } from '../shared-reads.ts';
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
  /** By the name of the room. */
  readonly #shared: SharedReads<EpochSnapshot | undefined>;

  constructor(options: RoomKindsOptions) {
    this.#options = options;
    this.#shared = new SharedReads(SHARE_MS, options.nowMs);
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
    const read = (): Promise<EpochSnapshot | undefined> => {
      const address = parseRoomName(room);
      const defined = address && this.#kinds.get(address.kind);
      invariant(defined, `reads of the room ${room}`);
      return defined.reads.get(address.id);
    };
    return this.#shared.get(room, read, sinceMs);
  }

  /** The room changed on this server: later calls read it again. */
  forget(room: string): void {
    this.#shared.forget(room);
  }
}

/** Returns the state without what only joins receive. */
export function stateOf({ epoch, version, state }: EpochSnapshot): Known {
  return { epoch, version, state };
}
