import { formatNumber } from '@copup/shared/coins.ts';
import type { ReactNode } from 'react';

interface FactsProps {
  label: string;
  /** A number is formatted. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

// Each draws its lines: a row may have fewer cells than there are columns.
const cell = 'px-4 py-3 shadow-[0_0_0_1px_var(--c-line)] last:odd:col-span-full lg:last:odd:col-span-1';

/** Formats coins that may be owed: "−1,200". */
export const signed = (coins: number) => `${coins < 0 ? '−' : ''}${formatNumber(Math.abs(coins))}`;

/** Figures side by side, two in a row on phones. */
export function Facts({ label, facts }: FactsProps) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-surface lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      {facts.map(([name, value], nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
        <div key={nth} className={cell}>
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="text-lg font-bold wrap-anywhere">
            {typeof value === 'number' ? formatNumber(value) : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
