import { formatNumber } from '@copup/shared/coins.ts';
import type { CSSProperties } from 'react';
import { useCoalesced } from './use-coalesced.ts';

interface TapCountProps {
  count: number;
  /** Taps that are sent after a reconnect. */
  unsent: number;
  name?: string;
}

const digits = '0123456789'.split('');
/** Throttle interval of the text for screen readers, because new text causes a layout. */
const spokenEveryMs = 5_000;

/**
 * The user's own taps. Not announced, because it changes with every tap. Each digit is a strip moved by transform, so that a tap
 * causes no layout unless the number gets longer.
 */
export function TapCount({ count, unsent, name = 'Your taps' }: TapCountProps) {
  const spoken = useCoalesced(count, spokenEveryMs);
  const text = formatNumber(count);
  return (
    <p className="grid justify-items-center text-center">
      <span className="sr-only">
        {name}: {formatNumber(spoken)}
      </span>
      <span
        aria-hidden="true"
        data-count={count}
        className="inline-flex h-[1.05em] w-[calc(var(--count-em)*1em)] overflow-clip font-display text-[min(5.25rem,calc(88vw/var(--count-em)))] leading-[1.05] font-bold tracking-tighter lg:text-[min(7rem,calc(34rem/var(--count-em)))]"
        style={{ '--count-em': widthOf(text) } as CSSProperties}
      >
        {signsOf(text).map(({ place, sign }) => (
          <Sign key={place} sign={sign} />
        ))}
      </span>
      <span aria-hidden="true" className="font-semibold text-on-stage-2">
        {name.toLowerCase()}
      </span>
      {unsent > 0 ? (
        <span className="mt-2 rounded-full bg-[#ffebd3] px-3 py-1 text-xs font-semibold text-[#6b3500]">
          {formatNumber(unsent)} unsent, sent once you are back
        </span>
      ) : null}
    </p>
  );
}

const rowEm = 1.05;
const digitEm = 0.58;
const commaEm = 0.26;
const widthOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + (sign === ',' ? commaEm : digitEm), 0);

/** Returns each sign by its position from the right, so that a digit keeps its strip when the number grows. */
const signsOf = (text: string) => [...text].map((sign, at) => ({ sign, place: text.length - at }));

function Sign({ sign }: { sign: string }) {
  if (sign === ',')
    return (
      <span className="text-center" style={{ width: `${commaEm}em` }}>
        ,
      </span>
    );
  return (
    <span
      className="block text-center will-change-transform"
      style={{ width: `${digitEm}em`, transform: `translateY(${-rowEm * Number(sign)}em)` }}
    >
      {digits.map((digit) => (
        <span key={digit} className="block h-[1.05em]">
          {digit}
        </span>
      ))}
    </span>
  );
}
