import { invariant } from '../errors.ts';
import type { Epochs } from '../restore/epochs.ts';
import { BatchReads } from '../single-flight.ts';
import { parseRoomName, type RoomAddress, type RoomKind, type RoomSnapshot } from './room-kind.ts';
import type { Known } from './room-view.ts';

/** A snapshot with the epoch in which it was read. */
export type EpochSnapshot = RoomSnapshot & { epoch: number };

/** A kind, with the reads of its rows: concurrent ones share a query. */
interface DefinedKind {
  kind: RoomKind;
  snapshots: BatchReads<EpochSnapshot>;
  states: BatchReads<Known>;
}

/** A name of a room, with its kind. */
export interface FoundRoom extends DefinedKind {
  address: RoomAddress;
}

/** The kinds of rooms of a server. */
export class RoomKinds {
  readonly #epochs: Pick<Epochs, 'current' | 'refresh'>;
  readonly #kinds = new Map<string, DefinedKind>();

  constructor(epochs: Pick<Epochs, 'current' | 'refresh'>) {
    this.#epochs = epochs;
  }

  define(kind: RoomKind): void {
    invariant(!this.#kinds.has(kind.kind), `room kind ${kind.kind} is defined twice`);
    this.#kinds.set(kind.kind, {
      kind,
      snapshots: this.#batch((ids) => kind.snapshot(ids)),
      states: this.#batch((ids) => kind.changed(ids.map((id) => ({ id, version: -1 })))),
    });
  }

  get(kind: string): RoomKind | undefined {
    return this.#kinds.get(kind)?.kind;
  }

  /** Returns undefined for a name that is not of a kind of room, such as a socket's own room. */
  find(name: string): FoundRoom | undefined {
    const address = parseRoomName(name);
    const defined = address && this.#kinds.get(address.kind);
    return defined && hasView(defined.kind, address.view) ? { ...defined, address } : undefined;
  }

  /** Reads the state of the room with this name; undefined when it does not exist. */
  async state(room: string): Promise<Known | undefined> {
    const found = this.find(room);
    invariant(found, `reads of the room ${room}`);
    return found.states.get(found.address.id);
  }

  #batch<Row>(read: (ids: string[]) => Promise<Map<string, Row>>): BatchReads<Row & { epoch: number }> {
    return new BatchReads(async (ids) => {
      // Read before the rows: if the epoch changes in between, the state is assigned to the older epoch.
      const epoch = this.#epochs.current || (await this.#epochs.refresh());
      return new Map([...(await read(ids))].map(([id, row]) => [id, { ...row, epoch }]));
    });
  }
}

/** Returns whether the kind has the view; an inherited property is not a view. */
function hasView({ views }: RoomKind, view: string): boolean {
  return view === '' || (views !== undefined && Object.hasOwn(views, view));
}
