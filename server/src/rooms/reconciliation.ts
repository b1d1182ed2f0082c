import type { Epochs } from '../restore/epochs.ts';
import { singleFlight } from '../single-flight.ts';
import type { Delivery } from './delivery.ts';
import type { ChangedRooms, RoomChanges } from './room-changes.ts';
import type { RoomKind } from './room-kind.ts';
import { stateOf } from './room-kinds.ts';
import type { LocalRoom } from './room-view.ts';

const CHUNK = 1_000;
/** Every so many runs all rooms are read, in case rows were set back without a change that the database notes. */
export const READ_ALL_EVERY = 600;

export interface ReconciliationOptions {
  delivery: Delivery;
  epochs: Pick<Epochs, 'refresh' | 'open'>;
  changes: RoomChanges;
  /** Called for a room that has members here and no rows any more. */
  onGone: (localRoom: LocalRoom) => void;
  onError: (error: unknown) => void;
}

/**
 * Reads from the database which rooms changed since the last run, and those of them that have members here. It is the
 * third delivery path (P4) and depends neither on Redis nor on the server that committed. One run at a time. All rooms
 * are read at first, in a new epoch, when the changes are unknown, and every ten minutes.
 *
 * It also detects a restore (R5). A version is known only after its commit, so each read that starts later returns it
 * or a higher one. A lower one in the same epoch means that the rows were set back; when two runs in a row find that, a
 * new epoch opens. A standby that lags may show lower versions too, but accepts no epoch.
 */
export class Reconciliation {
  readonly #options: ReconciliationOptions;
  /** Read in the next run too: a join or a failed read may have found them as they were before the change. */
  #again = new Set<LocalRoom>();
  /** Rooms whose rows were older than the known state in the last run. */
  #receded = new Set<LocalRoom>();
  #epoch = 0;
  #runs = 0;

  /** Number of reads that succeeded, which grows with each run unless the database does not reply. */
  reads = 0;

  readonly #flight = singleFlight(() => this.#run().catch(this.#options.onError));

  constructor(options: ReconciliationOptions) {
    this.#options = options;
  }

  run(): Promise<void> {
    return this.#flight.join();
  }

  /** Resolves when no run is in progress. */
  async ended(): Promise<void> {
    if (this.#flight.isRunning) await this.#flight.join();
  }

  async #run(): Promise<void> {
    const { changes, delivery, epochs } = this.#options;
    const before = this.#receded;
    const epoch = await epochs.refresh();
    this.reads += 1;
    this.#runs += 1;
    if (epoch !== this.#epoch || this.#runs % READ_ALL_EVERY === 0) changes.forget();
    this.#epoch = epoch;
    const changed = await changes.read();
    await this.#readRooms(changed ? this.#find(changed) : delivery.localRooms.values());
    if (![...this.#receded].some((localRoom) => before.has(localRoom))) return;
    this.#epoch = await epochs.open(epoch);
    await this.#readRooms(delivery.localRooms.values());
    this.#receded = new Set();
  }

  /** Returns the rooms to read: those that changed to another version, those left over, and those without notes. */
  #find(changed: ChangedRooms): Set<LocalRoom> {
    const { localRooms, polled } = this.#options.delivery;
    const found = new Set(polled);
    for (const localRoom of [...this.#again, ...this.#receded])
      if (localRooms.get(localRoom.room) === localRoom) found.add(localRoom);
    for (const [room, version] of changed) {
      const localRoom = localRooms.get(room);
      const known = localRoom?.known;
      const isKnown = known?.epoch === this.#epoch && known.version === version;
      if (localRoom && !isKnown) found.add(localRoom);
    }
    return found;
  }

  async #readRooms(localRooms: Iterable<LocalRoom>): Promise<void> {
    const all = [...localRooms].filter(({ kind }) => kind.changes !== 'published');
    this.#again = new Set(all.filter(({ known }) => !known));
    this.#receded = new Set();
    const known = all.filter((localRoom) => localRoom.known);
    for (const [kind, ofKind] of Map.groupBy(known, (localRoom) => localRoom.kind))
      for (let start = 0; start < ofKind.length; start += CHUNK) {
        const chunk = ofKind.slice(start, start + CHUNK);
        await this.#readChunk(kind, chunk).catch((error) => {
          for (const localRoom of chunk) this.#again.add(localRoom);
          this.#options.onError(error);
        });
      }
  }

  async #readChunk(kind: RoomKind, localRooms: readonly LocalRoom[]): Promise<void> {
    const epoch = this.#epoch;
    // Taken before the read, which may be older than what arrives meanwhile.
    const before = localRooms.map(({ known }) => known);
    const found = await kind.snapshot(localRooms.map(({ id }) => id));
    this.reads += 1;
    for (const [at, localRoom] of localRooms.entries()) {
      const snapshot = found.get(localRoom.id);
      const read = snapshot && stateOf({ ...snapshot, epoch });
      const known = before[at];
      // A room without rows in a new epoch was created after the restored moment.
      if (!read) {
        if (known && known.epoch < epoch) this.#options.onGone(localRoom);
      } else if (known?.epoch === epoch && known.version > read.version) this.#receded.add(localRoom);
      else this.#options.delivery.deliver(localRoom.room, read);
    }
  }
}
