import type { BetStatus, BetsState } from '@copup/shared/bets.ts';

/** B2: a status never goes back, except that a corrected result settles a bet again. */
const order: BetStatus[] = ['pending', 'active', 'settled', 'cancelled'];

export const laterStatus = (a: BetStatus, b: BetStatus): BetStatus =>
  order.indexOf(b) > order.indexOf(a) ? b : a;

export type Change = BetsState['changes'][number];
const nameOf = ({ id, status, at }: Change) => `${id} ${status} ${at}`;

/** The room reports at most so many changes. */
const MOST_CHANGES = 20;

export interface News {
  /** The current status of each bet that the room reports, by id. */
  statuses: ReadonlyMap<number, BetStatus>;
  /** Whether none of the reported changes was known, so that others may have been missed. */
  isStale: boolean;
}

/** Compares the state of the room with its previous state, which is null at first. */
export function newsOf({ changes }: BetsState, before: readonly Change[] | null): News {
  const known = new Set((before ?? []).map(nameOf));
  const fresh = changes.filter((change) => !known.has(nameOf(change)));
  // Newest first: the first change of a bet is its current status.
  const statuses = new Map([...changes].reverse().map(({ id, status }) => [id, status]));
  return { statuses, isStale: before !== null && fresh.length >= MOST_CHANGES };
}

interface ListedIds {
  /** In the order of the list: newest first. */
  ids: readonly number[];
  hasMore: boolean;
}

/** Returns the ids that have the list's status and are missing in the loaded part of the list. */
export function missingIds(
  { ids, hasMore }: ListedIds,
  status: BetStatus,
  statuses: ReadonlyMap<number, BetStatus>,
): number[] {
  const listed = new Set(ids);
  const last = ids.at(-1);
  return [...statuses]
    .filter(([id, current]) => {
      const isInLoadedPart = !hasMore || last === undefined || id > last;
      return current === status && isInLoadedPart && !listed.has(id);
    })
    .map(([id]) => id);
}
