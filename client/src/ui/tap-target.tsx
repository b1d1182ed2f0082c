import { type PointerEvent, useEffect, useRef } from 'react';
import { prefersStillness } from '../lib/thrift.ts';
import { CoinCharacter } from './art/coin-character.tsx';
import { classNames } from './class-names.ts';

const mostFloaters = 6;
const pressMs = 120;
const floatMs = 600;
const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/**
 * The coin to tap. A tap animates existing elements (the art and one of six floaters) by transform and opacity, so it causes no
 * layout. Every pointer counts when it goes down; Space and Enter count once per press.
 */
export function TapTarget({ state, onTap }: { state: 'active' | 'ended' | 'offline'; onTap: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const place = usePlace(button);
  const { art, floaters, show } = useTapShow();
  // Taps while offline are counted here and sent later.
  const isOpen = state === 'active' || state === 'offline';
  const tap = (x: number, y: number) => {
    if (!isOpen) return;
    onTap();
    if (!prefersStillness()) show(x, y);
  };
  const tapMiddle = () => {
    const { width, height } = place();
    tap(width / 2, height / 3);
  };

  return (
    <button
      ref={button}
      type="button"
      aria-label="Tap"
      disabled={!isOpen}
      className={classNames(
        'relative isolate block w-[max(268px,min(34dvh,400px))] touch-manipulation rounded-full select-none',
        'before:absolute before:top-[58%] before:left-1/2 before:-z-1 before:aspect-square before:w-[112%] before:-translate-1/2 before:rounded-full before:border-3 before:border-dashed before:border-[#c9d2ff]/32',
        !isOpen && 'cursor-not-allowed opacity-60',
      )}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        const { left, top } = place();
        tap(event.clientX - left, event.clientY - top);
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        if (!event.repeat) tapMiddle();
      }}
      onKeyUp={(event) => {
        if (event.key === ' ') event.preventDefault();
      }}
      onClick={(event) => {
        // Pointers and keys were already counted; a click without either comes from assistive technology.
        if (event.detail === 0) tapMiddle();
      }}
    >
      {/* Without will-change, the begin and the end of each animation would lay out the art. */}
      <span ref={art} className="block will-change-transform">
        <CoinCharacter className="w-full" />
      </span>
      <span ref={floaters} aria-hidden="true" className="pointer-events-none absolute inset-0">
        {Array.from({ length: mostFloaters }, (_, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed pool
            key={at}
            data-floater
            className="absolute top-0 left-0 font-display text-xl font-bold text-coin-hi opacity-0 will-change-[transform,opacity]"
          >
            +1
          </span>
        ))}
      </span>
    </button>
  );
}

/** Animates the art, and the next of the floaters from the place of the tap. */
function useTapShow() {
  const art = useRef<HTMLSpanElement>(null);
  const floaters = useRef<HTMLSpanElement>(null);
  const next = useRef(0);
  const show = (x: number, y: number) => {
    const floater = floaters.current?.children[next.current % mostFloaters];
    next.current += 1;
    const at = `translate(${x - 14}px, ${y - 28}px)`;
    floater?.animate(
      [
        { opacity: 1, transform: at },
        { opacity: 0, transform: `${at} translateY(-72px)` },
      ],
      { duration: floatMs, easing },
    );
    art.current?.animate([{ transform: 'scale(0.96)' }, { transform: 'scale(1)' }], {
      duration: pressMs,
      easing,
    });
  };
  return { art, floaters, show };
}

/** The target's position on the screen, measured once and again after events that can move it: measuring at each tap could force a layout. */
function usePlace(target: { readonly current: HTMLElement | null }): () => DOMRect {
  const known = useRef<DOMRect>(undefined);
  useEffect(() => {
    const forget = () => {
      known.current = undefined;
    };
    const size = new ResizeObserver(forget);
    size.observe(document.body);
    addEventListener('scroll', forget, { passive: true, capture: true });
    addEventListener('resize', forget);
    return () => {
      size.disconnect();
      removeEventListener('scroll', forget, { capture: true });
      removeEventListener('resize', forget);
    };
  }, []);
  return () => {
    known.current ??= target.current?.getBoundingClientRect() ?? new DOMRect();
    return known.current;
  };
}
