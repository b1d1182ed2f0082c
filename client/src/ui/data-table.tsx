import { formatNumber } from '@copup/shared/coins.ts';
import { Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from './chip.tsx';
import { classNames } from './class-names.ts';
import { EmptyState, Skeletons } from './states.tsx';
import { type BaseColumn, Table } from './table.tsx';

export interface TableColumn<Row> {
  /** Unique in the table. */
  name: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Whether phones show the column; they have space for three columns. */
  isOnPhone?: boolean;
}

/** A column of whole numbers. */
export const countColumn = <Row,>(
  name: string,
  of: (row: Row) => number,
  isOnPhone = false,
): TableColumn<Row> => ({ name, cell: (row) => formatNumber(of(row)), isNumber: true, isOnPhone });

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
  /** Marks rows that are no longer updated: old ones, or a paused feed. */
  standstill?: { look: 'stale' | 'paused'; text: string } | undefined;
  emptyTitle: string;
}

/** A table of facts, with numbers aligned right. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { title, aside, columns, rows, keyOf, isWarning, standstill } = props;
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
        <Table
          columns={columns.map((column, at) => shownColumn(column, at === 0, props))}
          rows={rows}
          keyOf={keyOf}
          headClass="py-1 text-left text-xs font-semibold text-ink-3"
          bodyClass={standstill?.look === 'stale' ? 'text-ink-3' : undefined}
          rowClass={(row) => isWarning?.(row) === true && 'bg-warn-soft'}
        />
      ) : null}
    </section>
  );
}

function shownColumn<Row>(
  column: TableColumn<Row>,
  isFirst: boolean,
  { columns, subLine }: DataTableProps<Row>,
): BaseColumn<Row> {
  const { name, cell, isNumber, isOnPhone } = column;
  return {
    name,
    className: classNames(
      'px-2 first:pl-3.5 last:pr-3.5',
      isNumber && 'text-right whitespace-nowrap',
      !isOnPhone && 'max-lg:hidden',
      column === columns.filter((each) => each.isOnPhone).at(-1) && 'max-lg:pr-3.5',
    ),
    cellClass: classNames('h-13.5 lg:h-11', isFirst && 'max-w-0 min-w-40 w-full'),
    cell: (row) => (
      <>
        <span className={isFirst ? 'block truncate font-semibold' : undefined}>{cell(row)}</span>
        {isFirst && subLine ? (
          <span className="block truncate text-xs text-ink-2 lg:hidden">{subLine(row)}</span>
        ) : null}
      </>
    ),
  };
}
