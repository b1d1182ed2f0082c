import { paths } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useBalance } from '../../../balance/use-balance.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { AuctionScreen } from '../auction-screen.tsx';
import { auctionIdOf, auctionQuery } from '../queries.ts';
import { useAuction, useEntriesOnOtherDevices } from '../use-auction.ts';

export function Page() {
  const id = auctionIdOf(useParams().id);
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
  const isUnknown = Number.isNaN(id) || (error instanceof ApiError && error.status === 404);
  return (
    <>
      <PageHeader title="Auction" backTo={paths.auctions} />
      <PageBody>
        {isUnknown ? (
          <EmptyState
            title="Auction not found"
            action={
              <ButtonLink look="ink" to={paths.auctions}>
                See the auctions
              </ButtonLink>
            }
          />
        ) : isError ? (
          <ErrorState message="Error fetching auction details." onRetry={() => void refetch()} />
        ) : (
          <Skeletons text="Loading auction..." count={3} className="h-40" />
        )}
      </PageBody>
    </>
  );
}
