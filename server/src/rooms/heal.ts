import type { Delivery, Door } from './delivery.ts';
import type { RoomKind } from './room-kind.ts';

const CHUNK = 1_000;

export interface HealOptions<Member> {
  delivery: Delivery<Member>;
  /** Reads the database's epoch and remembers it. */
  readEpoch: () => Promise<number>;
  onError: (error: unknown) => void;
}

/**
 * The third messenger (P4): asks the database, kind by kind, which of the rooms with members here are newer than
 * known. It needs neither Redis nor a server that survived its own commit. One at a time, however slow.
 */
export class Heal<Member> {
  readonly #options: HealOptions<Member>;
  #running: Promise<void> | undefined;

  constructor(options: HealOptions<Member>) {
    this.#options = options;
  }

  run(): Promise<void> {
    this.#running ??= this.#run()
      .catch(this.#options.onError)
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #run(): Promise<void> {
    const epoch = await this.#options.readEpoch();
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
        await this.#healChunk(kind, doors.slice(start, start + CHUNK), epoch).catch(this.#options.onError);
      }
    }
  }

  async #healChunk(kind: RoomKind, doors: Door<Member>[], epoch: number): Promise<void> {
    const newer = await kind.changed(
      doors.map((door) => ({ id: door.id, version: knownVersion(door, epoch) })),
    );
    for (const door of doors) {
      const found = newer.get(door.id);
      if (found) this.#options.delivery.deliver(door.room, epoch, found.version, found.state);
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
