/** Orders the states of a room (R5): first by epoch, because versions may restart with a new epoch. */
export interface RoomOrder {
  epoch: number;
  version: number;
}

/**
 * Returns a positive number if `a` is newer than `b`, 0 if both are the same state, and a negative number if `a` is
 * older.
 */
export function compareOrder(a: RoomOrder, b: RoomOrder): number {
  return a.epoch - b.epoch || a.version - b.version;
}

/** Returns whether `a` is newer than `known`, or `known` is missing. */
export function isNewer(a: RoomOrder, known: RoomOrder | undefined): boolean {
  return known === undefined || compareOrder(a, known) > 0;
}
