import type { Auction } from '@copup/shared/auctions.ts';
import { formatNaira } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { useFirstSteps } from '../../../first-steps/use-first-steps.ts';
import { spellDuration } from '../../../lib/format-time.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { MiniRing } from '../../../ui/mini-ring.tsx';
import { Coins } from '../../../ui/money.tsx';
import { PayEntryButton } from '../pay-entry-button.tsx';
import { useAuctions } from '../use-auctions.ts';
import { shortRemaining } from './short-times.ts';
import { shareLeft } from './stance.ts';
import { useCard } from './use-card.ts';

const mostShown = 2;

/** Starter auctions on the wallet's home, until a new player who can bid has joined an auction (X15). */
export function Part() {
  const steps = useFirstSteps();
  return steps?.is_open && steps.can_bid && !steps.has_auction ? (
    <StarterAuctions isClaimed={steps.welcome.state !== 'open'} />
  ) : null;
}

function StarterAuctions({ isClaimed }: { isClaimed: boolean }) {
  const { data } = useAuctions('');
  const starters = (data ?? []).filter(({ status, is_starter }) => status === 'active' && is_starter);
  if (starters.length === 0) return null;
  return (
    <section aria-label="Starter auctions" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-ctl">Starter auctions</h2>
        <span className="text-sm text-ink-3">for your first win</span>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:grid-cols-2 lg:gap-4">
        {starters.slice(0, mostShown).map((auction) => (
          <li key={auction.id} className="min-w-0">
            <Starter auction={auction} isClaimed={isClaimed} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Starter({ auction, isClaimed }: { auction: Auction; isClaimed: boolean }) {
  const { state, phase, left } = useCard(auction, true);
  const path = pathTo(paths.auction, auction.id);
  return (
    <article aria-label={auction.name} className="grid gap-3 rounded-[24px] bg-surface p-3.5 shadow-2">
      <div className="grid grid-cols-[80px_minmax(0,1fr)] items-center gap-4">
        <MiniRing
          share={phase === 'live' ? shareLeft(auction, state.endDate, left) : 0}
          look={left < 60 ? 'hot' : 'open'}
          className="size-20"
        >
          <ItemPicture item={auction} sizes="64px" isRound className="size-full" />
        </MiniRing>
        <div className="min-w-0">
          <h3 className="truncate font-sans text-ctl font-semibold">
            <Link to={path} className="hover:underline">
              {auction.name}
            </Link>
          </h3>
          <p className="truncate text-sm text-ink-2">Worth {formatNaira(auction.price)} · entry is free</p>
          <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2 tabular-nums">
            <Coins amount={state.price} className="font-semibold text-ink" />
            now · <span aria-hidden="true">{shortRemaining(left)} left</span>
            <span className="sr-only">{spellDuration(left)} left</span>
          </p>
        </div>
      </div>
      {auction.joined ? (
        <ButtonLink to={path}>Place Bid</ButtonLink>
      ) : isClaimed ? (
        <PayEntryButton id={auction.id} fee={auction.entry_bid_points} />
      ) : (
        <Button look="soft" disabled>
          Join free after you claim
        </Button>
      )}
    </article>
  );
}
