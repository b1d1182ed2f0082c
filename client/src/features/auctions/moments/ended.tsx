import type { Auction } from '@copup/shared/auctions.ts';
import { formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { CopyLink } from '../../../corrections/copy-link.tsx';
import { useCancellation } from '../../../corrections/use-cancellation.ts';
import { formatRemaining, secondsLeft } from '../../../lib/format-time.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CoinsBack } from '../../../ui/coins-back.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Coins } from '../../../ui/money.tsx';
import type { LiveAuction, Phase } from '../live-auction.ts';
import { coinsBack } from '../moments.ts';
import { auctionsQuery } from '../queries.ts';
import { nextOf, outcomeWords, returnedWords, unsoldReason } from '../result-words.ts';
import { ResultFacts } from './facts.tsx';
import { WonStage } from './won-stage.tsx';

export interface EndedProps {
  auction: Pick<Auction, 'id' | 'name' | 'category' | 'image' | 'price' | 'entry_bid_points' | 'joined'>;
  phase: Phase;
  state: LiveAuction;
  username: string;
  hasBid: boolean;
  /** Coins of the user's last bid, which are back; null if unknown. */
  ownCoins: number | null;
  /** Coins that the user can bid; null before they are loaded. */
  available: number | null;
  /** Whether the auction ended while the user watched. */
  isFresh: boolean;
  onInfo: () => void;
  onClose: () => void;
}

/** The end of an auction, with the server's final state: a stage for the winner, in the place of the page, or a sheet above it. */
export function Ended(props: EndedProps) {
  const { phase, state, username } = props;
  return phase === 'completed' && state.leader === username ? (
    <WonStage {...props} />
  ) : (
    <EndSheet {...props} />
  );
}

/** The end for all users but the winner: who won, the user's own coins, and where to go next. */
function EndSheet(props: EndedProps) {
  const { auction, phase, state, username, hasBid, available, onInfo, onClose } = props;
  const isSold = phase === 'completed';
  const isMe = state.leader === username;
  const { reason, copyId } = useCancellation('auction', auction.id, phase === 'cancelled');
  const returned = !isSold
    ? returnedWords(auction, state, isMe)
    : hasBid
      ? [
          `${coinsBack(props.ownCoins)}.`,
          ...(available === null ? [] : [`You have ${inCoins(available)} to bid with.`]),
        ]
      : [];
  return (
    <Modal title="Auction Completed" onClose={onClose} withHeader={false}>
      {/* The dialog's title has the same text. */}
      <p aria-hidden="true" className={isSold ? headline : 'text-sm font-semibold text-ink-2'}>
        Auction Completed
      </p>
      {isSold ? null : <h2 className={headline}>{outcomeWords(auction.name, state)}</h2>}
      <p className="mt-1 text-pretty wrap-anywhere text-ink-2">
        {isSold ? outcomeWords(auction.name, state) : phase === 'unsold' ? unsoldReason(state) : reason}
      </p>
      <div className="my-3.5">{returned.length > 0 ? <CoinsBack lines={returned} /> : null}</div>
      <ResultFacts bidder={state.leader} isMe={isMe} spent={isSold ? state.price : 0} />
      {phase === 'cancelled' ? null : <NextAuction exceptId={auction.id} />}
      <div className="mt-4 grid gap-2">
        <CopyLink to={copyId} page={paths.auction} />
        <ButtonLink to={paths.dashboard}>Return to Dashboard</ButtonLink>
        {phase === 'unsold' && state.seq > 0 ? (
          <Button look="ghost" onClick={onInfo}>
            {state.seq === 1 ? 'See the bid' : `See all ${formatNumber(state.seq)} bids`}
          </Button>
        ) : isSold ? null : (
          <ButtonLink look="ghost" to={paths.auctions}>
            See what’s live
          </ButtonLink>
        )}
      </div>
    </Modal>
  );
}

const headline = 'font-display text-[min(1.75rem,8vw)] leading-tight font-bold tracking-tight';

/** All watchers of an auction see its end at the same moment, so their reads are spread over this time. */
const spreadMs = 1_500;

/** The running auction that ends soonest, after the end of another one. */
function NextAuction({ exceptId }: { exceptId: number }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), Math.random() * spreadMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useInfiniteQuery({ ...auctionsQuery(''), enabled: isDue });
  const nowMs = useServerNow();
  const next = nextOf(data ?? [], exceptId, nowMs);
  if (!next) return null;
  return (
    <section aria-label="Try this one next" className="mt-4.5">
      <h3 className="mb-2 text-base">Try this one next</h3>
      <NextLink auction={next} left={secondsLeft(Date.parse(next.end_date), nowMs)} />
    </section>
  );
}

const entryText = ({ joined, entry_bid_points: fee }: Auction) =>
  joined ? 'entry paid' : fee === 0 ? 'free entry' : `entry ${inCoins(fee)}`;

function NextLink({ auction, left }: { auction: Auction; left: number }) {
  const time = `${formatRemaining(left)}${left < 60 ? ' s' : ''} left`;
  return (
    <Link
      to={pathTo(paths.auction, auction.id)}
      className="grid grid-cols-[60px_minmax(0,1fr)_auto] items-center gap-3 rounded-[18px] py-2.5 pr-3 pl-2.5 leading-snug shadow-[inset_0_0_0_1.5px_var(--c-line)]"
    >
      <ItemPicture item={auction} sizes="60px" className="size-15" />
      <span>
        <span className="block truncate font-semibold">{auction.name}</span>
        <span className="block text-xs text-ink-2">
          {auction.price > 0 ? `Worth ${formatNaira(auction.price)} · ${time}` : time}
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-ink-3">
          <Coins amount={auction.current_bid_amount} className="font-semibold text-ink" />
          now · {entryText(auction)}
        </span>
      </span>
      <ChevronRight size={20} aria-hidden className="text-ink-2" />
    </Link>
  );
}
