import { Button } from '../../ui/button.tsx';

interface OlderButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Reads the next page of a list, while there is one (X1). */
export function OlderButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: OlderButtonProps) {
  if (!hasNextPage) return null;
  return (
    <Button look="line" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      Older
    </Button>
  );
}
