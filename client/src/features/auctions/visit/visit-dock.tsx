import type { Auction } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira, inCoins } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { Gavel } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { returnTo } from '../../../lib/return-to.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Dock } from '../dock.tsx';
import { nextPriceOf } from '../live-auction.ts';
import type { LiveView } from '../use-live-auction.ts';

interface VisitDockProps {
  auction: Auction;
  live: LiveView;
}

/** What takes the lead, and the two ways to bid. After either the same auction opens again (X10). */
export function VisitDock({ auction, live }: VisitDockProps) {
  const { search, state } = useLocation();
  const own = returnTo({ pathname: pathTo(paths.auction, auction.id), search: '', hash: '' });
  // A link with a referral was opened first: its page pays the entry through the link.
  const back = (state as { returnTo?: string } | null)?.returnTo ? state : own;
  const { invitedBy } = (state ?? {}) as { invitedBy?: string | null };
  const referral = new URLSearchParams(search).get('ref');
  const register = referral ? `${paths.register}?ref=${encodeURIComponent(referral)}` : paths.register;
  return (
    <Dock>
      <p className="mb-2.5 flex items-center gap-2.5 text-sm leading-snug text-ink-2">
        <Gavel size={20} aria-hidden className="shrink-0 text-brand" />
        <span>
          {invitedBy ? <b className="block font-semibold text-ink">{invitedBy} invited you.</b> : null}
          <DockLine auction={auction} live={live} />
        </span>
      </p>
      <div className="flex flex-wrap gap-2.5">
        <ButtonLink to={register} state={back} className="min-h-15! flex-[2_1_10rem]">
          {live.isOver ? 'Sign up free' : 'Sign up free to bid'}
        </ButtonLink>
        <ButtonLink look="line" to={paths.login} state={back} className="min-h-15! flex-[1_1_6rem]">
          Login
        </ButtonLink>
      </div>
    </Dock>
  );
}

function DockLine({ auction, live }: VisitDockProps) {
  const fee = auction.entry_bid_points;
  if (live.isOver) return 'This auction is over. See what’s live now.';
  const next = nextPriceOf(live.state, auction.bid_increment);
  return (
    <>
      <b className="font-semibold text-ink">
        {inCoins(next)} ({formatNaira(next * BIDDING_NAIRA_PER_COIN)}) takes the lead.
      </b>{' '}
      {fee === 0
        ? `${auction.is_starter ? 'New players join' : 'You join'} this one free.`
        : `The entry costs ${inCoins(fee)}, once.`}
    </>
  );
}
