import { formatNumber } from '@copup/shared/coins.ts';
import { Button } from '../ui/button.tsx';

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  /** Whether the total, and so the number of pages, is an estimate. */
  isEstimate?: boolean;
  /** The name of the button, if another Next is near. */
  next?: string;
  onPage: (page: number) => void;
}

/** The pages of a list, if there are several. */
export function Pager({ page, perPage, total, isEstimate = false, next = 'Next', onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-3 text-sm text-ink-2">
      <Button look="line" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        Page {formatNumber(page)} of {isEstimate ? 'about ' : ''}
        {formatNumber(pages)}
      </span>
      <Button look="line" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {next}
      </Button>
    </nav>
  );
}
