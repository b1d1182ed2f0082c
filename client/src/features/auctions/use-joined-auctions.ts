import type { JoinedAuction } from '@copup/shared/auctions.ts';
import { auctionsRoom } from '@copup/shared/room-names.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { latestStatuses } from '../../lib/list-changes.ts';
import { listQuery } from '../../lib/list-page.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useRoom } from '../../realtime/index.ts';
import { laterStatus } from './live-auction.ts';

/** The auctions whose entry fee the user has paid. Their statuses follow the room `auctions`. */
export function useJoinedAuctions() {
  const { id } = useSignedInUser();
  const query = useInfiniteQuery(listQuery(['joined', id], 'GET /user/wishlist', { staleTime: 0 }));
  const { data } = query;
  const { state } = useRoom<'auctions'>(auctionsRoom());
  const auctions = useMemo(() => {
    const changed = latestStatuses(state?.changes ?? []);
    return data?.map(
      (auction): JoinedAuction => ({
        ...auction,
        status: laterStatus(auction.status, changed.get(auction.id)),
      }),
    );
  }, [data, state]);
  return { ...query, auctions };
}
