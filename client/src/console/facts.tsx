import { formatNumber } from '@copup/shared/coins.ts';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

export interface Fact {
  name: ReactNode;
  value: ReactNode;
  isEmphasized?: boolean;
}

// Each draws its lines: a row may have fewer cells than there are columns.
const cell = 'px-4 py-3 shadow-[0_0_0_1px_var(--c-line)] last:odd:col-span-full lg:last:odd:col-span-1';

/** Formats coins that may be owed: "−1,200". */
export const signed = (coins: number) => `${coins < 0 ? '−' : ''}${formatNumber(Math.abs(coins))}`;

/** Figures side by side, two in a row on phones. */
export function Facts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-surface lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      {facts.map(({ name, value, isEmphasized }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
        <div key={nth} className={cell}>
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className={classNames('text-lg font-bold wrap-anywhere', isEmphasized && 'text-ok')}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
