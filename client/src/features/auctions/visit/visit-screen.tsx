import type { VisitedAuction } from '@copup/shared/auctions.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ChevronRight, Link2, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { share } from '../../../lib/share.ts';
import { Mark } from '../../../ui/art/mark.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { CurrentBidder } from '../../../ui/current-bidder.tsx';
import { PriceTicker } from '../../../ui/price-ticker.tsx';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { toast } from '../../../ui/toast.ts';
import { TimeAnnouncer } from '../auction-ring.tsx';
import { AuctionStage } from '../auction-stage.tsx';
import { BidStreamList } from '../bid-stream-list.tsx';
import { info } from '../moments/index.ts';
import { StaleNote } from '../stale-note.tsx';
import { type LiveView, useLiveAuction } from '../use-live-auction.ts';
import { useVisit } from './use-visit.ts';
import { VisitDock } from './visit-dock.tsx';

const noBids = { receipt: null, movedTo: null };
const noHeads: ReadonlyMap<number, string> = new Map();

interface VisitScreenProps {
  visited: VisitedAuction;
  /** The token of the room has expired. */
  onExpired: () => void;
}

/** A15: an auction as players see it, live, with masked names; the dock leads to the sign-up. */
export function VisitScreen({ visited, onExpired }: VisitScreenProps) {
  useVisit(visited.room_token, onExpired);
  const live = useLiveAuction(visited, noBids, visited);
  const { state, phase, nowMs, isOver, moments } = live;
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const sheet = info.use(isInfoOpen);
  return (
    <>
      <SkipLink />
      <main
        id="content"
        tabIndex={-1}
        className="outline-none lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_440px]"
      >
        <AuctionStage
          {...{ phase, nowMs }}
          auction={visited}
          isOffline={live.isOffline}
          endsAtMs={state.endDate}
          left={live.left}
          hardEndMs={state.hardEnd}
          isEstimated={live.isStale}
          isWon={false}
          isBidder={false}
          late={moments.late}
          isLateNow={moments.isLateNow}
          flash={0}
          hot={undefined}
          lead={home}
          action={<ShareButton id={visited.id} name={visited.name} />}
        />
        <div className="relative z-2 -mt-4 grid min-h-105 grid-cols-[minmax(0,1fr)] content-start gap-2.5 rounded-t-xl bg-canvas px-4 pt-3 pb-[14rem] lg:mt-0 lg:flex lg:min-h-dvh lg:flex-col lg:gap-4 lg:rounded-none lg:p-8 lg:pt-7">
          {live.isStale && !isOver ? <StaleNote live={live} /> : null}
          <PriceTicker
            price={state.price}
            hasBids={state.leader !== null}
            isOver={isOver}
            ageS={live.ageS}
            worth={visited.price}
          />
          {isOver ? <Outcome live={live} /> : null}
          <BidStreamList live={live} isShort={false} />
          <PublicBids count={state.seq} onOpen={() => setIsInfoOpen(true)} />
          {visited.description ? (
            <section>
              <h2 className="text-ctl">About</h2>
              <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere text-ink-2">
                {visited.description}
              </p>
            </section>
          ) : null}
          <VisitDock auction={visited} live={live} />
        </div>
      </main>
      {sheet ? (
        <sheet.InfoSheet
          {...{ state, isOver, nowMs }}
          auctionId={visited.id}
          heads={noHeads}
          isVisitor
          onClose={() => setIsInfoOpen(false)}
        />
      ) : null}
      <TimeAnnouncer phase={phase} left={live.left} />
    </>
  );
}

const home = (
  <Link
    to={paths.home}
    aria-label="Copup, to the start page"
    className="inline-grid size-tap shrink-0 place-items-center"
  >
    <Mark className="size-8" />
  </Link>
);

function ShareButton({ id, name }: { id: number; name: string }) {
  const onShare = async () => {
    const done = await share(`${name}, live on Copup:`, `${location.origin}${pathTo(paths.watch, id)}`);
    if (done === 'copied') toast.success('Link copied');
    if (done === 'failed') toast.error('The link could not be copied.');
  };
  return (
    <IconButton label="Share this auction" onClick={() => void onShare()} className="bg-white/12">
      <Share2 size={20} aria-hidden />
    </IconButton>
  );
}

function Outcome({ live: { state, phase } }: { live: LiveView }) {
  return (
    <CurrentBidder
      leader={state.leader}
      picture={undefined}
      isMe={false}
      isOutbid={false}
      outcome={phase === 'completed' ? 'sold' : 'unsold'}
      ageS={null}
    />
  );
}

/** Leads to the check of the hash chain, which needs no account either. */
function PublicBids({ count, onOpen }: { count: number; onOpen: () => void }) {
  if (count === 0) return null;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-15 w-full items-center gap-3.5 rounded-[18px] bg-surface px-4 py-2.5 text-left shadow-1"
    >
      <Link2 size={20} aria-hidden className="shrink-0 text-ok" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          {count === 1 ? 'The bid is public' : `All ${formatNumber(count)} bids are public`}
        </span>
        <span className="block text-sm text-ink-2">Each is sealed to the one before</span>
      </span>
      <ChevronRight size={20} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  );
}
