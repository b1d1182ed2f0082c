import type { AuctionStatus, JoinedAuction } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip, type ChipLook } from '../../ui/chip.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useJoinedAuctions } from './use-joined-auctions.ts';

const chips: Record<AuctionStatus, [ChipLook, string]> = {
  pending: ['brand', 'Starts soon'],
  active: ['bad', 'Live'],
  completed: ['plain', 'Ended'],
  unsold: ['plain', 'Not sold'],
  cancelling: ['warn', 'Refunding'],
  cancelled: ['warn', 'Cancelled'],
};

/** Your Auctions: opens active auctions, and shows a notice for others. */
export function JoinedAuctions() {
  const { auctions, isPending, isError, refetch } = useJoinedAuctions();
  const navigate = useNavigate();

  if (isPending) return <Skeletons text="Loading auctions..." count={3} className="h-18" />;
  if (isError && !auctions) {
    return <ErrorState message="Error fetching auction details." onRetry={() => void refetch()} />;
  }
  if (auctions?.length === 0) {
    return (
      <EmptyState
        title="You haven't joined any auctions yet."
        action={
          <ButtonLink look="ink" to={paths.auctions}>
            See the auctions
          </ButtonLink>
        }
      />
    );
  }
  const bid = ({ id, status }: JoinedAuction) => {
    if (status === 'active') void navigate(pathTo(paths.auction, id));
    else toast.error('This auction is not currently active.');
  };
  return (
    <ul className="grid gap-3.5 lg:grid-cols-2 lg:gap-5" aria-label="Your Auctions">
      {auctions?.map((auction) => {
        const { status } = auction;
        const [look, word] = chips[status];
        return (
          <li key={auction.id}>
            <Card className="flex items-center gap-3 p-3.5">
              <ItemPicture
                name={auction.name}
                category={auction.category}
                image={auction.image}
                sizes="64px"
                className="size-16"
              />
              <div className="grid min-w-0 flex-1 justify-items-start gap-1.5">
                <p className="w-full truncate font-semibold">{auction.name}</p>
                <Chip look={look}>{word}</Chip>
              </div>
              <Button look={status === 'active' ? 'ink' : 'line'} size="sm" onClick={() => bid(auction)}>
                Place Bid
              </Button>
            </Card>
          </li>
        );
      })}
    </ul>
  );
}
