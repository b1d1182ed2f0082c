import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

export interface LedgerColumn<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  isOnPhones?: boolean;
}

interface LedgerRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The first column: what happened, and the line below it. */
  titleOf: (row: Row) => string;
  subLine: (row: Row) => string;
  iconOf: (row: Row) => LucideIcon;
  columns: readonly LedgerColumn<Row>[];
  /** Shown below the row when it is opened. */
  details: (row: Row) => ReactNode;
  more?: { onPress: () => void; isBusy: boolean } | undefined;
}

/** A table of the ledger, whose rows open to their postings. */
export function LedgerRows<Row>(props: LedgerRowsProps<Row>) {
  const { label, rows, keyOf, titleOf, subLine, iconOf, columns, details, more } = props;
  const [open, setOpen] = useState<string | null>(null);
  const where = ({ isOnPhones, isNumber }: LedgerColumn<Row>) =>
    classNames('px-3 py-2', isNumber && 'text-right', !isOnPhones && 'hidden lg:table-cell');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <table className="w-full text-sm">
          <caption className="sr-only">{label}</caption>
          <thead className="text-left text-ink-2">
            <tr>
              <th scope="col" className="px-3 py-2 font-normal">
                What happened
              </th>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={classNames(where(column), 'font-normal')}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const key = keyOf(row);
              const isOpen = key === open;
              const Icon = iconOf(row);
              return [
                <tr key={key} className={classNames('border-t border-line', isOpen && 'bg-brand-soft')}>
                  <th scope="row" className="px-1 py-0.5 text-left font-normal">
                    <button
                      type="button"
                      aria-expanded={isOpen}
                      onClick={() => setOpen(isOpen ? null : key)}
                      className="flex min-h-tap w-full items-center gap-2 rounded-md px-2 text-left"
                    >
                      <ChevronDown
                        size={16}
                        aria-hidden
                        className={classNames('shrink-0', !isOpen && '-rotate-90')}
                      />
                      <Icon size={18} aria-hidden className="shrink-0 text-ink-2" />
                      <span className="min-w-0">
                        <span className="block font-semibold wrap-anywhere">{titleOf(row)}</span>
                        <span className="block text-xs text-ink-2 wrap-anywhere">{subLine(row)}</span>
                      </span>
                    </button>
                  </th>
                  {columns.map((column) => (
                    <td key={column.name} className={where(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>,
                isOpen ? (
                  <tr key={`${key}-details`} className="bg-sunken">
                    <td colSpan={columns.length + 1} className="px-4 py-3 lg:pl-10">
                      {details(row)}
                    </td>
                  </tr>
                ) : null,
              ];
            })}
          </tbody>
        </table>
      </div>
      {more ? (
        <Button look="line" busy={more.isBusy} onClick={more.onPress}>
          Show older
        </Button>
      ) : null}
    </div>
  );
}
