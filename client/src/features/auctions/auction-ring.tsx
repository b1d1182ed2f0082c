import { memo, useEffect, useState } from 'react';
import { formatMoment, formatRemaining, spellDuration } from '../../lib/format-time.ts';
import { CountdownRing, type RingState } from '../../ui/countdown-ring.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';
import type { Phase } from './live-auction.ts';
import { lastSeconds } from './moments/index.ts';

/** What the ring shows of an auction. */
export interface RingView {
  phase: Phase;
  endsAtMs: number;
  /** Whole seconds to the end, while the auction is live. */
  left: number;
  nowMs: number;
  /** Whether the connection is lost, so that the time is an estimate from the last update. */
  isEstimated: boolean;
  isWon: boolean;
  /** The number of the user's own bid that was just accepted; 0 without one. */
  flash: number;
}

interface AuctionRingProps extends RingView {
  name: string;
  category: string;
  image: string;
  startsAtMs: number;
}

/** The item inside a ring that empties until the auction ends. A bid alone does not render it again. */
export const AuctionRing = memo(function AuctionRing(props: AuctionRingProps) {
  const { phase, startsAtMs, endsAtMs, left, nowMs } = props;
  const wholeS = left <= 60 ? 60 : (endsAtMs - startsAtMs) / 1000;
  const [time, unit] = pillText(phase, left, startsAtMs, nowMs);
  return (
    <CountdownRing
      state={stateOf(props, left)}
      share={phase === 'live' ? left / wholeS : 0}
      time={time}
      unit={unit}
      label={phase === 'live' ? `${spellDuration(left)} left` : `${time} ${unit}`.trim()}
      flash={props.flash}
      hasPill={phase === 'live' || phase === 'pending' || phase === 'closing' || props.isWon}
      className="mx-auto mt-0.5 w-47 max-lg:[@media(min-height:800px)]:w-58 lg:my-auto lg:w-[min(460px,58dvh)]"
    >
      <ItemPicture
        item={props}
        sizes="(min-width: 1024px) 330px, 156px"
        isEager
        isRound
        className="size-full"
      />
    </CountdownRing>
  );
});

function stateOf({ phase, isEstimated, isWon }: AuctionRingProps, left: number): RingState {
  if (isWon) return 'won';
  if (phase !== 'live') return 'ended';
  if (isEstimated) return 'estimated';
  return left <= lastSeconds ? 'hot' : 'running';
}

function pillText(phase: Phase, left: number, startsAtMs: number, nowMs: number): [string, string] {
  switch (phase) {
    case 'live':
      return [formatRemaining(left), left < 60 ? (left === 1 ? 'second' : 'seconds') : ''];
    case 'pending':
      return [formatMoment(startsAtMs, nowMs), 'starts'];
    default:
      return ['0', 'seconds'];
  }
}

/** Announces the time left at one minute, at ten seconds and at the end; the timer itself is not announced. */
export function TimeAnnouncer({ phase, left }: { phase: Phase; left: number }) {
  const [text, setText] = useState('');
  const step = phase !== 'live' ? 'end' : left <= lastSeconds ? 'ten' : left <= 60 ? 'minute' : 'far';
  const [first] = useState(step);
  useEffect(() => {
    if (step === first) return;
    const words = { end: 'The auction has ended', ten: '10 seconds left', minute: '1 minute left', far: '' };
    setText(words[step]);
  }, [step, first]);
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
