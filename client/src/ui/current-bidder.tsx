import { Crown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Avatar } from './art/avatar.tsx';
import { Chip } from './chip.tsx';
import { classNames } from './class-names.ts';

interface CurrentBidderProps {
  leader: string | null;
  picture: string | undefined;
  isMe: boolean;
  /** Whether the user has bid and another user leads. */
  isOutbid: boolean;
  /** The outcome of the auction; null before its end. */
  outcome?: 'sold' | 'unsold' | null;
  ageS: number | null;
}

export function CurrentBidder(props: CurrentBidderProps) {
  const { leader, picture, isMe, isOutbid, outcome = null, ageS } = props;
  const isWon = outcome === 'sold' && isMe;
  const heading = outcome === null ? 'Current bidder' : outcome === 'sold' ? 'Winner' : 'Highest bidder';
  return (
    <section
      aria-label={heading}
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-[18px] py-2.5 pr-3.5 pl-2.5',
        isMe && outcome !== 'unsold' ? 'bg-ok-soft' : 'bg-surface shadow-1',
      )}
    >
      {leader ? (
        <Avatar name={leader} picture={picture ?? null} size={44} />
      ) : (
        <svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true" className="shrink-0">
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
      <div className="min-w-[min(6rem,60vw)] flex-1">
        <p className={classNames('text-xs', isMe && outcome !== 'unsold' ? 'text-ink' : 'text-ink-3')}>
          {ageS === null ? heading : `${heading}, ${ageS} s ago`}
        </p>
        <p className="truncate font-semibold">{leader ?? (outcome === null ? 'No users yet' : 'No bids')}</p>
      </div>
      {isWon || (isMe && outcome === null) ? (
        <span className="inline-flex items-center gap-1.5 pr-2.5 text-xs font-semibold text-ok">
          <Crown size={16} aria-hidden />
          {isWon ? 'Won' : 'Leading'}
        </span>
      ) : null}
      {isOutbid && outcome === null ? <Chip look="bad">Outbid</Chip> : null}
      <OutbidAlert isMe={isMe} isOutbid={isOutbid && outcome === null} />
    </section>
  );
}

/** An assertive announcement when the user is outbid. */
function OutbidAlert({ isMe, isOutbid }: { isMe: boolean; isOutbid: boolean }) {
  const [hasLed, setHasLed] = useState(isMe);
  useEffect(() => {
    if (isMe) setHasLed(true);
  }, [isMe]);
  return (
    <p role="alert" className="sr-only">
      {hasLed && isOutbid ? 'You have been outbid' : ''}
    </p>
  );
}
