import type { ReactNode } from 'react';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** The server's name for it, where it can sort by it. */
  sort?: string;
  isNumber?: boolean;
  /** Names the row: its first column, with the sub-line on phones. */
  isName?: boolean;
  /** Stays on phones, where there is room for three. */
  isOnPhones?: boolean;
}

export const whereShown = ({ isName, isOnPhones }: Pick<Column<never>, 'isName' | 'isOnPhones'>) =>
  isName || isOnPhones ? '' : 'hidden lg:table-cell';
