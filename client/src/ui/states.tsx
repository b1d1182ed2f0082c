import { CircleAlert } from 'lucide-react';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { EmptyRing } from './art/empty-ring.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Note } from './note.tsx';

interface EmptyStateProps {
  title: string;
  /** One line on what comes next. */
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
  /** Of the title: one below that of the section it stands in. */
  level?: 2 | 3;
}

export function EmptyState({ title, children, action, className, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div
      className={classNames('grid justify-items-center gap-1.5 px-5 py-7 text-center text-ink-2', className)}
    >
      <EmptyRing className="mb-1.5 size-24" />
      <Heading className="text-ctl text-ink">{title}</Heading>
      {children ? <p className="text-sm">{children}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}

interface ErrorStateProps {
  message: string;
  onRetry?: () => void;
  /** Nothing else can be shown: a card in the place of the content, where otherwise a note stands above it. */
  isWhole?: boolean;
}

/** A load that failed, above what is still shown or in its place. */
export function ErrorState({ message, onRetry, isWhole }: ErrorStateProps) {
  const retry = onRetry ? (
    <Button look="line" size="sm" onClick={onRetry}>
      Try again
    </Button>
  ) : undefined;
  if (!isWhole) {
    return (
      <Note look="error" role="alert" action={retry}>
        {message}
      </Note>
    );
  }
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-1.5 rounded-lg bg-surface p-5 text-center shadow-2"
    >
      <CircleAlert size={28} aria-hidden className="text-danger" />
      <p className="font-bold">{message}</p>
      {retry ? <div className="mt-1.5">{retry}</div> : null}
    </div>
  );
}

/** As `skeleton` in app.css has it. */
const hiddenForMs = 200;
const leastShownMs = 400;

/**
 * Whether to show shapes for what is loading: once they are there they stay for a moment, so that nothing flickers.
 * (The shapes themselves stay invisible for their first 200 ms.)
 */
export function useSteadyLoading(isLoading: boolean): boolean {
  const [isShown, setIsShown] = useState(isLoading);
  const sinceMs = useRef(0);
  useEffect(() => {
    if (isLoading) {
      sinceMs.current = performance.now();
      setIsShown(true);
      return;
    }
    const elapsedMs = performance.now() - sinceMs.current;
    // Within the first 200 ms nothing was visible, so that there is nothing to keep.
    const waitMs = elapsedMs < hiddenForMs ? 0 : Math.max(0, hiddenForMs + leastShownMs - elapsedMs);
    // What takes their place may be long: as a transition it is made in small pieces.
    const timer = setTimeout(() => startTransition(() => setIsShown(false)), waitMs);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isShown;
}

/** Grey shapes while something loads; the words are for those who cannot see them. */
export function Skeletons({ text, count, className }: { text: string; count: number; className: string }) {
  return (
    <>
      <span role="status" className="sr-only">
        {text}
      </span>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all the same
        <div key={at} aria-hidden="true" className={classNames('skeleton', className)} />
      ))}
    </>
  );
}
