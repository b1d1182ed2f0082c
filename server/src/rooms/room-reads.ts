import { BatchReads } from '../concurrency/batch-reads.ts';
import { invariant } from '../errors.ts';
import type { Epochs } from '../restore/epochs.ts';
import type { Delivery } from './delivery.ts';
import type { EpochSnapshot } from './joins.ts';
import type { Member } from './member.ts';
import { knownVersion } from './reconciliation.ts';
import { parseRoomName, type RoomKind } from './room-kind.ts';
import type { Known, LocalRoom } from './room-view.ts';

export interface RoomReadsOptions {
  epochs: Pick<Epochs, 'current' | 'refresh'>;
  delivery: Delivery<Member>;
}

interface KindReads {
  snapshots: BatchReads<EpochSnapshot>;
  states: BatchReads<Known>;
  rereads: BatchReads<void>;
}

/** Reads the rows of rooms; concurrent reads of one kind share a query. */
export class RoomReads {
  readonly #options: RoomReadsOptions;
  readonly #kinds = new Map<string, KindReads>();

  constructor(options: RoomReadsOptions) {
    this.#options = options;
  }

  define(kind: RoomKind): void {
    this.#kinds.set(kind.kind, {
      snapshots: new BatchReads((ids) => this.#readSnapshots(kind, ids)),
      states: new BatchReads((ids) => this.#readStates(kind, ids)),
      rereads: new BatchReads((ids) => this.#readChanged(kind, ids)),
    });
  }

  /** Reads the snapshot for a join. */
  snapshot(kind: RoomKind, id: string): Promise<EpochSnapshot | undefined> {
    return this.#of(kind.kind).snapshots.get(id);
  }

  /** Reads the state of the room with this name; undefined when it does not exist. */
  state(room: string): Promise<Known | undefined> {
    const address = parseRoomName(room);
    invariant(address, `a room's name: ${room}`);
    return this.#of(address.kind).states.get(address.id);
  }

  /** Reads the room again and delivers what changed. */
  reread({ kind, id }: Pick<LocalRoom<Member>, 'kind' | 'id'>): Promise<void> {
    return this.#of(kind.kind).rereads.get(id);
  }

  #of(kind: string): KindReads {
    const found = this.#kinds.get(kind);
    invariant(found, `reads of the kind ${kind}`);
    return found;
  }

  async #epoch(): Promise<number> {
    const { epochs } = this.#options;
    return epochs.current || (await epochs.refresh());
  }

  async #readSnapshots(kind: RoomKind, ids: string[]): Promise<Map<string, EpochSnapshot>> {
    // Read before the rows: if the epoch changes in between, the state is assigned to the older epoch.
    const epoch = await this.#epoch();
    const found = await kind.snapshot(ids);
    return new Map([...found].map(([id, snapshot]) => [id, { ...snapshot, epoch }]));
  }

  async #readStates(kind: RoomKind, ids: string[]): Promise<Map<string, Known>> {
    const epoch = await this.#epoch();
    const found = await kind.changed(ids.map((id) => ({ id, version: -1 })));
    return new Map([...found].map(([id, { version, state }]) => [id, { epoch, version, state }]));
  }

  async #readChanged(kind: RoomKind, ids: string[]): Promise<Map<string, void>> {
    const { delivery } = this.#options;
    const epoch = await this.#epoch();
    const known = ids.map((id) => {
      const localRoom = delivery.localRooms.get(nameOf(kind, id));
      return { id, version: localRoom ? knownVersion(localRoom, epoch) : -1 };
    });
    for (const [id, { version, state }] of await kind.changed(known))
      delivery.deliver(nameOf(kind, id), epoch, version, state, undefined);
    return new Map();
  }
}

function nameOf(kind: RoomKind, id: string): string {
  return id === '' ? kind.kind : `${kind.kind}:${id}`;
}
