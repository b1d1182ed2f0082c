import { BatchReads } from '../concurrency/batch-reads.ts';
import { invariant } from '../errors.ts';
import type { Epochs } from '../restore/epochs.ts';
import type { Delivery } from './delivery.ts';
import { parseRoomName, type RoomKind, type RoomSnapshot } from './room-kind.ts';
import type { Known } from './room-view.ts';

/** A snapshot with the epoch in which it was read. */
export type EpochSnapshot = RoomSnapshot & { epoch: number };

interface KindReads {
  snapshots: BatchReads<EpochSnapshot>;
  states: BatchReads<Known>;
}

/** Reads the rows of rooms; concurrent reads of one kind share a query. */
export class RoomReads {
  readonly #epochs: Pick<Epochs, 'current' | 'refresh'>;
  readonly #delivery: Delivery;
  readonly #kinds = new Map<string, KindReads>();

  constructor(epochs: Pick<Epochs, 'current' | 'refresh'>, delivery: Delivery) {
    this.#epochs = epochs;
    this.#delivery = delivery;
  }

  define(kind: RoomKind): void {
    this.#kinds.set(kind.kind, {
      snapshots: this.#batch((ids) => kind.snapshot(ids)),
      states: this.#batch((ids) => kind.changed(ids.map((id) => ({ id, version: -1 })))),
    });
  }

  /** Reads the snapshot for a join. */
  snapshot(room: string): Promise<EpochSnapshot | undefined> {
    return this.#find(room, 'snapshots');
  }

  /** Reads the state of the room with this name; undefined when it does not exist. */
  state(room: string): Promise<Known | undefined> {
    return this.#find(room, 'states');
  }

  /** Reads the room again and delivers what changed. */
  async reread(room: string): Promise<void> {
    const found = await this.state(room);
    if (found) this.#delivery.deliver(room, found.epoch, found.version, found.state);
  }

  #find<What extends keyof KindReads>(room: string, what: What): ReturnType<KindReads[What]['get']> {
    const address = parseRoomName(room);
    const reads = address && this.#kinds.get(address.kind);
    invariant(reads, `reads of the room ${room}`);
    return reads[what].get(address.id) as ReturnType<KindReads[What]['get']>;
  }

  #batch<Row>(read: (ids: string[]) => Promise<Map<string, Row>>): BatchReads<Row & { epoch: number }> {
    return new BatchReads(async (ids) => {
      // Read before the rows: if the epoch changes in between, the state is assigned to the older epoch.
      const epoch = this.#epochs.current || (await this.#epochs.refresh());
      return new Map([...(await read(ids))].map(([id, row]) => [id, { ...row, epoch }]));
    });
  }
}
