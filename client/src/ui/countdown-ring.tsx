import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Arc } from './arc.tsx';
import { classNames } from './class-names.ts';

export type RingState = 'running' | 'hot' | 'estimated' | 'ended' | 'won';

interface CountdownRingProps {
  state: RingState;
  /** The share of time left, from 0 to 1. */
  share: number;
  /** The time, such as "14:09", and its unit, if any. */
  time: string;
  unit?: string;
  /** The time in words. */
  label: string;
  /** Content inside the ring; the time is then on a pill below, otherwise inside the ring. */
  children?: ReactNode;
  hasPill?: boolean;
  /** Flashes with each new number; 0 for none. */
  flash?: number;
  className?: string;
}

const radius = 126;
const colours: Record<RingState, string> = {
  running: '#ffb01f',
  hot: '#ff8468',
  estimated: '#8ea2ff',
  ended: '#ffb01f',
  won: '#52d29a',
};
/** A larger change is a jump, not a tick. */
const largestTick = 1 / 30;
/** A smaller change, less than 2 px on the ring, is not animated, because each frame of a moving arc causes a layout. */
const leastTick = 1 / 400;

/** A ring that empties with the time, on a stage. The timer is not announced, because it changes every second. */
export function CountdownRing(props: CountdownRingProps) {
  const { state, share, time, unit, label, children, hasPill = true, flash = 0, className } = props;
  const shown = state === 'won' ? 1 : state === 'ended' ? 0 : Math.min(1, Math.max(0, share));
  const hasPicture = children !== undefined;
  return (
    <div className={classNames('relative', className)}>
      <Dial state={state} shown={shown} hasPicture={hasPicture} />
      {hasPicture ? (
        <>
          <div className={classNames('absolute inset-[13.5%]', state === 'estimated' && 'opacity-70')}>
            {children}
          </div>
          {flash > 0 ? <RingFlash key={flash} /> : null}
          {hasPill ? <TimePill state={state} time={time} unit={unit} label={label} /> : null}
        </>
      ) : (
        <span
          role="timer"
          aria-label={label}
          className={classNames(
            'absolute inset-0 grid place-items-center font-display text-xl leading-none font-bold tracking-tight',
            state === 'estimated' ? 'text-on-stage-2' : state === 'won' ? 'text-win' : 'text-white',
          )}
        >
          {state === 'won' ? <Check size={28} aria-hidden /> : <Pulse isOn={state === 'hot'}>{time}</Pulse>}
        </span>
      )}
    </div>
  );
}

function Dial({ state, shown, hasPicture }: { state: RingState; shown: number; hasPicture: boolean }) {
  const moves = classNames('motion-reduce:transition-none', useRingTransition(shown));
  const ring = { box: 280, radius, width: hasPicture ? 12 : 18 };
  return (
    <svg viewBox="0 0 280 280" aria-hidden="true" className="w-full">
      <Arc {...ring} stroke="rgba(201,210,255,.2)" />
      {/* 60 ticks: dashes of 1.6 px on a circle of 60 × 11.52 px. */}
      <circle
        cx="140"
        cy="140"
        r={hasPicture ? 110 : 90}
        pathLength={60}
        fill="none"
        stroke="#c9d2ff"
        strokeOpacity=".35"
        strokeWidth={hasPicture ? 6 : 12}
        strokeDasharray={hasPicture ? '.14 .86' : '.24 .76'}
      />
      <Arc
        {...ring}
        stroke={colours[state]}
        share={shown}
        isMoving
        className={classNames('transition-[stroke-dashoffset]', moves, shown === 0 && 'opacity-0')}
      />
      {shown > 0 && (state === 'running' || state === 'hot') ? (
        <g
          style={{ transform: `rotate(${shown * 360}deg)` }}
          className={classNames('origin-center transition-transform', moves)}
        >
          <circle
            cx="140"
            cy={140 - radius}
            r={hasPicture ? 11 : 16}
            fill="#fff"
            stroke="#16277f"
            strokeWidth={hasPicture ? 3 : 6}
          />
        </g>
      ) : null}
    </svg>
  );
}

/** A ring that leaves outwards once. */
export function RingFlash() {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-[3%] animate-flash rounded-full border-[10px] border-win opacity-0"
    />
  );
}

interface TimePillProps {
  state: RingState;
  time: string;
  unit: string | undefined;
  label: string;
}

function TimePill({ state, time, unit, label }: TimePillProps) {
  const notes = [unit, state === 'estimated' ? 'estimated' : ''].filter(Boolean).join(', ');
  return (
    <div
      role="timer"
      aria-label={label}
      className={classNames(
        'absolute -bottom-4 left-1/2 flex -translate-x-1/2 items-baseline gap-1.5 rounded-full px-4.5 pt-[7px] pb-2 font-display text-[min(1.75rem,7.2vw)] leading-none font-bold tracking-tight whitespace-nowrap shadow-[0_0_0_5px_var(--color-stage)] transition-colors duration-(--dur-state) lg:px-7 lg:pt-3 lg:pb-3.5 lg:text-[2.75rem]',
        state === 'hot' ? 'bg-live' : 'bg-[#0a0f2e]',
        state === 'won' ? 'items-center text-win' : 'text-white',
      )}
    >
      {state === 'won' ? <Check size={26} aria-hidden /> : null}
      <Pulse isOn={state === 'hot'}>{time}</Pulse>
      <span
        className={classNames(
          'font-sans text-[min(0.8125rem,4vw)] font-semibold tracking-normal lg:text-base',
          state === 'hot' ? 'text-white' : 'text-on-stage-2',
        )}
      >
        {notes}
      </span>
    </div>
  );
}

function Pulse({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return <span className={isOn ? 'inline-block animate-last-seconds' : undefined}>{children}</span>;
}

/** Returns the transition: a tick takes one second, a jump is eased, and a step too small to see is not animated. */
function useRingTransition(share: number): string {
  const [known, setKnown] = useState({ share, step: 0 });
  if (known.share !== share) setKnown({ share, step: Math.abs(share - known.share) });
  if (known.step < leastTick) return 'duration-0';
  return known.step > largestTick ? 'duration-(--dur-enter) ease-out' : 'duration-1000 ease-linear';
}
