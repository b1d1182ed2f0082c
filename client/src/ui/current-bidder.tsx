import { Crown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Avatar } from './art/avatar.tsx';
import { classNames } from './class-names.ts';

interface CurrentBidderProps {
  leader: string | null;
  picture: string | undefined;
  isMe: boolean;
  /** Whether the user has bid and another user leads. */
  isOutbid: boolean;
  /** Below an outbid user's card: which coins are back. */
  coinsBack?: string;
  /** Whether the user has bid: the card then keeps its height when the lead changes. */
  hasBid?: boolean;
  /** The outcome of the auction; null before its end. */
  outcome?: 'sold' | 'unsold' | null;
  ageS: number | null;
}

export function CurrentBidder(props: CurrentBidderProps) {
  const { leader, picture, isMe, coinsBack, hasBid = false, outcome = null, ageS } = props;
  const isWon = outcome === 'sold' && isMe;
  const isOutbid = props.isOutbid && outcome === null;
  const heading = outcome === null ? 'Current bidder' : outcome === 'sold' ? 'Winner' : 'Highest bidder';
  const isOwn = isMe && outcome !== 'unsold';
  return (
    <section
      aria-label={heading}
      className={classNames(
        'flex flex-wrap items-center gap-2.5 rounded-[18px] py-1.5 pr-3 pl-2.5',
        hasBid && outcome === null && 'min-h-17',
        isOutbid
          ? 'relative isolate overflow-hidden bg-live-soft shadow-[inset_0_0_0_2px_var(--c-live-text)] before:absolute before:inset-0 before:-z-1 before:animate-warm before:bg-live before:opacity-0'
          : isOwn
            ? 'bg-ok-soft'
            : 'bg-surface shadow-1',
      )}
    >
      {leader ? (
        <Avatar name={leader} picture={picture ?? null} size={40} />
      ) : (
        <svg width="40" height="40" viewBox="0 0 44 44" aria-hidden="true" className="shrink-0">
          <circle
            cx="22"
            cy="22"
            r="20"
            fill="none"
            stroke="var(--c-ctl)"
            strokeWidth="2"
            strokeDasharray="1 6"
            strokeLinecap="round"
          />
        </svg>
      )}
      <div className="min-w-[min(6rem,60vw)] flex-1 leading-tight">
        <p className={classNames('text-xs', isOwn || isOutbid ? 'text-ink' : 'text-ink-3')}>
          {ageS === null ? heading : `${heading}, ${ageS} s ago`}
        </p>
        <p className={classNames('truncate', isOutbid ? 'font-bold' : 'font-semibold')}>
          {leader ?? (outcome === null ? 'No users yet' : 'No bids')}
        </p>
        {isOutbid && coinsBack ? <p className="text-xs font-semibold text-live-text">{coinsBack}</p> : null}
      </div>
      {isWon || (isMe && outcome === null) ? (
        <span className="inline-flex items-center gap-1.5 pr-2.5 text-xs font-semibold text-ok">
          <Crown size={16} aria-hidden />
          {isWon ? 'Won' : 'Leading'}
        </span>
      ) : null}
      {isOutbid ? (
        <span className="inline-flex h-7.5 items-center rounded-full bg-live px-2.5 text-xs font-semibold text-white">
          Outbid
        </span>
      ) : null}
    </section>
  );
}

/** Announces that the user leads, and at once that the user is outbid. */
export function LeadAnnouncer({ isMe, isOutbid }: { isMe: boolean; isOutbid: boolean }) {
  const [hasLed, setHasLed] = useState(isMe);
  useEffect(() => {
    if (isMe) setHasLed(true);
  }, [isMe]);
  return (
    <>
      <p role="alert" className="sr-only">
        {hasLed && isOutbid ? 'You have been outbid' : ''}
      </p>
      <p role="status" className="sr-only">
        {isMe ? 'You are leading now' : ''}
      </p>
    </>
  );
}
