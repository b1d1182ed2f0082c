import { Button } from './button.tsx';

interface ShowMoreProps {
  /** The state of the list, as react-query returns it. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  text?: string;
  size?: 'sm';
  className?: string;
}

/** Reads the next page of a list, while there is one (X1). */
export function ShowMore({ query, text = 'Show more', ...look }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button look="line" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} {...look}>
      {text}
    </Button>
  );
}
