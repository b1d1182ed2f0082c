import type { ReactNode } from 'react';

/** Names and values in lines. */
export function Rows({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line rounded-[18px] bg-canvas px-4">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-3 py-2.5">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
