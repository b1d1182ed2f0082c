/** What orders the states of a room (R5): the epoch first, since versions may restart with it. */
export interface RoomOrder {
  epoch: number;
  version: number;
}

/** Positive when `a` is newer than `b`, 0 when both are the same state, negative when `a` is older. */
export function compareOrder(a: RoomOrder, b: RoomOrder): number {
  return a.epoch - b.epoch || a.version - b.version;
}

/** Whether `a` is newer than what is known, if anything is. */
export function isNewer(a: RoomOrder, known: RoomOrder | undefined): boolean {
  return known === undefined || compareOrder(a, known) > 0;
}
