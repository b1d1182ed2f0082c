import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';

/** The steps of a form or a purchase; `at` is the current one. */
export function Steps({ steps, at }: { steps: readonly string[]; at: number }) {
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
