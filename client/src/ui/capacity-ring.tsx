import { formatNumber } from '@copup/shared/coins.ts';
import { Arc } from './arc.tsx';

/** A ring that fills until the least number of players has joined, with both numbers inside. */
export function CapacityRing({ taken, least }: { taken: number; least: number }) {
  const share = least > 0 ? Math.min(1, taken / least) : 0;
  return (
    <span className="relative block size-15.5 shrink-0">
      <svg viewBox="0 0 120 120" aria-hidden="true" className="size-full">
        <Arc box={120} radius={45.5} width={13} stroke="var(--c-sunken)" />
        {share > 0 ? <Arc box={120} radius={45.5} width={13} stroke="var(--c-brand)" share={share} /> : null}
      </svg>
      <span className="absolute inset-0 grid place-content-center text-center text-xs leading-none font-bold tracking-tight">
        {formatNumber(taken)}{' '}
        <span className="text-[0.6875rem] font-semibold text-ink-3">min {formatNumber(least)}</span>
      </span>
    </span>
  );
}
