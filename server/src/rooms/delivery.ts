import { type Known, Outlet, type OutletOptions } from './outlet.ts';
import { isNewer, type RoomAddress, type RoomKind } from './room-kind.ts';

export interface DeliveryOptions<Member> {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** The pace of rooms whose kind names none. */
  defaultIntervalMs: () => number;
  watchers: (room: string) => number;
  emit: (door: Door<Member>, ...frame: Parameters<OutletOptions<Member>['emit']>) => void;
}

/** One room with members, or joiners, on this server. */
export interface Door<Member> {
  readonly room: string;
  readonly kind: RoomKind;
  readonly id: string;
  known: Known | undefined;
  readonly outlets: Map<string, Outlet<Member>>;
  /** Joiners and members; at zero the door goes. */
  holders: number;
}

/**
 * The one door of each room (P4). Own commits, the bus, the heal and snapshots all knock here, in any order, late or
 * twice; the highest (epoch, version) stays, and members hear of it at their outlet's pace.
 */
export class Delivery<Member> {
  readonly doors = new Map<string, Door<Member>>();
  readonly #options: DeliveryOptions<Member>;

  constructor(options: DeliveryOptions<Member>) {
    this.#options = options;
  }

  open(address: RoomAddress, kind: RoomKind): Door<Member> {
    let door = this.doors.get(address.room);
    if (!door) {
      door = {
        room: address.room,
        kind,
        id: address.id,
        known: undefined,
        outlets: new Map(),
        holders: 0,
      };
      this.doors.set(address.room, door);
    }
    door.holders += 1;
    return door;
  }

  /** True when nobody holds the door any more: it is forgotten. */
  release(door: Door<Member>): boolean {
    door.holders -= 1;
    if (door.holders > 0) return false;
    for (const outlet of door.outlets.values()) outlet.stop();
    this.doors.delete(door.room);
    return true;
  }

  outlet(door: Door<Member>, view: string): Outlet<Member> {
    let outlet = door.outlets.get(view);
    if (!outlet) {
      const { nowMs, defaultIntervalMs, watchers, emit } = this.#options;
      const ownIntervalMs = view === '' ? door.kind.minIntervalMs : door.kind.views?.[view]?.minIntervalMs;
      outlet = new Outlet({
        name: view === '' ? door.room : `${door.room}@${view}`,
        source: { known: () => door.known, watchers: () => watchers(door.room) },
        minIntervalMs: ownIntervalMs === undefined ? defaultIntervalMs : () => ownIntervalMs,
        tellsWatchers: view === '' && door.kind.countsWatchers !== false,
        nowMs,
        emit: (...frame) => emit(door, ...frame),
      });
      door.outlets.set(view, outlet);
    }
    return outlet;
  }

  /** False for what is not newer, or for a room without members here. */
  deliver(room: string, epoch: number, version: number, state: unknown, committedAtMs?: number): boolean {
    const door = this.doors.get(room);
    const known: Known = { epoch, version, state, committedAtMs };
    if (!door || !isNewer(known, door.known)) return false;
    door.known = known;
    for (const outlet of door.outlets.values()) outlet.refresh();
    return true;
  }

  /**
   * A snapshot read for joiners. When it is the first thing known, each member gets it by their own acknowledgement,
   * so no frame is sent for it.
   */
  learn(room: string, epoch: number, version: number, state: unknown): void {
    const door = this.doors.get(room);
    if (!door) return;
    if (door.known !== undefined) {
      this.deliver(room, epoch, version, state);
      return;
    }
    door.known = { epoch, version, state };
    for (const outlet of door.outlets.values()) outlet.assume(door.known);
  }

  watchersChanged(room: string): void {
    this.doors.get(room)?.outlets.get('')?.refresh();
  }

  stop(): void {
    for (const door of this.doors.values()) for (const outlet of door.outlets.values()) outlet.stop();
  }
}
