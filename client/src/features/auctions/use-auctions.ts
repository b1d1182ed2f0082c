import type { Auction } from '@copup/shared/auctions.ts';
import { auctionsRoom } from '@copup/shared/room-names.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { changeItems } from '../../lib/list-page.ts';
import { useRoom } from '../../realtime/index.ts';
import type { Category } from './api.ts';
import { applyChanges, type Change } from './auction-changes.ts';
import { auctionsQuery } from './queries.ts';

/** Returns the list of a category. It is read once; the room `auctions` reports new, started and ended auctions. */
export function useAuctions(category: Category) {
  const queries = useQueryClient();
  const query = useInfiniteQuery(auctionsQuery(category));
  const { state, epoch, version } = useRoom<'auctions'>(auctionsRoom());
  const { data: listed, hasNextPage } = query;
  const applied = useRef<{ epoch: number; version: number; changes: readonly Change[] } | null>(null);

  useEffect(() => {
    if (!state || !listed || applied.current?.changes === state.changes) return;
    const before = applied.current;
    applied.current = { epoch, version, changes: state.changes };
    // Newest first: an older auction is on a later page.
    const lastId = hasNextPage ? Math.min(...listed.map(({ id }) => id)) : 0;
    const { auctions, needsRead } = applyChanges(
      listed,
      state.changes,
      before?.epoch === epoch ? before.changes : null,
      lastId,
    );
    const changed = new Map(auctions.map((auction) => [auction.id, auction]));
    if (auctions !== listed)
      changeItems<Auction>(queries, auctionsQuery(category).queryKey, (each) => changed.get(each.id) ?? each);
    if (needsRead) void queries.invalidateQueries({ queryKey: ['auctions'] });
  }, [state, epoch, version, listed, hasNextPage, category, queries]);

  return query;
}
