import type { Auction } from '@copup/shared/auctions.ts';
import { auctionsRoom } from '@copup/shared/room-names.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { changeItems } from '../../lib/list-page.ts';
import { useRoomChanges } from '../../realtime/index.ts';
import { applyChanges } from './auction-changes.ts';
import { auctionsQuery, type Category } from './queries.ts';

/** Returns the list of a category. It is read once; the room `auctions` reports new, started and ended auctions. */
export function useAuctions(category: Category) {
  const queries = useQueryClient();
  const query = useInfiniteQuery(auctionsQuery(category));
  const { data: listed, hasNextPage } = query;
  useRoomChanges<'auctions'>(
    auctionsRoom(),
    (now, before) => {
      if (!listed) return;
      // Newest first: an older auction is on a later page.
      const lastId = hasNextPage ? Math.min(...listed.map(({ id }) => id)) : 0;
      const known = before?.epoch === now.epoch ? before.state.changes : null;
      const { auctions, needsRead } = applyChanges(listed, now.state.changes, known, lastId);
      const changed = new Map(auctions.map((auction) => [auction.id, auction]));
      if (auctions !== listed)
        changeItems<Auction>(
          queries,
          auctionsQuery(category).queryKey,
          (each) => changed.get(each.id) ?? each,
        );
      if (needsRead) void queries.invalidateQueries({ queryKey: ['auctions'] });
    },
    listed !== undefined,
  );
  return query;
}
