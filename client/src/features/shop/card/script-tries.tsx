import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { TRIES } from './try-again.ts';

/** The attempts to load the provider's script, one bar for each. */
export function ScriptTries({ attempt }: { attempt: number }) {
  return (
    <Card className="flex gap-3 p-4">
      <span className="text-brand">
        <Spinner />
      </span>
      <div className="min-w-0 flex-1">
        <p role="status">
          <span className="block font-semibold">The payment window is slow to open</span>
          <span className="block text-sm text-ink-2">
            Try {attempt} of {TRIES}. Nothing has been charged.
          </span>
        </p>
        <span aria-hidden="true" className="mt-2.5 grid grid-cols-3 gap-1.5">
          {Array.from({ length: TRIES }, (_, nth) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the number of the attempt
              key={nth}
              className={classNames(
                'h-1.5 rounded-full',
                nth + 1 < attempt ? 'bg-warn' : nth + 1 === attempt ? 'bg-brand' : 'bg-sunken',
              )}
            />
          ))}
        </span>
      </div>
    </Card>
  );
}
