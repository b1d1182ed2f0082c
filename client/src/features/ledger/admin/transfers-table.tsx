import { formatNumber } from '@copup/shared/coins.ts';
import type { LedgerTransfer } from '@copup/shared/ledger.ts';
import { entryIcon } from '../../../balance/entry-icon.ts';
import { transferTitle } from '../../../balance/entry-words.ts';
import { countColumn, type TableColumn } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { changeColumn, LedgerRows, whenColumn } from './ledger-rows.tsx';
import { Postings } from './postings.tsx';
import { SubjectLink, subjectOf } from './subject-link.tsx';
import { useTransfers } from './use-ledger.ts';
import { walletChange } from './wallet-change.ts';

const columns: TableColumn<LedgerTransfer>[] = [
  countColumn('Coins', ({ postings }) => postings.reduce((sum, { amount }) => sum + amount, 0), true),
  { name: 'Users', cell: usersOf },
  { name: 'Realm', cell: ({ realm }) => realm, isNumber: true },
  whenColumn,
];

function usersOf({ postings }: LedgerTransfer): string {
  const names = postings.flatMap(({ source, destination }) => [source.username, destination.username]);
  return [...new Set(names.filter((name) => name !== null))].join(' → ') || '–';
}

/** Columns for the wallet of one user: what the transfer did to it. */
const walletColumns = (userId: string): TableColumn<LedgerTransfer>[] => [
  changeColumn((transfer) => walletChange(transfer, userId)),
  {
    name: 'Available',
    cell: (transfer) => {
      const { available } = walletChange(transfer, userId);
      return available === null ? '–' : formatNumber(available);
    },
    isNumber: true,
    isOnPhone: true,
  },
  whenColumn,
];

interface TransfersTableProps {
  filters: URLSearchParams;
  /** Shows the transfers as entries of this user’s wallet. */
  ofUser?: string;
}

export function TransfersTable({ filters, ofUser }: TransfersTableProps) {
  return (
    <LedgerRows<LedgerTransfer>
      label="Transfers"
      query={useTransfers(filters)}
      skeletons={6}
      failed="The transfers could not be read."
      empty={<EmptyState title="No transfer matches" />}
      keyOf={({ id }) => id}
      titleOf={({ kind }) => transferTitle(kind)}
      subLine={subjectOf}
      iconOf={({ kind }) => entryIcon(kind, '')[0]}
      columns={ofUser === undefined ? columns : walletColumns(ofUser)}
      details={(transfer) => (
        <>
          <Postings postings={transfer.postings} />
          <SubjectLink transfer={transfer} />
          <p className="mt-2 text-xs text-ink-3 wrap-anywhere">Transfer {transfer.id}</p>
        </>
      )}
    />
  );
}
