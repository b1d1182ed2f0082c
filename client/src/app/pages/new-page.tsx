import { AuctionCard } from '../../features/auctions/auction-card.tsx';
import { useAuctions } from '../../features/auctions/use-auctions.ts';
import { NewAuctions } from '../../features/new-auctions/new-auctions.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page as PageBody, PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../paths.ts';

export function Page() {
  useTitle('New auctions');
  const { data, isError, refetch } = useAuctions('');
  return (
    <>
      <PageHeader title="New auctions" backTo={paths.auctions} />
      <PageBody>
        <NewAuctions
          auctions={data}
          hasFailed={isError}
          onRetry={() => void refetch()}
          card={(auction) => <AuctionCard key={auction.id} auction={auction} />}
          emptyAction={
            <ButtonLink look="ink" to={paths.auctions}>
              All auctions
            </ButtonLink>
          }
        />
      </PageBody>
    </>
  );
}
