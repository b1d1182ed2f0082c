/** Maximum number of changes that a list room reports, the newest first. */
const MOST_CHANGES = 20;

interface StatusChange {
  id: number;
  status: string;
  at: number;
}

const nameOf = ({ id, status, at }: StatusChange) => `${id} ${status} ${at}`;

/** Returns the changes that were not in the room's previous state, which is null at first. */
export function freshChanges<Change extends StatusChange>(
  changes: readonly Change[],
  before: readonly Change[] | null,
): Change[] {
  const known = new Set((before ?? []).map(nameOf));
  return changes.filter((change) => !known.has(nameOf(change)));
}

/** Whether others may have been missed, because none of the reported changes was known. */
export const hasMissedChanges = (fresh: readonly unknown[], before: readonly unknown[] | null): boolean =>
  before !== null && fresh.length >= MOST_CHANGES;

/** Returns the current status of each subject: that of its first change, because the newest stands first. */
export const latestStatuses = <Status extends string>(
  changes: readonly { id: number; status: Status }[],
): Map<number, Status> => new Map([...changes].reverse().map(({ id, status }) => [id, status]));

/** Returns the later of two statuses in this order: a status never goes back. */
export const laterIn =
  <Status>(order: readonly Status[]) =>
  (a: Status, b: Status | undefined): Status =>
    b !== undefined && order.indexOf(b) > order.indexOf(a) ? b : a;

interface ListRoom {
  epoch: number;
  state: { changes: readonly StatusChange[] };
}

/** Whether a room reports a change that it did not before, or another server reports its changes. */
export const isOtherList = (now: ListRoom, before: ListRoom): boolean =>
  now.epoch !== before.epoch || freshChanges(now.state.changes, before.state.changes).length > 0;
