import { useSearchParams } from 'react-router-dom';
import { ExportButton } from '../../../console/export-button.tsx';
import { AuditCard } from './audit-card.tsx';
import { LiabilitiesCard } from './liabilities-card.tsx';
import { OneTransfer } from './one-transfer.tsx';
import { filterNames, TransferFilters } from './transfer-filters.tsx';
import { TransfersTable } from './transfers-table.tsx';
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
    const value = search.get(name);
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
