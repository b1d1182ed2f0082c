/** Rows change places no more often than this. */
const SETTLE_MS = 5_000;

export interface RoomOrder {
  names: readonly string[];
  /** When it was last sorted. */
  atMs: number;
}

/**
 * In which order rooms are listed, `busiest` being how they should be. Nothing moves within five seconds, nor while it
 * is held: newcomers come last, and who is gone leaves no gap unless somebody points at the rows.
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
