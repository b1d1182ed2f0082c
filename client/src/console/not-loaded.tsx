import { messageOf } from '../lib/api-error.ts';
import { ErrorState, Skeletons } from '../ui/states.tsx';

interface ReadErrorProps {
  /** The state of the request, as react-query returns it. */
  query: { error: unknown; refetch: () => unknown };
  /** For an error without a message of the server. */
  failed: string;
  /** Whether there is no other content. */
  isWhole?: boolean;
}

/** The error of a request, with another try; nothing without an error. */
export function ReadError({ query: { error, refetch }, failed, ...look }: ReadErrorProps) {
  if (!error) return null;
  return <ErrorState message={messageOf(error, failed)} onRetry={() => void refetch()} {...look} />;
}

interface NotLoadedProps extends ReadErrorProps {
  text?: string;
  count: number;
  className: string;
}

/** In the place of content that has not been read: skeletons, or the error. */
export function NotLoaded({ text = 'Loading...', count, className, ...failure }: NotLoadedProps) {
  if (failure.query.error) return <ReadError {...failure} />;
  return <Skeletons text={text} count={count} className={className} />;
}
