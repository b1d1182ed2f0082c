import { formatNumber } from '@copup/shared/coins.ts';
import type { ReactNode } from 'react';
import { Chip, type ChipLook } from '../ui/chip.tsx';
import type { TableColumn } from '../ui/data-table.tsx';
import { statusWord } from './capitalized.ts';
import { showDay, showTime } from './local-time.ts';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the column, if it can sort by it. */
  sort?: string;
  isNumber?: boolean;
  /** Whether it is the name of the row: its first column, with the sub-line on phones. */
  isName?: boolean;
  /** Left of the name. */
  picture?: (row: Row) => ReactNode;
  /** Whether phones show the column; they have space for three. */
  isOnPhones?: boolean;
  /** Whether only wide windows show the column, so that state, times and actions are in sight at 1280 pixels. */
  isMinor?: boolean;
}

/** What can be done with a row of a table, also on phones. */
export const actionColumn = <Row,>(cell: TableColumn<Row>['cell']): TableColumn<Row> => ({
  name: 'Actions',
  cell,
  isNumber: true,
  isOnPhone: true,
});

export const numberColumn = <Row,>(name: string, of: (row: Row) => number, sort?: string): Column<Row> => ({
  name,
  cell: (row) => formatNumber(of(row)),
  isNumber: true,
  ...(sort !== undefined && { sort }),
});

/** Whether a record is switched on, also on phones. */
export const flagColumn = <Row,>(
  name: string,
  of: (row: Row) => boolean,
  [yes, no]: readonly [yes: string, no: string],
  offLook: ChipLook = 'plain',
): Column<Row> => ({
  name,
  cell: (row) => <Chip look={of(row) ? 'ok' : offLook}>{of(row) ? yes : no}</Chip>,
  isOnPhones: true,
});

/** A status of several, also on phones. */
export const statusColumn = <Row, Status extends string>(
  name: string,
  of: (row: Row) => Status,
  looks: Readonly<Record<Status, ChipLook>>,
  sort?: string,
): Column<Row> => ({
  name,
  cell: (row) => <Chip look={looks[of(row)]}>{statusWord(of(row))}</Chip>,
  isOnPhones: true,
  ...(sort !== undefined && { sort }),
});

const timeColumn =
  (show: (iso: string) => string) =>
  <Row,>(name: string, of: (row: Row) => string, sort?: string): Column<Row> => ({
    name,
    // Where a line is too short for both, the time stands below its day.
    cell: (row) =>
      show(of(row))
        .replace(', ', ',\n')
        .split('\n')
        .flatMap((part, at) => [
          at === 0 ? '' : ' ',
          <span key={part} className="inline-block whitespace-nowrap">
            {part}
          </span>,
        ]),
    ...(sort !== undefined && { sort }),
  });
export const momentColumn = timeColumn(showTime);
export const dayColumn = timeColumn(showDay);
