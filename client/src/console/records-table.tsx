import { Check } from 'lucide-react';
import { type RaRecord, type SortPayload, useListContext } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../ui/class-names.ts';
import { type BaseColumn, Table } from '../ui/table.tsx';
import type { Column } from './columns.tsx';
import { type RowAction, RowActions } from './row-actions.tsx';
import { ColumnHead, sortedBy } from './sort-controls.tsx';
import type { KeptRow } from './use-kept-row.ts';

export interface RecordsTableProps<Row extends RaRecord> {
  /** Label of the table and of its scroll region. */
  label: string;
  columns: Column<Row>[];
  nameOf: (row: Row) => string;
  /** Address of the page of a row’s item, to which its name links. */
  itemPath?: ((row: Row) => string | null) | undefined;
  /** On phones, the content of the hidden columns. */
  subLine: (row: Row) => ReactNode;
  actions?: (row: Row) => RowAction[];
  /** Replaces the buttons by the reason why there are none. */
  insteadOfActions?: (row: Row) => ReactNode;
  /** Whether bulk actions may include the row. */
  isSelectable?: (row: Row) => boolean;
  isWarned?: (row: Row) => boolean;
  /** Content below a row once it is opened. */
  details?: (row: Row) => ReactNode;
}

/** Positioned: texts for screen readers would otherwise widen the page. */
const scrolled = 'relative overflow-x-auto rounded-lg bg-surface shadow-2';

type Props<Row extends RaRecord> = RecordsTableProps<Row> & {
  /** The row that left the list while it had the focus. */
  kept: KeptRow<Row>;
};

export function RecordsTable<Row extends RaRecord>(props: Props<Row>) {
  const { label, columns, nameOf, isSelectable, isWarned, actions, details, kept } = props;
  const { data = [], isFetching, selectedIds, onToggleItem, sort } = useListContext<Row>();
  const [openId, setOpenId] = useState<Row['id']>();
  const select: BaseColumn<Row> = {
    name: 'Select',
    head: isSelectable ? <TickAll rows={data.filter(isSelectable)} /> : null,
    className: 'w-11 pl-1.5',
    cell: (row) =>
      isSelectable?.(row) ? (
        <Tick
          label={`Select ${nameOf(row)}`}
          isTicked={selectedIds.includes(row.id)}
          onTick={() => onToggleItem(row.id)}
        />
      ) : null,
  };
  const toggleOf = (row: Row): RowAction => ({
    name: 'Details',
    label: `Details of ${nameOf(row)}`,
    isExpanded: openId === row.id,
    onPress: () => setOpenId(openId === row.id ? undefined : row.id),
  });
  const last: BaseColumn<Row> = {
    name: 'Actions',
    head: <span className="sr-only">Actions</span>,
    // Beside what scrolls.
    className: 'sticky right-0 bg-inherit px-1.5',
    cellClass: 'text-right',
    cell: (row) =>
      props.insteadOfActions?.(row) ?? (
        <RowActions rowName={nameOf(row)} actions={details ? [toggleOf(row)] : (actions?.(row) ?? [])} />
      ),
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={scrolled}>
      <Table
        caption={label}
        isBusy={isFetching}
        columns={[
          ...(isSelectable ? [select] : []),
          ...columns.map((column) => shownColumn(column, sort, props)),
          ...(actions || details ? [last] : []),
        ]}
        rows={kept.withKept(data)}
        keyOf={({ id }) => id}
        headClass="h-11 bg-surface text-left text-xs font-normal whitespace-nowrap text-ink-3"
        rowClass={(row) =>
          classNames(
            'h-11',
            selectedIds.includes(row.id) ? 'bg-brand-soft' : isWarned?.(row) ? 'bg-warn-soft' : 'bg-surface',
          )
        }
        rowProps={({ id }) => ({
          'data-row': id,
          onBlur({ currentTarget, relatedTarget }) {
            if (id === kept.row?.id && !currentTarget.contains(relatedTarget)) kept.forget();
          },
        })}
        detailsOf={(row) => (openId === row.id ? details?.(row) : null)}
        detailsClass="bg-sunken px-3.5 py-3"
      />
    </section>
  );
}

function shownColumn<Row extends RaRecord>(
  column: Column<Row>,
  sort: SortPayload,
  props: Props<Row>,
): BaseColumn<Row> {
  const { name, isNumber, isName = false, isOnPhones, isMinor = false } = column;
  return {
    name,
    head: <ColumnHead column={column} />,
    sorted: sortedBy(column.sort, sort),
    className: classNames(
      'px-2 min-[1440px]:px-3.5',
      isNumber && 'text-right',
      !isName && !isOnPhones && (isMinor ? 'hidden min-[1720px]:table-cell' : 'hidden lg:table-cell'),
    ),
    cellClass: isName
      ? 'w-full max-w-0 py-1.5 text-left font-semibold wrap-break-word lg:w-auto lg:min-w-44 lg:max-w-80'
      : classNames('py-1.5', isNumber && 'whitespace-nowrap'),
    isRowHead: isName,
    cell: isName ? (row) => <Name {...props} column={column} row={row} /> : column.cell,
  };
}

/** The first cell of a row, with the content of the hidden columns on phones. */
function Name<Row extends RaRecord>({
  column: { picture, cell },
  row,
  isSelectable,
  itemPath,
  subLine,
  kept,
}: Props<Row> & { column: Column<Row>; row: Row }) {
  const page = itemPath?.(row);
  return (
    <div className="flex items-center gap-2.5">
      {picture ? (
        <span className={isSelectable ? 'hidden sm:contents' : 'contents max-[359px]:hidden'}>
          {picture(row)}
        </span>
      ) : null}
      <div className="min-w-0 flex-1">
        {page ? (
          <Link to={page} className="inline-flex min-h-tap min-w-tap max-w-full items-center hover:underline">
            <span className="min-w-0 wrap-break-word">{cell(row)}</span>
          </Link>
        ) : (
          cell(row)
        )}
        <div className="text-xs font-normal text-ink-3 lg:hidden">{subLine(row)}</div>
        {row.id === kept.row?.id ? (
          <div role="status" className="text-xs font-semibold text-warn">
            Changed meanwhile: no longer in this list
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Selects all of these rows, or none if all are selected. */
function TickAll({ rows }: { rows: readonly RaRecord[] }) {
  const { selectedIds, onSelect } = useListContext();
  const isAllSelected = rows.length > 0 && rows.every(({ id }) => selectedIds.includes(id));
  return (
    <Tick
      label="Select all on this page"
      isTicked={isAllSelected}
      isDisabled={rows.length === 0}
      onTick={() => onSelect(isAllSelected ? [] : rows.map(({ id }) => id))}
    />
  );
}

interface TickProps {
  label: string;
  isTicked: boolean;
  isDisabled?: boolean;
  onTick: () => void;
}

function Tick({ label, isTicked, isDisabled, onTick }: TickProps) {
  return (
    <label className="relative grid size-tap place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        disabled={isDisabled}
        onChange={onTick}
        className="ctl-line peer size-5 appearance-none rounded-[6px] bg-surface checked:bg-brand disabled:opacity-40"
      />
      <Check
        size={14}
        strokeWidth={3}
        aria-hidden
        className="pointer-events-none absolute hidden text-[#0f1530] peer-checked:block"
      />
    </label>
  );
}
