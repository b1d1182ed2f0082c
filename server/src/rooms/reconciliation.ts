import type { Epochs } from '../restore/epochs.ts';
import { singleFlight } from '../single-flight.ts';
import type { Delivery } from './delivery.ts';
import type { RoomKind } from './room-kind.ts';
import type { LocalRoom } from './room-view.ts';

const CHUNK = 1_000;

export interface ReconciliationOptions {
  delivery: Delivery;
  epochs: Pick<Epochs, 'refresh' | 'open'>;
  /** Called for a room that has members here and no rows any more. */
  onGone: (localRoom: LocalRoom) => void;
  onError: (error: unknown) => void;
}

/**
 * Reads from the database, kind by kind, which rooms with members here are newer than known. It is the third delivery
 * path (P4) and depends neither on Redis nor on the server that committed. One run at a time.
 *
 * It also detects a restore (R5). A version is known only after its commit, so each read that starts later returns it
 * or a higher one. A lower one in the same epoch means that the rows were set back; when two runs in a row find that, a
 * new epoch opens. A standby that lags may show lower versions too, but accepts no epoch.
 */
export class Reconciliation {
  readonly #options: ReconciliationOptions;
  /** Rooms whose rows were older than the known state in the last run. */
  #receded = new Set<LocalRoom>();

  /** Number of reads that succeeded, which grows with each run unless the database does not reply. */
  reads = 0;

  readonly #flight = singleFlight(() => this.#run().catch(this.#options.onError));

  constructor(options: ReconciliationOptions) {
    this.#options = options;
  }

  run(): Promise<void> {
    return this.#flight.join();
  }

  async #run(): Promise<void> {
    const before = this.#receded;
    const epoch = await this.#options.epochs.refresh();
    this.reads += 1;
    this.#receded = await this.#readAll(epoch);
    if (![...this.#receded].some((localRoom) => before.has(localRoom))) return;
    this.#receded = new Set();
    await this.#readAll(await this.#options.epochs.open(epoch));
  }

  /** Returns the rooms whose rows are older than their known state in this epoch. */
  async #readAll(epoch: number): Promise<Set<LocalRoom>> {
    const receded = new Set<LocalRoom>();
    // A room without a known state is being read by a join.
    const all = [...this.#options.delivery.localRooms.values()].filter(({ known }) => known);
    for (const [kind, localRooms] of Map.groupBy(all, ({ kind }) => kind)) {
      for (let start = 0; start < localRooms.length; start += CHUNK) {
        const chunk = localRooms.slice(start, start + CHUNK);
        const found = await this.#reconcileChunk(kind, chunk, epoch).catch(this.#options.onError);
        for (const localRoom of found ?? []) receded.add(localRoom);
      }
    }
    return receded;
  }

  async #reconcileChunk(kind: RoomKind, localRooms: LocalRoom[], epoch: number): Promise<LocalRoom[]> {
    const known = localRooms.map((localRoom) => ({
      id: localRoom.id,
      version: knownVersion(localRoom, epoch),
    }));
    const changed = await kind.changed(known);
    this.reads += 1;
    const receded: LocalRoom[] = [];
    const unseen: LocalRoom[] = [];
    for (const [at, localRoom] of localRooms.entries()) {
      const found = changed.get(localRoom.id);
      const version = known[at]?.version ?? -1;
      if (found && found.version < version) receded.push(localRoom);
      else if (found) this.#options.delivery.deliver(localRoom.room, { ...found, epoch });
      else if (version === -1) unseen.push(localRoom);
    }
    if (unseen.length > 0) await this.#findGone(kind, unseen, epoch);
    return receded;
  }

  /** Reads every room in a new epoch. A room without rows was created after the restored moment. */
  async #findGone(kind: RoomKind, localRooms: LocalRoom[], epoch: number): Promise<void> {
    const found = await kind.snapshot(localRooms.map(({ id }) => id));
    for (const localRoom of localRooms) {
      const snapshot = found.get(localRoom.id);
      if (!snapshot) this.#options.onGone(localRoom);
      else {
        const { version, state } = snapshot;
        this.#options.delivery.deliver(localRoom.room, { epoch, version, state });
      }
    }
  }
}

/** Returns the version to query with: a version of an older epoch is meaningless in this one. */
function knownVersion({ known }: LocalRoom, epoch: number): number {
  return known && known.epoch >= epoch ? known.version : -1;
}
