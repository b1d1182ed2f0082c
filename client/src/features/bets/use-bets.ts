import type { BetStatus, ListedBet } from '@copup/shared/bets.ts';
import { betsRoom } from '@copup/shared/room-names.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { changeItems } from '../../lib/list-page.ts';
import { useRoomChanges } from '../../realtime/index.ts';
import type { BetFilter } from './filter.ts';
import { laterStatus, missingIds, newsOf } from './live-bets.ts';
import { betsKey, betsQuery } from './queries.ts';

/**
 * Returns the bets of the filter, read once. The room `bets` changes the status of listed bets in place; new bets wait
 * until `showNew`, so that no card moves under the user's finger.
 */
export function useBets(filter: BetFilter) {
  const queries = useQueryClient();
  const query = useInfiniteQuery(betsQuery(filter));
  const { data: bets, hasNextPage, refetch, isFetching } = query;
  const [statuses, setStatuses] = useState<ReadonlyMap<number, BetStatus>>(new Map());
  // Ids that a reload did not list, such as bets of other titles.
  const [unlisted, setUnlisted] = useState<ReadonlySet<number>>(new Set());

  useRoomChanges<'bets'>(betsRoom(), (now, before) => {
    const isOtherServer = before !== undefined && before.epoch !== now.epoch;
    const news = newsOf(now.state, isOtherServer ? null : (before?.state.changes ?? null));
    setStatuses((earlier) => new Map([...(isOtherServer ? [] : earlier), ...news.statuses]));
    if (isOtherServer || news.isStale) void queries.invalidateQueries({ queryKey: betsKey });
  });

  // Also after a reload, whose reply may be older than the room's state.
  useEffect(() => {
    const isOutdated = (bet: ListedBet) => statusFrom(bet, statuses) !== bet.status;
    if (!bets?.some(isOutdated)) return;
    changeItems<ListedBet>(queries, betsKey, (bet) =>
      isOutdated(bet) ? { ...bet, status: statusFrom(bet, statuses) } : bet,
    );
  }, [bets, statuses, queries]);

  const listed = { ids: bets?.map(({ bet_id }) => bet_id) ?? [], hasMore: hasNextPage };
  const missing = bets ? missingIds(listed, filter.status, statuses).filter((id) => !unlisted.has(id)) : [];

  const showNew = async () => {
    const { isError } = await refetch();
    if (!isError) setUnlisted((ids) => new Set([...ids, ...missing]));
  };
  // Nothing moves when an empty list is filled. A search is not repeated by itself.
  const fillsEmpty = bets?.length === 0 && filter.title === '' && missing.length > 0 && !isFetching;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new bet
  useEffect(() => {
    if (fillsEmpty) void showNew();
  }, [fillsEmpty]);

  return { ...query, bets, newCount: fillsEmpty ? 0 : missing.length, showNew };
}

const statusFrom = ({ bet_id, status }: ListedBet, statuses: ReadonlyMap<number, BetStatus>): BetStatus =>
  laterStatus(status, statuses.get(bet_id));
