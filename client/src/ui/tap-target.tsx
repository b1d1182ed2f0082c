import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import { prefersStillness } from '../lib/thrift.ts';
import { CoinCharacter } from './art/coin-character.tsx';
import { classNames } from './class-names.ts';

interface TapTargetProps {
  state: 'waiting' | 'active' | 'ended' | 'offline';
  onTap: () => void;
}

interface Floater {
  id: number;
  /** From the target's left and top edge, in px. */
  x: number;
  y: number;
}

const mostFloaters = 6;
const pressMs = 120;

/** The coin to tap. Every finger counts when it goes down, and Space and Enter once a press, however long. */
export function TapTarget({ state, onTap }: TapTargetProps) {
  const art = useRef<HTMLSpanElement>(null);
  const next = useRef(0);
  const [floaters, setFloaters] = useState<readonly Floater[]>([]);
  // Offline taps are counted here and sent later.
  const isOpen = state === 'active' || state === 'offline';

  const tap = (x: number, y: number) => {
    if (!isOpen) return;
    onTap();
    if (prefersStillness()) return;
    next.current += 1;
    const floater = { id: next.current, x, y };
    setFloaters((now) => [...now.slice(1 - mostFloaters), floater]);
    art.current?.animate([{ transform: 'scale(0.96)' }, { transform: 'none' }], {
      duration: pressMs,
      easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    });
  };
  const tapMiddle = (target: HTMLElement) => tap(target.offsetWidth / 2, target.offsetHeight / 3);

  return (
    <button
      type="button"
      aria-label="Tap"
      disabled={!isOpen}
      className={classNames(
        'relative isolate block w-[max(268px,min(34dvh,400px))] touch-manipulation rounded-full select-none',
        'before:absolute before:top-[58%] before:left-1/2 before:-z-1 before:aspect-square before:w-[112%] before:-translate-1/2 before:rounded-full before:border-3 before:border-dashed before:border-[#c9d2ff]/32',
        !isOpen && 'cursor-not-allowed opacity-60',
      )}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        tap(event.clientX - left, event.clientY - top);
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        if (!event.repeat) tapMiddle(event.currentTarget);
      }}
      onKeyUp={(event) => {
        if (event.key === ' ') event.preventDefault();
      }}
      onClick={(event) => {
        // Fingers and keys were counted already; a click without either comes from assistive technology.
        if (event.detail === 0) tapMiddle(event.currentTarget);
      }}
    >
      <span ref={art} className="block">
        <CoinCharacter className="w-full" />
      </span>
      {floaters.map(({ id, x, y }) => (
        <span
          key={id}
          aria-hidden="true"
          data-floater
          style={{ '--float-x': `${x - 14}px`, '--float-y': `${y - 28}px` } as CSSProperties}
          className="pointer-events-none absolute top-0 left-0 animate-float font-display text-xl font-bold text-coin-hi"
          onAnimationEnd={() => setFloaters((now) => now.filter((each) => each.id !== id))}
        >
          +1
        </span>
      ))}
    </button>
  );
}
