import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface RowsProps {
  rows: readonly (readonly [name: string, value: ReactNode])[];
  /** Whether they stand on a card that is already there. */
  isPlain?: boolean;
}

/** Names and values in lines. */
export function Rows({ rows, isPlain = false }: RowsProps) {
  return (
    <dl className={classNames('divide-y divide-line', !isPlain && 'rounded-[18px] bg-canvas px-4')}>
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-3 py-2.5">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
