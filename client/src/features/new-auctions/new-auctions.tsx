import type { Auction } from '@copup/shared/auctions.ts';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { orderNew } from './order-new.ts';

interface NewAuctionsProps {
  /** Undefined until they were read. */
  auctions: Auction[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  /** An auction as it looks in every list. */
  card: (auction: Auction) => ReactNode;
  /** Below the words that there is nothing new. */
  emptyAction: ReactNode;
}

/** What comes and what has just begun. */
export function NewAuctions({ auctions, hasFailed, onRetry, card, emptyAction }: NewAuctionsProps) {
  const { coming, running } = orderNew(auctions ?? []);
  return (
    <>
      {hasFailed ? (
        <ErrorState message="Failed to fetch auctions. Please try again later." onRetry={onRetry} />
      ) : null}
      {auctions === undefined && !hasFailed ? (
        <div className="grid gap-3.5 lg:grid-cols-3 lg:gap-5">
          <Skeletons text="Loading auctions..." count={3} className="h-78 rounded-[24px]!" />
        </div>
      ) : null}
      {auctions && coming.length === 0 && running.length === 0 ? (
        <EmptyState title="No new auctions now" action={emptyAction}>
          The next one appears here by itself.
        </EmptyState>
      ) : null}
      <Shelf title="Coming up" auctions={coming} card={card} />
      <Shelf title="Just started" auctions={running} card={card} />
    </>
  );
}

function Shelf({
  title,
  auctions,
  card,
}: Pick<NewAuctionsProps, 'card'> & { title: string; auctions: Auction[] }) {
  if (auctions.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <h2 className="text-ctl">{title}</h2>
      <div className="grid gap-3.5 lg:grid-cols-3 lg:gap-5">{auctions.map(card)}</div>
    </section>
  );
}
