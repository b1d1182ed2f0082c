import { formatNumber } from '@copup/shared/coins.ts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { entryAmount } from '../../../balance/entry-words.ts';
import { showMoment } from '../../../console/local-time.ts';
import { ReadError } from '../../../console/not-loaded.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Skeletons } from '../../../ui/states.tsx';
import { type BaseColumn, Table } from '../../../ui/table.tsx';

export const whenColumn: TableColumn<{ at: string }> = {
  name: 'When',
  cell: ({ at }) => <span className="whitespace-nowrap">{showMoment(at)}</span>,
  isNumber: true,
};

/** What a row did to a wallet. */
export const changeColumn = <Row,>(
  changeOf: (row: Row) => Parameters<typeof entryAmount>[0],
): TableColumn<Row> => ({
  name: 'Coins',
  cell: (row) => {
    const { coins, sign } = entryAmount(changeOf(row));
    return (
      <span className={classNames('font-semibold', sign === '+' && 'text-ok')}>
        {sign}
        {formatNumber(coins)}
      </span>
    );
  },
  isNumber: true,
  isOnPhone: true,
});

interface LedgerRowsProps<Row> {
  label: string;
  query: UseInfiniteQueryResult<Row[]>;
  /** For an error without a message of the server. */
  failed: string;
  /** How many are shown while loading. */
  skeletons: number;
  /** In place of the rows, if there is none. */
  empty: ReactNode;
  keyOf: (row: Row) => string;
  /** The first column: what happened, and the line below it. */
  titleOf: (row: Row) => string;
  subLine: (row: Row) => string;
  iconOf: (row: Row) => LucideIcon;
  columns: readonly TableColumn<Row>[];
  /** Shown below the row when it is opened. */
  details: (row: Row) => ReactNode;
}

/** A table of the ledger, whose rows open to their postings. */
export function LedgerRows<Row>(props: LedgerRowsProps<Row>) {
  const { label, query, failed, skeletons, empty, keyOf, columns, details } = props;
  const { data, error, isPending, hasNextPage } = query;
  const rows = data ?? [];
  const [open, setOpen] = useState<string | null>(null);
  const isOpen = (row: Row) => keyOf(row) === open;
  const first: BaseColumn<Row> = {
    name: 'What happened',
    cellClass: 'px-1 py-0.5 text-left font-normal',
    isRowHead: true,
    cell: (row) => (
      <Opener
        {...props}
        row={row}
        isOpen={isOpen(row)}
        onPress={() => setOpen(isOpen(row) ? null : keyOf(row))}
      />
    ),
  };
  const others = columns.map(({ name, cell, isOnPhone, isNumber }) => ({
    name,
    cell,
    className: classNames(isNumber && 'text-right', !isOnPhone && 'hidden lg:table-cell'),
    cellClass: 'px-3 py-2',
  }));
  return (
    <>
      <ReadError query={query} failed={failed} />
      {isPending && !error ? <Skeletons text="Loading..." count={skeletons} className="h-11" /> : null}
      {data && rows.length === 0 && !hasNextPage ? empty : null}
      {rows.length > 0 || hasNextPage ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="overflow-hidden rounded-lg border border-line bg-surface">
            <Table
              caption={label}
              columns={[first, ...others]}
              rows={rows}
              keyOf={keyOf}
              headClass="px-3 py-2 text-left font-normal text-ink-2"
              rowClass={(row) => isOpen(row) && 'bg-brand-soft'}
              detailsOf={(row) => (isOpen(row) ? details(row) : null)}
              detailsClass="bg-sunken px-4 py-3 lg:pl-10"
            />
          </div>
          <ShowMore query={query} text="Show older" />
        </div>
      ) : null}
    </>
  );
}

interface OpenerProps<Row> extends Pick<LedgerRowsProps<Row>, 'titleOf' | 'subLine' | 'iconOf'> {
  row: Row;
  isOpen: boolean;
  onPress: () => void;
}

function Opener<Row>({ row, titleOf, subLine, iconOf, isOpen, onPress }: OpenerProps<Row>) {
  const Icon = iconOf(row);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onPress}
      className="flex min-h-tap w-full items-center gap-2 rounded-md px-2 text-left"
    >
      <ChevronDown size={16} aria-hidden className={classNames('shrink-0', !isOpen && '-rotate-90')} />
      <Icon size={18} aria-hidden className="shrink-0 text-ink-2" />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{titleOf(row)}</span>
        <span className="block text-xs text-ink-2 wrap-anywhere">{subLine(row)}</span>
      </span>
    </button>
  );
}
