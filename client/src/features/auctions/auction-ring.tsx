import { memo, useEffect, useState } from 'react';
import { formatMoment, formatRemaining, secondsLeft, spellDuration } from '../../lib/format-time.ts';
import { CountdownRing, type RingState } from '../../ui/countdown-ring.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';
import type { Phase } from './live-auction.ts';

interface AuctionRingProps {
  name: string;
  category: string;
  image: string;
  phase: Phase;
  startsAtMs: number;
  endsAtMs: number;
  nowMs: number;
  /** Whether the connection is lost, so that the time is an estimate from the last update. */
  isEstimated: boolean;
  isWon: boolean;
}

const lastSeconds = 10;

/** The item inside a ring that empties until the auction ends. A bid alone does not render it again. */
export const AuctionRing = memo(function AuctionRing(props: AuctionRingProps) {
  const { phase, startsAtMs, endsAtMs, nowMs } = props;
  const left = phase === 'live' ? secondsLeft(endsAtMs, nowMs) : 0;
  const wholeS = left <= 60 ? 60 : (endsAtMs - startsAtMs) / 1000;
  const [time, unit] = pillText(phase, left, startsAtMs, nowMs);
  return (
    <CountdownRing
      state={stateOf(props, left)}
      share={phase === 'live' ? left / wholeS : 0}
      time={time}
      unit={unit}
      label={phase === 'live' ? `${spellDuration(left)} left` : `${time} ${unit}`.trim()}
      className="mx-auto mt-0.5 w-[min(256px,31dvh)] lg:my-auto lg:w-[min(480px,60dvh)]"
    >
      <ItemPicture
        name={props.name}
        category={props.category}
        image={props.image}
        sizes="(min-width: 1024px) 340px, 182px"
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
export function TimeAnnouncer({ phase, endsAtMs, nowMs }: { phase: Phase; endsAtMs: number; nowMs: number }) {
  const left = secondsLeft(endsAtMs, nowMs);
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
