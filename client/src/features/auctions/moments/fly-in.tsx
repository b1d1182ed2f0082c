import { useLayoutEffect, useRef, useState } from 'react';
import { prefersStillness } from '../../../lib/thrift.ts';
import { classNames } from '../../../ui/class-names.ts';

const flightMs = 420;

/** X16: the seconds gained, which fly from the newest bid to the ring, with a dotted trail behind them. */
export function FlyIn({ seconds }: { seconds: number }) {
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
