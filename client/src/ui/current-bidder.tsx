import { Crown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Avatar } from './art/avatar.tsx';
import { Chip } from './chip.tsx';
import { classNames } from './class-names.ts';

interface CurrentBidderProps {
  leader: string | null;
  picture: string | undefined;
  isMe: boolean;
  /** The user has bid and somebody is above. */
  isOutbid: boolean;
  ageS: number | null;
}

export function CurrentBidder({ leader, picture, isMe, isOutbid, ageS }: CurrentBidderProps) {
  return (
    <section
      aria-label="Current bidder"
      className={classNames(
        'flex items-center gap-3 rounded-[18px] py-2.5 pr-3.5 pl-2.5',
        isMe ? 'bg-ok-soft' : 'bg-surface shadow-1',
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
      <div className="min-w-0 flex-1">
        <p className={classNames('text-xs', isMe ? 'text-ink' : 'text-ink-3')}>
          {ageS === null ? 'Current bidder' : `Current bidder, ${ageS} s ago`}
        </p>
        <p className="truncate font-semibold">{leader ?? 'No users yet'}</p>
      </div>
      {isMe ? (
        <span className="inline-flex items-center gap-1.5 pr-2.5 text-xs font-semibold text-ok">
          <Crown size={16} aria-hidden />
          Leading
        </span>
      ) : null}
      {isOutbid ? <Chip look="bad">Outbid</Chip> : null}
      <OutbidAlert isMe={isMe} isOutbid={isOutbid} />
    </section>
  );
}

/** The one thing that interrupts: from leading to outbid. */
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
