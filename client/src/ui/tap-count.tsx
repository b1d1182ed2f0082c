import { formatNumber } from '@copup/shared/coins.ts';

interface TapCountProps {
  count: number;
  /** Taps that wait until the connection is back. */
  unsent: number;
}

/** The user's own taps. Not announced: it changes with every tap. */
export function TapCount({ count, unsent }: TapCountProps) {
  return (
    <p className="grid justify-items-center text-center">
      <span className="font-display text-[5.25rem] leading-[0.9] font-bold tracking-tighter lg:text-[7rem]">
        {formatNumber(count)}
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
