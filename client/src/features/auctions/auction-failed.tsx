import { Page, PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

interface AuctionFailedProps {
  /** Whether there is no such auction; otherwise it could not be loaded. */
  isUnknown: boolean;
  /** Where to go instead. */
  link: { to: string; name: string };
  onRetry: () => void;
}

/** In the place of an auction that does not exist or could not be loaded. */
export function AuctionFailed({ isUnknown, link, onRetry }: AuctionFailedProps) {
  return (
    <>
      <PageHeader title="Auction" backTo={link.to} />
      <Page>
        {isUnknown ? (
          <EmptyState title="Auction not found" link={link} />
        ) : (
          <ErrorState message="Error fetching auction details." onRetry={onRetry} />
        )}
      </Page>
    </>
  );
}
