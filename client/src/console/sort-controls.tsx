import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type SortPayload, useListSortContext } from 'ra-core';
import { classNames } from '../ui/class-names.ts';
import { Select } from '../ui/field.tsx';
import type { BaseColumn } from '../ui/table.tsx';
import type { Column } from './columns.tsx';

const orderNames = { ASC: 'ascending', DESC: 'descending' } as const;

/** Returns how a list is sorted by a column; undefined for one by which the server cannot sort. */
export const sortedBy = (field: string | undefined, sort: SortPayload): BaseColumn<never>['sorted'] =>
  field === undefined ? undefined : sort.field === field ? orderNames[sort.order] : 'none';

/** The head of a column; if the server can sort by it, a button that sorts and toggles the order. */
export function ColumnHead<Row>({ column: { name, sort: field, isNumber } }: { column: Column<Row> }) {
  const { sort, setSort } = useListSortContext();
  if (field === undefined) return name;
  const order = sort.field === field ? sort.order : undefined;
  const Arrow = order === 'ASC' ? ArrowUp : order === 'DESC' ? ArrowDown : ArrowUpDown;
  return (
    <button
      type="button"
      className={classNames(
        'inline-flex min-h-tap min-w-tap items-center gap-1',
        isNumber && 'flex-row-reverse',
        order && 'font-semibold text-ink',
      )}
      onClick={() => setSort({ field, order: order === 'ASC' ? 'DESC' : 'ASC' })}
    >
      {name}
      <Arrow size={14} aria-hidden className={order ? '' : 'opacity-60'} />
    </button>
  );
}

/** A select for the order, for phones, which hide most column heads. */
export function SortSelect<Row>({ columns }: { columns: Column<Row>[] }) {
  const { sort, setSort } = useListSortContext();
  const sortable = columns.filter((column) => column.sort !== undefined);
  if (sortable.length === 0) return null;
  const isListed = sortable.some((column) => column.sort === sort.field);
  return (
    <div className="lg:hidden">
      <Select
        label="Order"
        value={`${sort.field} ${sort.order}`}
        onChange={(chosen) => {
          const [field = '', order] = chosen.split(' ');
          setSort({ field, order: order === 'ASC' ? 'ASC' : 'DESC' });
        }}
        options={[
          ...(isListed ? [] : [[`${sort.field} ${sort.order}`, 'Newest first'] as const]),
          ...sortable.flatMap(({ name, sort: field }) => [
            [`${field} ASC`, field === 'id' ? 'Oldest first' : `${name}, ascending`] as const,
            [`${field} DESC`, field === 'id' ? 'Newest first' : `${name}, descending`] as const,
          ]),
        ]}
      />
    </div>
  );
}
