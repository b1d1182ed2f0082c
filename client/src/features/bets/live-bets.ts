import type { BetStatus, BetsState } from '@copup/shared/bets.ts';
import { freshChanges, hasMissedChanges, laterIn, latestStatuses } from '../../lib/list-changes.ts';

/** B2: a status never goes back, except that a corrected result settles a bet again. */
export const laterStatus = laterIn<BetStatus>(['pending', 'active', 'settled', 'cancelled']);

type Changes = BetsState['changes'];

export interface News {
  /** The current status of each bet that the room reports, by id. */
  statuses: ReadonlyMap<number, BetStatus>;
  /** Whether none of the reported changes was known, so that others may have been missed. */
  isStale: boolean;
}

/** Compares the state of the room with its previous state, which is null at first. */
export const newsOf = ({ changes }: BetsState, before: Changes | null): News => ({
  statuses: latestStatuses(changes),
  isStale: hasMissedChanges(freshChanges(changes, before), before),
});

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
