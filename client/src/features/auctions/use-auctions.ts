import { auctionsRoom } from '@copup/shared/room-names.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useRoom } from '../../realtime/index.ts';
import type { Category } from './api.ts';
import { applyChanges, type Change } from './auction-changes.ts';
import { auctionsQuery } from './queries.ts';

/** Returns the list of a category. It is read once; the room `auctions` reports new, started and ended auctions. */
export function useAuctions(category: Category) {
  const queries = useQueryClient();
  const query = useQuery(auctionsQuery(category));
  const { state, epoch, version } = useRoom<'auctions'>(auctionsRoom());
  const isListed = query.data !== undefined;
  const applied = useRef<{ epoch: number; version: number; changes: readonly Change[] } | null>(null);

  useEffect(() => {
    if (!state || !isListed) return;
    const before = applied.current;
    applied.current = { epoch, version, changes: state.changes };
    const known = queries.getQueryData(auctionsQuery(category).queryKey) ?? [];
    const { auctions, needsRead } = applyChanges(
      known,
      state.changes,
      before?.epoch === epoch ? before.changes : null,
    );
    if (auctions !== known) queries.setQueryData(auctionsQuery(category).queryKey, auctions);
    if (needsRead) void queries.invalidateQueries({ queryKey: ['auctions'] });
  }, [state, epoch, version, isListed, category, queries]);

  return query;
}
