import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useListSortContext } from 'ra-core';
import { classNames } from '../ui/class-names.ts';
import { Select } from '../ui/field.tsx';
import { type Column, whereShown } from './columns.tsx';

const orderNames = { ASC: 'ascending', DESC: 'descending' } as const;

/** The head of a column; if the server can sort by it, a button that sorts and toggles the order. */
export function ColumnHead<Row>({ column }: { column: Column<Row> }) {
  const { sort, setSort } = useListSortContext();
  const field = column.sort;
  const order = field !== undefined && sort.field === field ? sort.order : undefined;
  const Arrow = order === 'ASC' ? ArrowUp : order === 'DESC' ? ArrowDown : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={field === undefined ? undefined : order ? orderNames[order] : 'none'}
      className={classNames(
        'px-2.5 font-normal whitespace-nowrap lg:px-3.5',
        column.isNumber && 'text-right',
        whereShown(column),
      )}
    >
      {field === undefined ? (
        column.name
      ) : (
        <button
          type="button"
          className={classNames(
            'inline-flex min-h-tap min-w-tap items-center gap-1',
            column.isNumber && 'flex-row-reverse',
            order && 'font-semibold text-ink',
          )}
          onClick={() => setSort({ field, order: order === 'ASC' ? 'DESC' : 'ASC' })}
        >
          {column.name}
          <Arrow size={14} aria-hidden className={order ? '' : 'opacity-60'} />
        </button>
      )}
    </th>
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
      >
        {isListed ? null : <option value={`${sort.field} ${sort.order}`}>Newest first</option>}
        {sortable.flatMap(({ name, sort: field }) => [
          <option key={`${name} up`} value={`${field} ASC`}>
            {field === 'id' ? 'Oldest first' : `${name}, ascending`}
          </option>,
          <option key={`${name} down`} value={`${field} DESC`}>
            {field === 'id' ? 'Newest first' : `${name}, descending`}
          </option>,
        ])}
      </Select>
    </div>
  );
}
