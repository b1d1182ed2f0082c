import type { Connection } from './connection.ts';
import type { Member } from './member.ts';
import type { RoomView } from './room-view.ts';

/**
 * Frames for a client whose network lags would arrive late and in the way of newer ones. It receives none until it has
 * caught up, and then the latest state of each view that it missed (A9).
 */
export class LaggingMembers {
  readonly #missed = new Map<Member, Set<RoomView>>();

  /** Returns whether the view's frame is held back from the connection's member. */
  hold({ member, isLagging }: Connection, roomView: RoomView): boolean {
    if (!member) return false;
    const missed = this.#missed.size > 0 ? this.#missed.get(member) : undefined;
    if (missed) missed.add(roomView);
    else if (isLagging) this.#missed.set(member, new Set([roomView]));
    else return false;
    return true;
  }

  /** Returns what members missed that have caught up since the last call. */
  *takeMissed(): Generator<[Member, RoomView]> {
    for (const [member, roomViews] of this.#missed) {
      const { connected, rooms } = member.socket;
      if (connected && member.isLagging) continue;
      this.#missed.delete(member);
      for (const roomView of roomViews) if (connected && rooms.has(roomView.name)) yield [member, roomView];
    }
  }
}
