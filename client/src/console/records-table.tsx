import { Check } from 'lucide-react';
import { type RaRecord, useListContext } from 'ra-core';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../ui/class-names.ts';
import { type Column, whereShown } from './columns.tsx';
import { type RowAction, RowActions } from './row-actions.tsx';
import { ColumnHead } from './sort-controls.tsx';
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

export function RecordsTable<Row extends RaRecord>(props: RecordsTableProps<Row> & { kept: KeptRow<Row> }) {
  const { label, columns, isSelectable, actions, details, kept } = props;
  const { data = [], isFetching, selectedIds, onSelect } = useListContext<Row>();
  const [openId, setOpenId] = useState<Row['id']>();
  const selectable = isSelectable ? data.filter(isSelectable) : [];
  const isAllSelected = selectable.length > 0 && selectable.every(({ id }) => selectedIds.includes(id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={scrolled}>
      <table className="w-full text-sm" aria-busy={isFetching}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="h-11 text-left text-xs text-ink-3">
            {isSelectable ? (
              <th scope="col" className="w-11 pl-1.5">
                <Tick
                  label="Select all on this page"
                  isTicked={isAllSelected}
                  isDisabled={selectable.length === 0}
                  onTick={() => onSelect(isAllSelected ? [] : selectable.map(({ id }) => id))}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} />
            ))}
            {actions || details ? (
              <th scope="col" className="px-2.5">
                <span className="sr-only">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {kept.withKept(data).map((row) => (
            <Fragment key={row.id}>
              <Row
                {...props}
                row={row}
                isKept={row.id === kept.row?.id}
                onLeave={kept.drop}
                isOpen={openId === row.id}
                onOpen={() => setOpenId(openId === row.id ? undefined : row.id)}
              />
              {details && openId === row.id ? (
                <tr id={`details-${row.id}`}>
                  <td colSpan={columns.length + 1} className="bg-sunken px-3.5 py-3">
                    {details(row)}
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps<Row extends RaRecord> extends RecordsTableProps<Row> {
  row: Row;
  isOpen: boolean;
  onOpen: () => void;
  /** Whether it left the list while it had the focus. */
  isKept: boolean;
  onLeave: () => void;
}

function Row<Row extends RaRecord>({
  row,
  columns,
  nameOf,
  itemPath,
  subLine,
  actions,
  insteadOfActions,
  isSelectable,
  isWarned,
  details,
  isOpen,
  onOpen,
  isKept,
  onLeave,
}: RowProps<Row>) {
  const { selectedIds, onToggleItem } = useListContext<Row>();
  const page = itemPath?.(row);
  const isSelected = selectedIds.includes(row.id);
  const toggle: RowAction = {
    name: 'Details',
    label: `Details of ${nameOf(row)}`,
    isExpanded: isOpen,
    onPress: onOpen,
  };
  return (
    <tr
      data-row={row.id}
      onBlur={
        isKept
          ? (event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
            }
          : undefined
      }
      className={classNames(
        'h-11 border-t border-line',
        isWarned?.(row) && 'bg-warn-soft',
        isSelected && 'bg-brand-soft',
      )}
    >
      {isSelectable ? (
        <td className="w-11 pl-1.5">
          {isSelectable(row) ? (
            <Tick label={`Select ${nameOf(row)}`} isTicked={isSelected} onTick={() => onToggleItem(row.id)} />
          ) : null}
        </td>
      ) : null}
      {columns.map((column) =>
        column.isName ? (
          <th
            key={column.name}
            scope="row"
            className="w-full max-w-0 px-2.5 py-1.5 text-left font-semibold wrap-break-word lg:w-auto lg:min-w-56 lg:max-w-80 lg:px-3.5"
          >
            <div className="flex items-center gap-2.5">
              {column.picture ? (
                <span className={isSelectable ? 'hidden sm:contents' : 'contents max-[359px]:hidden'}>
                  {column.picture(row)}
                </span>
              ) : null}
              <div className="min-w-0 flex-1">
                {page ? (
                  <Link
                    to={page}
                    className="inline-flex min-h-tap min-w-tap max-w-full items-center hover:underline"
                  >
                    <span className="min-w-0 wrap-break-word">{column.cell(row)}</span>
                  </Link>
                ) : (
                  column.cell(row)
                )}
                <div className="text-xs font-normal text-ink-3 lg:hidden">{subLine(row)}</div>
                {isKept ? (
                  <div role="status" className="text-xs font-semibold text-warn">
                    Changed meanwhile: no longer in this list
                  </div>
                ) : null}
              </div>
            </div>
          </th>
        ) : (
          <td
            key={column.name}
            className={classNames(
              'px-2.5 py-1.5 lg:px-3.5',
              column.isNumber && 'text-right whitespace-nowrap',
              whereShown(column),
            )}
          >
            {column.cell(row)}
          </td>
        ),
      )}
      {actions || details ? (
        <td className="px-1.5 text-right lg:px-2">
          {insteadOfActions?.(row) ?? (
            <RowActions rowName={nameOf(row)} actions={details ? [toggle] : (actions?.(row) ?? [])} />
          )}
        </td>
      ) : null}
    </tr>
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
