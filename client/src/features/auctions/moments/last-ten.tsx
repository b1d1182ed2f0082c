import { ArrowDown, Crown, Lock, Timer } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatClock, spellDuration } from '../../../lib/format-time.ts';
import { vibrate } from '../../../lib/haptics.ts';
import { playTone } from '../../../lib/sound.ts';
import { prefersStillness } from '../../../lib/thrift.ts';
import { classNames } from '../../../ui/class-names.ts';
import { RingFlash } from '../../../ui/countdown-ring.tsx';
import { SegmentRing } from '../../../ui/segment-ring.tsx';
import type { LateBid } from '../moments.ts';

/** Seconds at which a bidder's phone vibrates, and for how long. */
const vibratesFrom = 3;
const vibrationMs = 15;

/** The deeper colour of the stage. */
export function HotCloth() {
  return (
    <span
      aria-hidden="true"
      className="adire absolute inset-0 -z-1 animate-stage-hot bg-stage-hot [--moon-at:center_-24px] [--moon-size:460px_460px] lg:[--moon-at:center] lg:[--moon-size:860px_860px]"
    />
  );
}

interface LastTenProps {
  left: number;
  hardEndMs: number;
  isBidder: boolean;
  /** The late bid of the last moments. */
  late: LateBid | null;
  /** The number of the user's own bid that was just accepted; 0 without one. */
  flash: number;
}

/** The last ten seconds: a numeral that fills the ring, and one segment for each second. */
export function LastTen({ left, hardEndMs, isBidder, late, flash }: LastTenProps) {
  useEffect(() => {
    if (!isBidder || left === 0) return;
    playTone(880);
    if (left <= vibratesFrom) vibrate(vibrationMs);
  }, [isBidder, left]);
  return (
    <>
      <div className="relative mx-auto mt-0.5 w-[min(288px,34dvh)] lg:my-auto lg:w-[min(500px,60dvh)]">
        <div role="timer" aria-label={`${spellDuration(left)} left`} className="relative aspect-square">
          <span className="absolute inset-[12%] rounded-full bg-stage-hot-deep" />
          <SegmentRing
            lit={left}
            litColour={late ? '#ffb01f' : '#ff8468'}
            outColour="rgba(255,216,205,.16)"
            relitFrom={late ? Math.max(0, late.leftS - late.gainedS) : undefined}
            className="absolute inset-0 size-full"
          />
          <span className="absolute inset-0 grid animate-numeral place-content-center justify-items-center text-center">
            <span
              key={left}
              className={classNames(
                'animate-last-seconds font-display text-[min(168px,19.8dvh)] leading-[0.78] font-bold tracking-[-0.05em] [font-feature-settings:"tnum"_0] lg:text-[min(288px,34.5dvh)]',
                late ? 'text-coin' : 'text-white',
              )}
            >
              {left}
            </span>
            <span className="mt-4 text-[min(1rem,4.6vw)] font-semibold text-ember lg:mt-7 lg:text-[1.375rem]">
              {left === 1 ? 'second' : 'seconds'}
            </span>
          </span>
        </div>
        {flash > 0 ? <RingFlash key={flash} /> : null}
        {late && late.gainedS > 0 ? <FlyIn key={late.seq} seconds={late.gainedS} /> : null}
      </div>
      <p className="relative mt-3 flex justify-center px-4 lg:mb-3">
        <span className="inline-flex flex-wrap items-center justify-center gap-x-1.5 rounded-full bg-black/24 py-1.5 pr-3.5 pl-3 text-sm font-semibold text-ember lg:py-2.5 lg:pr-5 lg:pl-4 lg:text-base">
          <Lock size={16} aria-hidden />
          Latest end <b className="text-white">{formatClock(hardEndMs)}</b>
        </span>
      </p>
    </>
  );
}

/** Beside the price, in place of the current bidder's card: whether the user leads. */
export function Standing({ isLeading }: { isLeading: boolean }) {
  const Icon = isLeading ? Crown : ArrowDown;
  return (
    <span
      className={classNames(
        'inline-flex min-h-8.5 shrink-0 items-center gap-1.5 rounded-full px-3.5 text-[0.9375rem] font-semibold',
        isLeading ? 'bg-ok-soft text-ok' : 'bg-live text-white',
      )}
    >
      <Icon size={16} aria-hidden />
      {isLeading ? 'Leading' : 'Outbid'}
    </span>
  );
}

/** What the last late bid did to the end. It stays until the end, so that later bids move nothing on the screen. */
export function LateNote({ late }: { late: LateBid }) {
  return (
    <p
      role="status"
      className="flex items-center gap-2.5 rounded-[16px] bg-coin-soft px-3 py-2.5 text-sm leading-tight text-ink"
    >
      <Timer size={20} aria-hidden className="shrink-0 text-coin-text" />
      <span>
        {late.isLatest ? (
          <>
            <b>Late bid: the latest end is reached.</b> No bid moves it any more.
          </>
        ) : (
          <>
            <b>
              Late bid: back to {late.leftS} {late.leftS === 1 ? 'second' : 'seconds'}.
            </b>{' '}
            The latest end stays the same.
          </>
        )}
      </span>
    </p>
  );
}

const flightMs = 420;

/** X16: the seconds gained, which fly from the newest bid to the ring, with a dotted trail behind them. */
function FlyIn({ seconds }: { seconds: number }) {
  const chip = useRef<HTMLSpanElement>(null);
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null);
  const [isPlaced, setIsPlaced] = useState(prefersStillness);
  useLayoutEffect(() => {
    if (isPlaced) return;
    // Measured in the frame, which needs the layout anyway.
    const frame = requestAnimationFrame(() => {
      setIsPlaced(true);
      const row = document.querySelector('[data-newest-bid]')?.getBoundingClientRect();
      const place = chip.current?.getBoundingClientRect();
      if (!row || !place) return;
      const x = Math.round(row.right - place.right);
      const y = Math.round(row.top - place.top);
      setFrom({ x, y });
      chip.current?.animate(
        [
          { opacity: 0, transform: `translate(${x}px, ${y}px) scale(0.6)` },
          { opacity: 1, transform: 'none' },
        ],
        { duration: flightMs, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
      );
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaced]);
  return (
    <span className="pointer-events-none absolute top-[24%] -right-[9%] z-3">
      {from ? (
        <svg
          aria-hidden="true"
          width="1"
          height="1"
          className="absolute top-1/2 left-1/2 animate-relight overflow-visible"
        >
          <path
            d={`M0 0 Q ${Math.max(60, from.x / 2)} ${from.y / 2} ${from.x} ${from.y}`}
            fill="none"
            stroke="#ffb01f"
            strokeWidth="4"
            strokeLinecap="round"
            strokeDasharray="1 12"
          />
        </svg>
      ) : null}
      <span ref={chip} data-gained className={classNames('relative block', !isPlaced && 'opacity-0')}>
        <span className="inline-flex h-12 rotate-[-7deg] items-center rounded-full bg-coin px-4.5 font-display text-xl leading-none font-bold whitespace-nowrap text-on-coin shadow-[0_3px_0_#a86200,0_14px_26px_-8px_rgb(0_0_0/0.6)] lg:h-16 lg:px-6.5 lg:text-[2.25rem]">
          +{seconds} s
        </span>
      </span>
    </span>
  );
}
