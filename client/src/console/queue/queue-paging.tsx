import { Button } from '../../ui/button.tsx';
import { pagesOf } from './use-queue.ts';

interface QueuePagingProps {
  page: number;
  total: number;
  onGo: (page: number) => void;
}

/** The pages of a queue, if there are several. */
export function QueuePaging({ page, total, onGo }: QueuePagingProps) {
  const pages = pagesOf(total);
  if (pages <= 1) return null;
  return (
    <div className="flex items-center justify-between gap-2 text-sm text-ink-2">
      <Button look="line" size="sm" disabled={page === 1} onClick={() => onGo(page - 1)}>
        Previous
      </Button>
      Page {page} of {pages}
      <Button look="line" size="sm" disabled={page >= pages} onClick={() => onGo(page + 1)}>
        Next page
      </Button>
    </div>
  );
}
