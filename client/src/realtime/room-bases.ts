import { applyDelta, type RoomBase, type RoomDelta } from '@copup/shared/room-deltas.ts';

/** The last frame of each room that receives deltas, by the room's number. */
export class RoomBases {
  readonly #bases = new Map<number, { room: string; base: RoomBase }>();

  /** Sets what the next delta of the room refers to; undefined: it receives none until the server sends a base. */
  set(room: string, base: RoomBase | undefined): void {
    for (const [number, known] of this.#bases) if (known.room === room) this.#bases.delete(number);
    if (base) this.#bases.set(base.number, { room, base });
  }

  clear(): void {
    this.#bases.clear();
  }

  /**
   * Returns the frame, without a base if the one before was missed. Returns undefined for a number that is unknown: the
   * reply to the join is on its way, or the room was left.
   */
  apply(
    number: number,
    delta: RoomDelta,
  ): { room: string; base: RoomBase | undefined; seen: number | undefined } | undefined {
    const known = this.#bases.get(number);
    if (!known) return undefined;
    const { room } = known;
    const applied = applyDelta(known.base, delta);
    this.set(room, applied?.base);
    return { room, base: applied?.base, seen: applied?.seen };
  }
}
