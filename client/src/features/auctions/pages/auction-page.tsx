import { paths } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useBalance } from '../../../balance/use-balance.ts';
import { pathId } from '../../../lib/path-id.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { UnreadPage } from '../../../parts/unread-page.tsx';
import { AuctionScreen } from '../auction-screen.tsx';
import { AuctionSkeleton } from '../auction-skeleton.tsx';
import { auctionQuery } from '../queries.ts';
import { useAuction, useEntriesOnOtherDevices } from '../use-auction.ts';

export function Page() {
  const id = pathId(useParams().id);
  const { data: auction, error, isError, refetch } = useAuction(id);
  const available = useBalance()?.available ?? null;
  const queries = useQueryClient();
  useTitle(auction?.name ?? 'Auction');
  useEntriesOnOtherDevices();

  if (auction) {
    return (
      <AuctionScreen
        key={auction.id}
        auction={auction}
        available={available}
        onNotJoined={() => void queries.invalidateQueries({ queryKey: auctionQuery(id).queryKey })}
      />
    );
  }
  if (!isError && !Number.isNaN(id)) return <AuctionSkeleton />;
  return (
    <UnreadPage
      {...{ title: 'Auction', id }}
      link={{ to: paths.auctions, name: 'See the auctions' }}
      query={{ error, refetch }}
      notFound="Auction not found"
      failed="Error fetching auction details."
      skeleton="h-18"
    />
  );
}
