import { Check, type LucideIcon } from 'lucide-react';
import { formatShortDate } from '../lib/format-time.ts';
import { classNames } from './class-names.ts';

export interface StepDot {
  name: string;
  /** Of a step that is not done. */
  Icon?: LucideIcon | undefined;
  /** ISO time; null for a step that has no recorded time or is still to come. */
  at?: string | null;
  state: 'done' | 'now' | 'next';
}

const dots = {
  done: 'bg-ok text-surface on-stage:bg-win on-stage:text-stage-deep',
  now: 'bg-brand text-surface shadow-[0_0_0_4px_var(--c-brand-soft)] on-stage:bg-coin on-stage:text-on-coin on-stage:shadow-[0_0_0_4px_rgb(255_176_31/0.25)]',
  next: 'bg-sunken text-ink-3 on-stage:bg-[#26347f] on-stage:text-on-stage-2',
};

/** How far an order or a payout is, with a dot for each step. */
export function StepDots({ label, steps }: { label: string; steps: readonly StepDot[] }) {
  return (
    <ol aria-label={label} className="grid auto-cols-fr grid-flow-col">
      {steps.map(({ name, Icon: Own, at, state }, nth) => {
        const Icon = state === 'done' ? Check : Own;
        return (
          <li
            key={name}
            aria-current={state === 'now' ? 'step' : undefined}
            className={classNames(
              'relative grid min-w-0 content-start justify-items-center gap-1.5 text-center text-[0.8125rem] leading-tight wrap-anywhere text-ink-3 on-stage:text-on-stage-2',
              nth > 0 && 'before:absolute before:top-3 before:right-1/2 before:h-1 before:w-full',
              nth > 0 &&
                (state === 'next'
                  ? 'before:bg-sunken on-stage:before:bg-[#26347f]'
                  : 'before:bg-ok on-stage:before:bg-win'),
            )}
          >
            <span
              className={classNames(
                'relative z-1 grid size-7 place-items-center rounded-full transition-colors duration-160',
                dots[state],
              )}
            >
              {Icon ? <Icon size={16} aria-hidden /> : null}
            </span>
            <span>
              <b
                className={classNames(
                  'block font-semibold',
                  state !== 'next' && 'text-ink on-stage:text-white',
                )}
              >
                {name}
              </b>
              {at ? formatShortDate(Date.parse(at)) : null}
              <span className="sr-only">
                {state === 'done' ? ', done' : state === 'next' ? ', to come' : ''}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
