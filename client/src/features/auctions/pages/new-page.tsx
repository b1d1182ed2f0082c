import type { Auction } from '@copup/shared/auctions.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, FailedRead } from '../../../ui/states.tsx';
import { AuctionGrid } from '../auction-grid.tsx';
import { orderNew } from '../new/order-new.ts';
import { useAuctions } from '../use-auctions.ts';

export function Page() {
  return (
    <Screen title="New auctions" backTo={paths.auctions}>
      <NewAuctions />
    </Screen>
  );
}

/** Auctions that have not started, and those that have just started. */
function NewAuctions() {
  const query = useAuctions('');
  const { data: auctions, isError } = query;
  const { coming, running } = orderNew(auctions ?? []);
  return (
    <>
      <FailedRead query={query} message="Failed to fetch auctions. Please try again later." />
      {auctions === undefined && !isError ? <AuctionGrid auctions={undefined} /> : null}
      {auctions && coming.length === 0 && running.length === 0 ? (
        <EmptyState title="No new auctions now" link={{ to: paths.auctions, name: 'All auctions' }}>
          The next one appears here automatically.
        </EmptyState>
      ) : null}
      <Shelf title="Coming up" auctions={coming} />
      <Shelf title="Just started" auctions={running} />
      <ShowMore query={query} />
    </>
  );
}

function Shelf({ title, auctions }: { title: string; auctions: Auction[] }) {
  if (auctions.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <h2 className="text-ctl">{title}</h2>
      <AuctionGrid auctions={auctions} />
    </section>
  );
}
