import type { RoomBase } from '@copup/shared/room-deltas.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import { parseRoomName, type RoomAddress, type RoomKind } from './room-kind.ts';
import { type Known, type LocalRoom, RoomView, type RoomViewHost } from './room-view.ts';

/**
 * All state updates enter here (P4): this server's commits, the bus, reconciliation and snapshots, in any order, late
 * or repeated. The highest (epoch, version) wins, and members receive it at the throttle interval of their view.
 */
export class Delivery {
  readonly localRooms = new Map<string, LocalRoom>();
  /** Those that reconciliation reads each second. */
  readonly polled = new Set<LocalRoom>();
  readonly #host: RoomViewHost;

  constructor(host: RoomViewHost) {
    this.#host = host;
  }

  /** Returns the view, of a room that is created for its first member. */
  open(address: RoomAddress, kind: RoomKind): RoomView {
    let localRoom = this.localRooms.get(address.room);
    if (!localRoom) {
      localRoom = { room: address.room, kind, id: address.id, known: undefined, views: [] };
      this.localRooms.set(address.room, localRoom);
      if (kind.changes === 'polled') this.polled.add(localRoom);
    }
    const opened = findRoomView(localRoom, address.view);
    if (opened) return opened;
    const roomView = new RoomView(localRoom, address, this.#host);
    // The first as a literal: an array that grows reserves space for 16 more, and each user has a room.
    localRoom.views = localRoom.views.length === 0 ? [roomView] : [...localRoom.views, roomView];
    return roomView;
  }

  /** Returns true when no view has members any more and the room was deleted. */
  release(localRoom: LocalRoom): boolean {
    if (localRoom.views.some(({ size }) => size > 0)) return false;
    for (const roomView of localRoom.views) roomView.stop();
    localRoom.known?.span?.end();
    this.localRooms.delete(localRoom.room);
    this.polled.delete(localRoom);
    return true;
  }

  /** Applies an update. Returns false when it is not newer, or when the room has no members here. */
  deliver(room: string, known: Known): boolean {
    const localRoom = this.localRooms.get(room);
    if (!localRoom || !isNewer(known, localRoom.known)) {
      known.span?.end();
      return false;
    }
    localRoom.known?.span?.end();
    localRoom.known = known;
    for (const roomView of localRoom.views) roomView.refresh();
    return true;
  }

  /**
   * Applies a snapshot read for joining sockets. When it is the first known state, each member receives it with the
   * acknowledgement of its join, so no frame is sent. Returns the newest known state.
   */
  learn(room: string, snapshot: Known): Known {
    const localRoom = this.localRooms.get(room);
    if (!localRoom) return snapshot;
    if (localRoom.known) this.deliver(room, snapshot);
    else for (const roomView of localRoom.views) roomView.sent = snapshot;
    localRoom.known ??= snapshot;
    return localRoom.known;
  }

  /** What the next delta of a view refers to, by its full name. */
  baseOf(name: string): RoomBase | undefined {
    return this.viewOf(name)?.base;
  }

  /** Returns the view with this full name, if it has had members here. */
  viewOf(name: string): RoomView | undefined {
    const address = parseRoomName(name);
    const localRoom = address && this.localRooms.get(address.room);
    return localRoom && findRoomView(localRoom, address.view);
  }

  watchersChanged(room: string): void {
    const localRoom = this.localRooms.get(room);
    if (localRoom) findRoomView(localRoom, '')?.refresh();
  }

  stop(): void {
    for (const localRoom of this.localRooms.values()) for (const roomView of localRoom.views) roomView.stop();
  }
}

function findRoomView({ views }: LocalRoom, view: string): RoomView | undefined {
  return views.find(({ address }) => address.view === view);
}
