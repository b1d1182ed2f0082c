import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface Fact {
  name: string;
  value: ReactNode;
  /** Whether it takes the whole width. */
  isWide?: boolean;
}

/** Names and values in a grid of two columns. */
export function Facts({
  facts,
  isOnStage = false,
}: {
  facts: readonly Fact[];
  isOnStage?: boolean | undefined;
}) {
  return (
    <dl
      className={classNames(
        'grid grid-cols-2 gap-px overflow-hidden rounded-[18px] text-left leading-snug',
        isOnStage ? 'bg-white/20' : 'border border-line bg-line',
      )}
    >
      {facts.map(({ name, value, isWide }) => (
        <div
          key={name}
          className={classNames(
            'min-w-0 px-3.5 py-3',
            isOnStage ? 'bg-stage-deep' : 'bg-canvas',
            isWide && 'col-span-full',
          )}
        >
          <dt className={classNames('text-sm', isOnStage ? 'text-on-stage-2' : 'text-ink-3')}>{name}</dt>
          <dd className="font-bold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
