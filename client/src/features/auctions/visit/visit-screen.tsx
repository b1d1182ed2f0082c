import type { Auction, VisitedAuction } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ChevronRight, Gavel, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { returnTo } from '../../../lib/return-to.ts';
import { useSession } from '../../../lib/session.ts';
import { connectRealtime, disconnectRealtime, onSessionEnded } from '../../../realtime/index.ts';
import { Mark } from '../../../ui/art/mark.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CurrentBidder } from '../../../ui/current-bidder.tsx';
import { PriceTicker } from '../../../ui/price-ticker.tsx';
import { ShareButton } from '../../../ui/share-button.tsx';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { TimeAnnouncer } from '../auction-ring.tsx';
import { AuctionStage } from '../auction-stage.tsx';
import { BidStreamList } from '../bid-stream-list.tsx';
import { Dock } from '../dock.tsx';
import { nextPriceOf } from '../live-auction.ts';
import { info } from '../moments/index.ts';
import { StaleNote } from '../stale-note.tsx';
import { type LiveView, useLiveAuction } from '../use-live-auction.ts';

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
          action={
            <ShareButton text={`${visited.name}, live on Copup:`} path={pathTo(paths.watch, visited.id)} />
          }
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

interface VisitDockProps {
  auction: Auction;
  live: LiveView;
}

/** What takes the lead, and the two ways to bid. After either the same auction opens again (X10). */
function VisitDock({ auction, live }: VisitDockProps) {
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

/** Keeps a visitor's socket open while the page is (A15). `onExpired` must bring another token. */
function useVisit(token: string, onExpired: () => void): void {
  useEffect(() => {
    void connectRealtime(() => token);
    return () => {
      // A user who has signed in meanwhile has a socket of their own.
      if (useSession.getState().token === null) disconnectRealtime();
    };
  }, [token]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query's function does not change what it does
  useEffect(() => onSessionEnded(onExpired), []);
}
