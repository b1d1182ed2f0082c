import { singleFlight } from '../concurrency/single-flight.ts';
import type { Epochs } from '../restore/epochs.ts';
import type { Delivery } from './delivery.ts';
import type { Door } from './outlet.ts';
import type { RoomKind } from './room-kind.ts';

const CHUNK = 1_000;

export interface HealOptions<Member> {
  delivery: Delivery<Member>;
  epochs: Pick<Epochs, 'refresh' | 'open'>;
  /** The room has members here and no rows any more. */
  onGone: (door: Door<Member>) => void;
  onError: (error: unknown) => void;
}

/**
 * The third messenger (P4): asks the database, kind by kind, which of the rooms with members here are newer than
 * known. It needs neither Redis nor a server that survived its own commit. One at a time, however slow.
 *
 * It also finds a restore (R5). A version is known only after its commit, so each read that begins later sees it or a
 * higher one. A lower one in the same epoch means that the rows went back; seen in two runs in a row, a new epoch opens.
 * A standby that lags may show lower versions too, but accepts no epoch.
 */
export class Heal<Member> {
  readonly #options: HealOptions<Member>;
  /** Rooms whose rows were older than known when the last run asked. */
  #receded = new Set<Door<Member>>();

  readonly #flight = singleFlight(() => this.#run().catch(this.#options.onError));

  constructor(options: HealOptions<Member>) {
    this.#options = options;
  }

  run(): Promise<void> {
    return this.#flight.join();
  }

  async #run(): Promise<void> {
    const before = this.#receded;
    const epoch = await this.#options.epochs.refresh();
    this.#receded = await this.#readAll(epoch);
    if (![...this.#receded].some((door) => before.has(door))) return;
    this.#receded = new Set();
    await this.#readAll(await this.#options.epochs.open(epoch));
  }

  /** Returns the rooms whose rows are older than what is known of them in this epoch. */
  async #readAll(epoch: number): Promise<Set<Door<Member>>> {
    const receded = new Set<Door<Member>>();
    const byKind = new Map<RoomKind, Door<Member>[]>();
    for (const door of this.#options.delivery.doors.values()) {
      // Nothing known: a join is reading it right now.
      if (!door.known) continue;
      const doors = byKind.get(door.kind);
      if (doors) doors.push(door);
      else byKind.set(door.kind, [door]);
    }
    for (const [kind, doors] of byKind) {
      for (let start = 0; start < doors.length; start += CHUNK) {
        const chunk = doors.slice(start, start + CHUNK);
        const found = await this.#healChunk(kind, chunk, epoch).catch(this.#options.onError);
        for (const door of found ?? []) receded.add(door);
      }
    }
    return receded;
  }

  async #healChunk(kind: RoomKind, doors: Door<Member>[], epoch: number): Promise<Door<Member>[]> {
    const asked = doors.map((door) => ({ id: door.id, version: knownVersion(door, epoch) }));
    const changed = await kind.changed(asked);
    const receded: Door<Member>[] = [];
    const unseen: Door<Member>[] = [];
    for (const [at, door] of doors.entries()) {
      const found = changed.get(door.id);
      const version = asked[at]?.version ?? -1;
      if (found && found.version < version) receded.push(door);
      else if (found) this.#options.delivery.deliver(door.room, epoch, found.version, found.state);
      else if (version === -1) unseen.push(door);
    }
    if (unseen.length > 0) await this.#findGone(kind, unseen, epoch);
    return receded;
  }

  /** In a new epoch every room is asked for. One without rows was made after the moment that was restored. */
  async #findGone(kind: RoomKind, doors: Door<Member>[], epoch: number): Promise<void> {
    const found = await kind.snapshot(doors.map(({ id }) => id));
    for (const door of doors) {
      const snapshot = found.get(door.id);
      if (snapshot) this.#options.delivery.deliver(door.room, epoch, snapshot.version, snapshot.state);
      else this.#options.onGone(door);
    }
  }
}

/** What to ask the database with: a version of an older epoch says nothing about this one. */
export function knownVersion(
  door: { known: { epoch: number; version: number } | undefined },
  epoch: number,
): number {
  return door.known && door.known.epoch >= epoch ? door.known.version : -1;
}
