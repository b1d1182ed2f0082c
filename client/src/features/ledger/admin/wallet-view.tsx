import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { LedgerEntry, LedgerWallet } from '@copup/shared/ledger.ts';
import type { TimelineFilter } from '@copup/shared/timeline.ts';
import { type ReactNode, useState } from 'react';
import { entryIcon } from '../../../balance/entry-icon.ts';
import { entryAmount, entryCause, entryTitle } from '../../../balance/entry-words.ts';
import { ExportButton } from '../../../console/export-button.tsx';
import { Facts } from '../../../console/facts.tsx';
import { showDay, showMoment } from '../../../console/local-time.ts';
import { monthRange, monthsSince } from '../../../console/months.ts';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { countColumn, type TableColumn } from '../../../ui/data-table.tsx';
import { Select } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { changeColumn, LedgerRows, whenColumn } from './ledger-rows.tsx';
import { PostingsOf } from './postings.tsx';
import { TransfersTable } from './transfers-table.tsx';
import { useEntries, useWallet } from './use-ledger.ts';

const columns: TableColumn<LedgerEntry>[] = [
  changeColumn((entry) => entry),
  countColumn('Available', ({ balance }) => balance.available, true),
  countColumn('Held', ({ balance }) => balance.held),
  countColumn('Bonus', ({ balance }) => balance.bonus),
  whenColumn,
];

const filters: { value: TimelineFilter | 'all'; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'bought', name: 'Bought' },
  { value: 'held', name: 'Held' },
  { value: 'spent', name: 'Spent' },
  { value: 'won', name: 'Won' },
  { value: 'paid', name: 'Paid out' },
  { value: 'sent', name: 'Sent' },
];

/** One user's wallet: balances, holds, debts and every entry. */
export function WalletView({ userId, onClose }: { userId: string; onClose: () => void }) {
  const query = useWallet(userId);
  const { data: wallet } = query;
  if (!wallet)
    return (
      <NotLoaded
        query={query}
        failed="The wallet could not be read."
        isWhole
        count={3}
        className="h-17 rounded-lg"
      />
    );
  const { available, held, bonus, holds, receivables } = wallet;
  const together = available + held + bonus;
  const isSum =
    holds.length < wallet.holds_count || holds.reduce((sum, { amount }) => sum + amount, 0) === held;
  return (
    <section
      aria-label={`Wallet of ${isolate(wallet.full_name)}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3.5"
    >
      <Owner wallet={wallet} onClose={onClose} />
      <Facts
        label="Balances"
        facts={[
          ['Available', available],
          [
            `Held for ${formatNumber(wallet.holds_count)} open ${wallet.holds_count === 1 ? 'hold' : 'holds'}`,
            held,
          ],
          ['Bonus, entry fees only', bonus],
          [
            'Together',
            isSum ? (
              <span key="sum" className="text-ok">
                {formatNumber(together)}
              </span>
            ) : (
              together
            ),
          ],
        ]}
      />
      {isSum ? null : (
        <Note look="error" role="alert" title="The open holds do not add up to the held coins" />
      )}
      {receivables.map((owed) => (
        <Note key={owed.id} look="warn" title={`Owes ${inCoins(owed.amount - owed.recovered)}`}>
          {inCoins(owed.amount)} since {showMoment(owed.at)}, {owed.subject_kind} {owed.subject_id}
        </Note>
      ))}
      {holds.length > 0 ? (
        <ul aria-label="Open holds" className="grid gap-1 text-sm">
          {holds.map((hold) => (
            <li key={hold.id}>
              {inCoins(hold.amount)} held for {hold.subject_name ?? `${hold.subject_kind} ${hold.subject_id}`}{' '}
              since {showMoment(hold.since)}
            </li>
          ))}
        </ul>
      ) : null}
      <History userId={userId} since={wallet.registered_at} />
    </section>
  );
}

function Owner({ wallet, onClose }: { wallet: LedgerWallet; onClose: () => void }) {
  return (
    <header className="flex flex-wrap items-center gap-3">
      <Avatar name={wallet.full_name} username={wallet.username} size={48} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-xl">{wallet.full_name}</h2>
        <p className="text-sm text-ink-2">
          {wallet.username} · joined {showDay(wallet.registered_at)}
          {wallet.realm === 0 ? '' : ` · load test ${wallet.realm}`}
        </p>
      </div>
      <Button look="line" size="sm" onClick={onClose}>
        All transfers
      </Button>
    </header>
  );
}

/** What an entry belongs to; nothing for one about the user. */
function causeOf(entry: LedgerEntry, userId: string): string {
  const { subject_kind, subject_id } = entry;
  return entryCause(entry) ?? (subject_id === userId ? '' : `${subject_kind} ${subject_id}`);
}

/** Every entry of the wallet, or the transfers of one month. */
function History({ userId, since }: { userId: string; since: string }) {
  const [month, setMonth] = useState('');
  const months = monthsSince(since, Date.now());
  const choice = (
    <Select label="Month" value={month} onChange={setMonth} options={[['', 'All months'], ...months]} />
  );
  if (month === '') return <Entries userId={userId} month={choice} />;
  const query = new URLSearchParams({ user_id: userId, ...monthRange(month) });
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {choice}
        <ExportButton
          path={`/admin/ledger/transfers/csv?${query}`}
          filename={`copup-ledger-${month}.csv`}
          name="Month (CSV)"
        />
      </div>
      <TransfersTable filters={query} ofUser={userId} />
    </>
  );
}

function Entries({ userId, month }: { userId: string; month: ReactNode }) {
  const [filter, setFilter] = useState<TimelineFilter | 'all'>('all');
  const query = new URLSearchParams(filter === 'all' ? {} : { filter });
  return (
    <>
      <Tabs label="Entries" value={filter} onChange={setFilter} tabs={filters} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        {month}
        <ExportButton
          path={`/admin/ledger/wallets/${userId}/csv?${query}`}
          filename="copup-timeline.csv"
          name="Timeline (CSV)"
        />
      </div>
      <LedgerRows<LedgerEntry>
        label="Entries"
        query={useEntries(userId, query)}
        skeletons={5}
        failed="The entries could not be read."
        empty={<EmptyState title="No entries" level={3} />}
        keyOf={({ seq }) => String(seq)}
        titleOf={entryTitle}
        subLine={(entry) => causeOf(entry, userId)}
        iconOf={(entry) => entryIcon(entry.kind, entryAmount(entry).sign)[0]}
        columns={columns}
        details={({ transfer_id }) => <PostingsOf transferId={transfer_id} />}
      />
    </>
  );
}
