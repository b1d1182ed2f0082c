import { RotateCw } from 'lucide-react';
import { useListContext } from 'ra-core';
import { Button } from '../ui/button.tsx';
import { Pager } from '../ui/pager.tsx';
import { isEstimate, rangeInWords } from './list-range.ts';

/** The shown range and total, with buttons for other pages and for a reload. */
export function Paging() {
  const { data = [], page, perPage, total = 0, setPage, refetch, isFetching } = useListContext();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
      <p role="status">{rangeInWords({ page, perPage, count: data.length, total })}</p>
      <div className="flex items-center gap-3">
        <Button look="ghost" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {isFetching ? null : <RotateCw size={16} aria-hidden />}
          Reload
        </Button>
        <Pager page={page} perPage={perPage} total={total} isEstimate={isEstimate(total)} onPage={setPage} />
      </div>
    </div>
  );
}
