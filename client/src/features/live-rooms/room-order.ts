/** Minimum time between two sorts. */
const SETTLE_MS = 5_000;

export interface RoomOrder {
  names: readonly string[];
  /** When it was last sorted. */
  atMs: number;
}

/**
 * Returns the order of the listed rooms; `busiest` is the desired order. Rows are not sorted within five seconds, nor while
 * `isHeld`: new rooms are added at the end, and closed rooms are removed unless the pointer is on the rows.
 */
export function nextOrder(
  before: RoomOrder | undefined,
  busiest: readonly string[],
  nowMs: number,
  isHeld: boolean,
): RoomOrder {
  if (!before || (!isHeld && nowMs - before.atMs >= SETTLE_MS)) return { names: busiest, atMs: nowMs };
  const present = new Set(busiest);
  const listed = new Set(before.names);
  const kept = isHeld ? before.names : before.names.filter((name) => present.has(name));
  const names = [...kept, ...busiest.filter((name) => !listed.has(name))];
  return names.length === before.names.length && kept.length === names.length
    ? before
    : { names, atMs: before.atMs };
}
