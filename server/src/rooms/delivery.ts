import { isNewer } from '@copup/shared/room-order.ts';
import { type Door, type Known, Outlet, type OutletHost } from './outlet.ts';
import type { RoomAddress, RoomKind } from './room-kind.ts';

/**
 * The one door of each room (P4). Own commits, the bus, the heal and snapshots all knock here, in any order, late or
 * twice; the highest (epoch, version) stays, and members hear of it at their outlet's pace.
 */
export class Delivery<Member> {
  readonly doors = new Map<string, Door<Member>>();
  readonly #host: OutletHost<Member>;

  constructor(host: OutletHost<Member>) {
    this.#host = host;
  }

  open(address: RoomAddress, kind: RoomKind): Door<Member> {
    let door = this.doors.get(address.room);
    if (!door) {
      door = { room: address.room, kind, id: address.id, known: undefined, outlets: [], holders: 0 };
      this.doors.set(address.room, door);
    }
    door.holders += 1;
    return door;
  }

  /** True when nobody holds the door any more: it is forgotten. */
  release(door: Door<Member>): boolean {
    door.holders -= 1;
    if (door.holders > 0) return false;
    for (const outlet of door.outlets) outlet.stop();
    this.doors.delete(door.room);
    return true;
  }

  outlet(door: Door<Member>, address: RoomAddress): Outlet<Member> {
    let outlet = findOutlet(door, address.view);
    if (!outlet) {
      outlet = new Outlet(door, address, this.#host);
      door.outlets = door.outlets.length === 0 ? [outlet] : [...door.outlets, outlet];
    }
    return outlet;
  }

  /** False for what is not newer, or for a room without members here. */
  deliver(room: string, epoch: number, version: number, state: unknown, committedAtMs?: number): boolean {
    const door = this.doors.get(room);
    const known: Known = { epoch, version, state, committedAtMs };
    if (!door || !isNewer(known, door.known)) return false;
    door.known = known;
    for (const outlet of door.outlets) outlet.refresh();
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
    for (const outlet of door.outlets) outlet.assume(door.known);
  }

  watchersChanged(room: string): void {
    const door = this.doors.get(room);
    if (door) findOutlet(door, '')?.refresh();
  }

  stop(): void {
    for (const door of this.doors.values()) for (const outlet of door.outlets) outlet.stop();
  }
}

function findOutlet<Member>({ outlets }: Door<Member>, view: string): Outlet<Member> | undefined {
  return outlets.find(({ address }) => address.view === view);
}
