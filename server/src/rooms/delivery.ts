import { isNewer } from '@copup/shared/room-order.ts';
import type { Span } from '../tracing.ts';
import type { RoomAddress, RoomKind } from './room-kind.ts';
import { type Known, type LocalRoom, RoomView, type RoomViewHost } from './room-view.ts';

/**
 * All state updates enter here (P4): this server's commits, the bus, reconciliation and snapshots, in any order, late
 * or repeated. The highest (epoch, version) wins, and members receive it at the throttle interval of their view.
 */
export class Delivery<Member> {
  readonly localRooms = new Map<string, LocalRoom<Member>>();
  readonly #host: RoomViewHost<Member>;

  constructor(host: RoomViewHost<Member>) {
    this.#host = host;
  }

  open(address: RoomAddress, kind: RoomKind): LocalRoom<Member> {
    let localRoom = this.localRooms.get(address.room);
    if (!localRoom) {
      localRoom = { room: address.room, kind, id: address.id, known: undefined, views: [], holders: 0 };
      this.localRooms.set(address.room, localRoom);
    }
    localRoom.holders += 1;
    return localRoom;
  }

  /** Returns true when the last holder is gone and the room was deleted. */
  release(localRoom: LocalRoom<Member>): boolean {
    localRoom.holders -= 1;
    if (localRoom.holders > 0) return false;
    for (const roomView of localRoom.views) roomView.stop();
    localRoom.known?.span?.end();
    this.localRooms.delete(localRoom.room);
    return true;
  }

  roomView(localRoom: LocalRoom<Member>, address: RoomAddress): RoomView<Member> {
    let roomView = findRoomView(localRoom, address.view);
    if (!roomView) {
      roomView = new RoomView(localRoom, address, this.#host);
      localRoom.views = localRoom.views.length === 0 ? [roomView] : [...localRoom.views, roomView];
    }
    return roomView;
  }

  /** Applies an update. Returns false when it is not newer, or when the room has no members here. */
  deliver(
    room: string,
    epoch: number,
    version: number,
    state: unknown,
    committedAtMs?: number,
    span?: Span,
  ): boolean {
    const localRoom = this.localRooms.get(room);
    const known: Known = { epoch, version, state, committedAtMs, span };
    if (!localRoom || !isNewer(known, localRoom.known)) {
      span?.end();
      return false;
    }
    localRoom.known?.span?.end();
    localRoom.known = known;
    for (const roomView of localRoom.views) roomView.refresh();
    return true;
  }

  /**
   * Applies a snapshot read for joining sockets. When it is the first known state, each member receives it with the
   * acknowledgement of its join, so no frame is sent.
   */
  learn(room: string, epoch: number, version: number, state: unknown): void {
    const localRoom = this.localRooms.get(room);
    if (!localRoom) return;
    if (localRoom.known !== undefined) {
      this.deliver(room, epoch, version, state);
      return;
    }
    localRoom.known = { epoch, version, state };
    for (const roomView of localRoom.views) roomView.assume(localRoom.known);
  }

  /** Yields the members of rooms of a play, without those of slower views. */
  *playingMembers(): Generator<Member> {
    for (const localRoom of this.localRooms.values()) {
      if (localRoom.kind.isPlay) yield* findRoomView(localRoom, '')?.members ?? [];
    }
  }

  /** Number of members of the room, and of its slower views. */
  membersOf(room: string): { members: number; cards: number } {
    let [members, cards] = [0, 0];
    for (const { address, members: own } of this.localRooms.get(room)?.views ?? []) {
      if (address.view === '') members += own.size;
      else cards += own.size;
    }
    return { members, cards };
  }

  watchersChanged(room: string): void {
    const localRoom = this.localRooms.get(room);
    if (localRoom) findRoomView(localRoom, '')?.refresh();
  }

  stop(): void {
    for (const localRoom of this.localRooms.values()) for (const roomView of localRoom.views) roomView.stop();
  }
}

function findRoomView<Member>({ views }: LocalRoom<Member>, view: string): RoomView<Member> | undefined {
  return views.find(({ address }) => address.view === view);
}
