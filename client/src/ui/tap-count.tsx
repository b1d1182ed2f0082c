import { formatNumber } from '@copup/shared/coins.ts';
import { useCoalesced } from './use-coalesced.ts';

interface TapCountProps {
  count: number;
  /** Taps that wait until the connection is back. */
  unsent: number;
}

const digits = '0123456789'.split('');
/** The words for a screen reader follow at this pace: new text is laid out anew. */
const spokenEveryMs = 5_000;

/**
 * The user's own taps. Not announced: it changes with every tap. Each digit is a strip that is moved by transform, so
 * that a tap lays nothing out; only a number with more digits does.
 */
export function TapCount({ count, unsent }: TapCountProps) {
  const spoken = useCoalesced(count, spokenEveryMs);
  const text = formatNumber(count);
  return (
    <p className="grid justify-items-center text-center">
      <span className="sr-only">{formatNumber(spoken)}</span>
      <span
        aria-hidden="true"
        data-count={count}
        className="inline-flex h-[0.9em] overflow-clip font-display text-[5.25rem] leading-[0.9] font-bold tracking-tighter lg:text-[7rem]"
        style={{ width: `${widthOf(text)}em` }}
      >
        {signsOf(text).map(({ place, sign }) => (
          <Sign key={place} sign={sign} />
        ))}
      </span>
      <span className="font-semibold text-on-stage-2">your taps</span>
      {unsent > 0 ? (
        <span className="mt-2 rounded-full bg-[#ffebd3] px-3 py-1 text-xs font-semibold text-[#6b3500]">
          {formatNumber(unsent)} unsent, sent once you are back
        </span>
      ) : null}
    </p>
  );
}

const digitEm = 0.58;
const commaEm = 0.26;
const widthOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + (sign === ',' ? commaEm : digitEm), 0);

/** Each sign by its place from the right, so that a digit keeps its strip when the number grows. */
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
      style={{ width: `${digitEm}em`, transform: `translateY(${-0.9 * Number(sign)}em)` }}
    >
      {digits.map((digit) => (
        <span key={digit} className="block h-[0.9em]">
          {digit}
        </span>
      ))}
    </span>
  );
}
