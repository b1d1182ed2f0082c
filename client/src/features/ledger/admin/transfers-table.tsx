import { formatNumber } from '@copup/shared/coins.ts';
import type { LedgerTransfer } from '@copup/shared/ledger.ts';
import { entryIcon } from '../../../balance/entry-icon.ts';
import { entryAmount, transferTitle } from '../../../balance/entry-words.ts';
import { showMoment } from '../../../console/local-time.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { type LedgerColumn, LedgerRows } from './ledger-rows.tsx';
import { Postings } from './postings.tsx';
import { SubjectLink, subjectOf } from './subject-link.tsx';
import { useTransfers } from './use-ledger.ts';
import { walletChange } from './wallet-change.ts';

const whenColumn: LedgerColumn<LedgerTransfer> = {
  name: 'When',
  cell: ({ at }) => <span className="whitespace-nowrap">{showMoment(at)}</span>,
  isNumber: true,
};
const columns: LedgerColumn<LedgerTransfer>[] = [
  {
    name: 'Coins',
    cell: ({ postings }) => formatNumber(postings.reduce((sum, { amount }) => sum + amount, 0)),
    isNumber: true,
    isOnPhones: true,
  },
  { name: 'Users', cell: usersOf },
  { name: 'Realm', cell: ({ realm }) => realm, isNumber: true },
  whenColumn,
];

function usersOf({ postings }: LedgerTransfer): string {
  const names = postings.flatMap(({ source, destination }) => [source.username, destination.username]);
  return [...new Set(names.filter((name) => name !== null))].join(' → ') || '–';
}

/** Columns for the wallet of one user: what the transfer did to it. */
const walletColumns = (userId: string): LedgerColumn<LedgerTransfer>[] => [
  {
    name: 'Coins',
    cell: (transfer) => {
      const { coins, sign } = entryAmount(walletChange(transfer, userId));
      return (
        <span className={classNames('font-semibold', sign === '+' && 'text-ok')}>
          {sign}
          {formatNumber(coins)}
        </span>
      );
    },
    isNumber: true,
    isOnPhones: true,
  },
  {
    name: 'Available',
    cell: (transfer) => {
      const { available } = walletChange(transfer, userId);
      return available === null ? '–' : formatNumber(available);
    },
    isNumber: true,
    isOnPhones: true,
  },
  whenColumn,
];

interface TransfersTableProps {
  filters: URLSearchParams;
  /** Shows the transfers as entries of this user’s wallet. */
  ofUser?: string;
}

export function TransfersTable({ filters, ofUser }: TransfersTableProps) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useTransfers(filters);
  if (isPending && !error) return <Skeletons text="Loading..." count={6} className="h-11" />;
  const transfers = data?.pages.flatMap(({ items }) => items) ?? [];
  const more = hasNextPage ? { onPress: () => void fetchNextPage(), isBusy: isFetchingNextPage } : undefined;
  return (
    <>
      {error ? (
        <ErrorState
          message={messageOf(error, 'The transfers could not be read.')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data && transfers.length === 0 && !more ? <EmptyState title="No transfer matches" /> : null}
      {transfers.length > 0 || more ? (
        <LedgerRows
          label="Transfers"
          rows={transfers}
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
          more={more}
        />
      ) : null}
    </>
  );
}
