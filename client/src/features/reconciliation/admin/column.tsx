import type { ReactNode } from 'react';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';

interface ColumnProps<Item> {
  title: string;
  query: {
    data: { items: readonly Item[]; total: number } | undefined;
    error: unknown;
    refetch: () => unknown;
  };
  className?: string;
  onMore: () => void;
  children: (items: readonly Item[]) => ReactNode;
}

/** The first items of a list, and a button for more of them. */
export function Column<Item>({ title, query, className = '', onMore, children }: ColumnProps<Item>) {
  const { data } = query;
  const rest = data ? data.total - data.items.length : 0;
  return (
    <section
      aria-label={title}
      className={`overflow-hidden rounded-lg border border-line bg-surface ${className}`}
    >
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="text-base">{title}</h2>
        <span className="text-sm text-ink-2">{data?.total}</span>
      </header>
      {data ? (
        children(data.items)
      ) : (
        <NotLoaded query={query} failed="The list could not be read." count={4} className="m-3 h-15" />
      )}
      {data?.total === 0 ? <EmptyState title={`${title}: none`} level={3} /> : null}
      {rest > 0 ? (
        <Button look="ghost" size="sm" onClick={onMore} className="w-full">
          {rest} more
        </Button>
      ) : null}
    </section>
  );
}
