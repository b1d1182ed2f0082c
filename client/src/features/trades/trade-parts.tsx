import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';

const steps = ['Reserve', 'Pay', 'Proof', 'Coins'] as const;

/** Where a purchase stands; `at` is the current step. */
export function TradeSteps({ at }: { at: number }) {
  return (
    <ol
      aria-label="Steps"
      className="grid grid-cols-[repeat(auto-fit,minmax(4.4rem,1fr))] gap-1.5 text-sm font-semibold"
    >
      {steps.map((name, nth) => (
        <li
          key={name}
          aria-current={nth === at ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-1 border-t-4 pt-1.5 transition-colors duration-(--dur-state)',
            nth < at ? 'border-ok text-ok' : nth === at ? 'border-brand' : 'border-line text-ink-2',
          )}
        >
          {nth < at ? <Check size={14} aria-label="Done:" /> : null}
          {name}
        </li>
      ))}
    </ol>
  );
}

interface TradeStageProps {
  /** By default that of a trade, whose changes take the focus. */
  label?: string;
  mark?: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** What is true of the trade now. The focus moves to it with each new state. */
export function TradeStage({ label, mark, title, text, children }: TradeStageProps) {
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (title && !label) headline.current?.focus({ preventScroll: true });
  }, [title, label]);
  return (
    <section
      aria-label={label ?? 'Your trade'}
      className="stage adire overflow-hidden rounded-[24px] [--moon-at:right_-110px_top_-120px]"
    >
      <div className="flex flex-wrap items-center gap-4 p-4.5">
        {mark}
        <div className="min-w-0 flex-[1_1_10rem]">
          <h2 ref={headline} tabIndex={-1} className="text-xl leading-tight wrap-anywhere outline-none">
            {title}
          </h2>
          <p className="mt-1 wrap-anywhere text-on-stage-2">{text}</p>
        </div>
      </div>
      {children}
    </section>
  );
}
