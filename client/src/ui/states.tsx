import { CircleAlert } from 'lucide-react';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { EmptyRing } from './art/empty-ring.tsx';
import { Button, ButtonLink } from './button.tsx';
import { classNames } from './class-names.ts';
import { Note } from './note.tsx';

interface NextPageProps {
  to: string;
  name: string;
  look?: 'ink' | 'line';
  size?: 'sm';
}

function NextPage({ name, ...way }: NextPageProps) {
  return (
    <ButtonLink look="ink" {...way}>
      {name}
    </ButtonLink>
  );
}

interface EmptyStateProps {
  title: string;
  /** One line about the next step. */
  children?: ReactNode;
  action?: ReactNode;
  /** The page of the next step, in place of an action. */
  link?: NextPageProps;
  className?: string;
  /** Heading level of the title: one below that of the section. */
  level?: 2 | 3;
}

export function EmptyState({ title, children, action, link, className, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div
      className={classNames('grid justify-items-center gap-1.5 px-5 py-7 text-center text-ink-2', className)}
    >
      <EmptyRing className="mb-1.5 size-24" />
      <Heading className="text-ctl text-ink">{title}</Heading>
      {children ? <p className="text-sm">{children}</p> : null}
      {action || link ? <div className="mt-3">{link ? <NextPage {...link} /> : action}</div> : null}
    </div>
  );
}

interface ErrorStateProps {
  message: string;
  onRetry?: () => void;
  /** Whether there is no other content: shows a card in its place instead of a note above it. */
  isWhole?: boolean;
  /** What the error means for the user. */
  children?: ReactNode;
}

/** A failed load, above the remaining content or in its place. */
export function ErrorState({ message, onRetry, isWhole, children }: ErrorStateProps) {
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
      {children ? <p className="text-sm text-ink-2">{children}</p> : null}
      {retry ? <div className="mt-1.5">{retry}</div> : null}
    </div>
  );
}

interface FailedReadProps extends Omit<ErrorStateProps, 'onRetry'> {
  /** The state of the request, as react-query returns it. */
  query: { isError: boolean; refetch: () => unknown };
}

/** The error of a failed read; nothing while it has not failed. */
export function FailedRead({ query, ...error }: FailedReadProps) {
  return query.isError ? <ErrorState {...error} onRetry={() => void query.refetch()} /> : null;
}

/** The same value as `skeleton` in app.css. */
const hiddenForMs = 200;
const leastShownMs = 400;

/**
 * Returns whether to show skeletons: once visible, they stay for a minimum time, so that nothing flickers. (They are invisible
 * for the first 200 ms.)
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
    // Within the first 200 ms nothing was visible, so there is no minimum time.
    const waitMs = elapsedMs < hiddenForMs ? 0 : Math.max(0, hiddenForMs + leastShownMs - elapsedMs);
    // The content may be long; a transition renders it in small steps.
    const timer = setTimeout(() => startTransition(() => setIsShown(false)), waitMs);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isShown;
}

interface SkeletonsProps {
  text: string;
  count: number;
  className: string;
  /** Whether the text is visible and not only for screen readers. */
  isTextShown?: boolean;
}

/** Grey shapes during loading, with a text. */
export function Skeletons({ text, count, className, isTextShown = false }: SkeletonsProps) {
  return (
    <>
      <span
        role="status"
        className={isTextShown ? 'animate-[copup-appear_1ms_200ms_both] text-sm text-ink-2' : 'sr-only'}
      >
        {text}
      </span>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are equal
        <div key={at} aria-hidden="true" className={classNames('skeleton', className)} />
      ))}
    </>
  );
}
