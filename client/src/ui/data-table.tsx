import { ArrowDown, ArrowUp, Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from './chip.tsx';
import { classNames } from './class-names.ts';
import { EmptyState, Skeletons } from './states.tsx';

export interface TableColumn<Row> {
  key: string;
  name: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Whether phones show the column; they have space for three columns. */
  isOnPhone?: boolean;
  isSortable?: boolean;
}

export interface TableSort {
  key: string;
  direction: 'ascending' | 'descending';
}

interface DataTableProps<Row> {
  title: string;
  aside?: ReactNode;
  columns: readonly TableColumn<Row>[];
  /** Null while loading. */
  rows: readonly Row[] | null;
  keyOf: (row: Row) => string;
  /** On phones: a line below the first cell, for the columns that are not shown. */
  subLine?: (row: Row) => ReactNode;
  isWarning?: (row: Row) => boolean;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
  /** Marks rows that are no longer updated: old ones, or a paused feed. */
  standstill?: { look: 'stale' | 'paused'; text: string } | undefined;
  emptyTitle: string;
}

/** A table of facts, with numbers aligned right. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { title, aside, columns, rows, keyOf, subLine, isWarning, sort, onSort, standstill } = props;
  const lastOnPhone = columns.filter(({ isOnPhone }) => isOnPhone).at(-1);
  return (
    <section aria-label={title} className="overflow-hidden rounded-[18px] bg-surface shadow-1">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3.5 py-1">
        <h2 className="text-base">{title}</h2>
        <span className="flex items-center gap-2 text-xs text-ink-3">
          {standstill ? (
            <Chip look={standstill.look === 'stale' ? 'warn' : 'plain'}>
              {standstill.look === 'paused' ? <Pause size={14} aria-hidden /> : null}
              {standstill.text}
            </Chip>
          ) : null}
          {aside}
        </span>
      </div>
      {rows === null ? (
        <div className="grid gap-2 px-3.5 pb-3.5">
          <Skeletons text="Loading..." count={4} className="h-9" />
        </div>
      ) : null}
      {rows?.length === 0 ? <EmptyState title={props.emptyTitle} /> : null}
      {rows && rows.length > 0 ? (
        <table className="w-full text-sm">
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading
                  key={column.key}
                  column={column}
                  isLastOnPhone={column === lastOnPhone}
                  sort={sort?.key === column.key ? sort.direction : undefined}
                  onSort={onSort}
                />
              ))}
            </tr>
          </thead>
          <tbody className={standstill?.look === 'stale' ? 'text-ink-3' : undefined}>
            {rows.map((row) => (
              <tr
                key={keyOf(row)}
                className={classNames('border-t border-line', isWarning?.(row) && 'bg-warn-soft')}
              >
                {columns.map((column, at) => (
                  <td
                    key={column.key}
                    className={classNames(
                      cellLook(column, column === lastOnPhone),
                      'h-13.5 lg:h-11',
                      at === 0 && 'max-w-0 min-w-40 w-full',
                    )}
                  >
                    <span className={at === 0 ? 'block truncate font-semibold' : undefined}>
                      {column.cell(row)}
                    </span>
                    {at === 0 && subLine ? (
                      <span className="block truncate text-xs text-ink-2 lg:hidden">{subLine(row)}</span>
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

function cellLook<Row>({ isNumber, isOnPhone }: TableColumn<Row>, isLastOnPhone: boolean): string {
  return classNames(
    'px-2 first:pl-3.5 last:pr-3.5',
    isNumber && 'text-right whitespace-nowrap',
    !isOnPhone && 'max-lg:hidden',
    isLastOnPhone && 'max-lg:pr-3.5',
  );
}

interface HeadingProps<Row> {
  column: TableColumn<Row>;
  isLastOnPhone: boolean;
  sort: TableSort['direction'] | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
}

function Heading<Row>({ column, isLastOnPhone, sort, onSort }: HeadingProps<Row>) {
  const canSort = column.isSortable && onSort;
  const Icon = sort === 'ascending' ? ArrowUp : ArrowDown;
  const content = canSort ? (
    <button
      type="button"
      className={classNames(
        'inline-flex min-h-tap items-center gap-1 font-semibold',
        column.isNumber && 'flex-row-reverse',
      )}
      onClick={() =>
        onSort({ key: column.key, direction: sort === 'descending' ? 'ascending' : 'descending' })
      }
    >
      {column.name}
      <Icon size={14} aria-hidden className={sort ? undefined : 'opacity-0'} />
    </button>
  ) : (
    column.name
  );
  return (
    <th
      scope="col"
      aria-sort={canSort ? (sort ?? 'none') : undefined}
      className={classNames(
        cellLook(column, isLastOnPhone),
        'py-1 text-left text-xs font-semibold text-ink-3',
      )}
    >
      {content}
    </th>
  );
}
