import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import { useSearchParams } from 'react-router-dom';
import { transferTitle } from '../../../balance/entry-words.ts';
import { ExportButton } from '../../../console/export-button.tsx';
import { Facts, signed } from '../../../console/facts.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { NotLoaded, ReadError } from '../../../console/not-loaded.tsx';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Postings } from './postings.tsx';
import { SubjectLink } from './subject-link.tsx';
import { filterNames, filterOf } from './transfer-filter-names.ts';
import { TransferFilters } from './transfer-filters.tsx';
import { TransfersTable } from './transfers-table.tsx';
import { useAudit, useLiabilities, useTransfer } from './use-ledger.ts';
import { WalletView } from './wallet-view.tsx';

/** O1: the ledger, of all users or of one; filters and user are in the address. */
export function Page() {
  const [search, setSearch] = useSearchParams();
  const userId = search.get('user');
  if (userId !== null) return <WalletView key={userId} userId={userId} onClose={() => setSearch({})} />;
  const transferId = search.get('transfer');
  if (transferId !== null)
    return <OneTransfer key={transferId} id={transferId} onClose={() => setSearch({})} />;
  const filters = new URLSearchParams();
  for (const name of filterNames) {
    const value = filterOf(search, name);
    if (value) filters.set(name, value);
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <AuditCard />
      <LiabilitiesCard realm={filters.get('realm') ?? '0'} />
      <section aria-label="Transfers" className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">Transfers</h2>
          <ExportButton path={`/admin/ledger/transfers/csv?${filters}`} filename="copup-ledger.csv" />
        </header>
        <TransferFilters
          search={search}
          onFilter={(values) => setSearch(values)}
          onUser={(user) => setSearch({ user })}
        />
        <TransfersTable filters={filters} />
      </section>
    </div>
  );
}

/** The result of the last audit, and the command that runs the next one. */
function AuditCard() {
  const query = useAudit();
  const { data: audit } = query;
  if (!audit) return <ReadError query={query} failed="The audit could not be read." />;
  const command = (
    <p className="mt-1 text-ink-2">
      Run <code className="rounded-sm bg-sunken px-1.5 py-0.5 wrap-anywhere">{audit.command}</code> on a
      server.
    </p>
  );
  if (audit.ended_at === null) {
    return (
      <Note look="warn" title="No audit of the whole ledger has been stored yet">
        {command}
      </Note>
    );
  }
  const checked = Object.entries(audit.checked)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${formatNumber(count)} ${what}`)
    .join(', ');
  return (
    <Note look={audit.ok ? 'ok' : 'error'} title={audit.ok ? 'The books balance' : 'The audit found errors'}>
      <p className="text-ink-2">
        {showMoment(audit.ended_at)}, {audit.is_full ? 'all postings' : 'since the audit before'}: {checked}.{' '}
        {formatNumber(audit.covered_postings)} postings are covered
        {audit.correct_at ? ` as of ${showMoment(audit.correct_at)}` : ''}.
      </p>
      {audit.unreachable > 0 ? <p>{formatNumber(audit.unreachable)} postings were not audited.</p> : null}
      {audit.errors.length > 0 ? (
        <ul className="mt-1 list-disc pl-5">
          {audit.errors.map(({ check, table, row, message }) => (
            <li key={check} className="wrap-anywhere">
              {table} {row} {message}
            </li>
          ))}
        </ul>
      ) : null}
      {command}
    </Note>
  );
}

/** What the platform owes in coins, against what was paid in and out (O1). */
function LiabilitiesCard({ realm }: { realm: string }) {
  const query = useLiabilities(realm);
  const { data } = query;
  if (!data)
    return (
      <NotLoaded
        query={query}
        failed="The liabilities could not be read."
        count={2}
        className="h-17 rounded-lg"
      />
    );
  const { owed } = data;
  return (
    <section aria-label="Liabilities" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">
          Owed: {signed(owed.total)} {coinWord(owed.total)}
        </h2>
        <p className="text-sm text-ink-2">
          {data.as_of ? `As of ${showMoment(data.as_of)}` : 'Not computed yet'}
        </p>
      </header>
      <Facts
        label="What is owed"
        facts={[
          ['Available', signed(owed.available)],
          ['Held', signed(owed.held)],
          ['Bonus', signed(owed.bonus)],
          ['Pots', signed(owed.pot)],
          ['Traders’ stock', signed(owed.stock)],
          ['Escrow', signed(owed.escrow)],
          ['Rewards', signed(owed.rewards)],
          ['Unclaimed', signed(owed.unclaimed)],
        ]}
      />
      <Facts
        label="Paid in and out"
        facts={[
          ['Paid in', signed(data.paid_in)],
          ['Traded', signed(data.traded)],
          ['Paid out', signed(data.paid_out)],
          ['Revenue', signed(data.revenue)],
          ['Issued', signed(data.issued_total)],
        ]}
      />
      {data.issued.length > 0 ? (
        <p className="text-sm text-ink-2">
          Issued:{' '}
          {data.issued.map(({ kind, amount }) => `${transferTitle(kind)} ${signed(amount)}`).join(', ')}
        </p>
      ) : null}
    </section>
  );
}

/** One transfer, as the search and other pages lead to it. */
function OneTransfer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useTransfer(id);
  const { data: transfer } = query;
  if (!transfer)
    return (
      <NotLoaded query={query} failed="The transfer could not be read." isWhole count={3} className="h-11" />
    );
  const title = transferTitle(transfer.kind);
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg">{title}</h2>
          <p className="text-sm text-ink-2">
            {showMoment(transfer.at)}
            {transfer.realm === 0 ? '' : `, load test ${transfer.realm}`}
          </p>
        </div>
        <Button look="line" size="sm" onClick={onClose}>
          All transfers
        </Button>
      </header>
      <Postings postings={transfer.postings} />
      <SubjectLink transfer={transfer} />
      <p className="text-xs text-ink-3 wrap-anywhere">Transfer {transfer.id}</p>
    </section>
  );
}
