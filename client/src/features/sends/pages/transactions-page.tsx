import { paths } from '@copup/shared/page-paths.ts';
import type { SendDirection, Transaction } from '@copup/shared/sends.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { listQuery } from '../../../lib/list-page.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useChoices } from '../../../lib/use-choices.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Failure } from '../../../parts/form-parts.tsx';
import { SearchField } from '../../../parts/search-field.tsx';
import { serverNow } from '../../../realtime/index.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChoiceList } from '../../../ui/choice-list.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, FailedRead, Skeletons } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { readStatement } from '../api.ts';
import { statementPeriods } from '../statement-periods.ts';
import { TransactionRows, TransactionTable } from '../transaction-rows.tsx';

const all = 'all';
const tabs = [
  { value: all, name: 'All' },
  { value: 'sent', name: 'Sent' },
  { value: 'received', name: 'Received' },
] as const;

const isDirection = (text: string | null): text is SendDirection => text === 'sent' || text === 'received';

/** W11: sends in both directions. Search and filter are in the address. */
export function Page() {
  const { id } = useSignedInUser();
  const [search, setSearch] = useChoices();
  const q = search.get('q') ?? '';
  const chosen = search.get('direction');
  const direction = isDirection(chosen) ? chosen : undefined;
  const [isStatementOpen, setIsStatementOpen] = useState(false);
  const query = useInfiniteQuery(
    listQuery(['transactions', id, q, direction], 'GET /user/transactions', {
      query: { q, direction },
      staleTime: 0,
    }),
  );
  const { data: items, isPending } = query;

  /** Changes the address; empty values are left out. */
  const filter = (changed: { q?: string; direction?: string }) => {
    const next = { q, direction: direction ?? '', ...changed };
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')));
  };

  return (
    <Screen
      title="Transactions"
      backTo={paths.dashboard}
      aside={
        <IconButton
          label="Download statement"
          className="bg-surface shadow-1"
          onClick={() => setIsStatementOpen(true)}
        >
          <Download size={20} aria-hidden />
        </IconButton>
      }
    >
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-end">
        <SearchField
          label="Search"
          placeholder="Username"
          maxLength={50}
          autoCapitalize="off"
          value={q}
          onSearch={(text) => filter({ q: text })}
        />
        <Tabs<(typeof tabs)[number]['value']>
          label="Direction"
          value={direction ?? all}
          onChange={(value) => filter({ direction: value === all ? '' : value })}
          tabs={tabs}
        />
      </div>
      <FailedRead query={query} message="An error occurred" />
      {isPending ? <Skeletons text="Loading transactions..." count={4} className="h-15" /> : null}
      {items?.length === 0 ? (
        <EmptyState title={q || direction ? 'No transaction matches' : 'No transactions yet'}>
          {q || direction ? 'Try another name or filter.' : 'Coins that you send or receive appear here.'}
        </EmptyState>
      ) : null}
      {items && items.length > 0 ? <List items={items} /> : null}
      <ShowMore query={query} className="justify-self-center" />
      {isStatementOpen ? <StatementDialog onClose={() => setIsStatementOpen(false)} /> : null}
    </Screen>
  );
}

function List({ items }: { items: readonly Transaction[] }) {
  const isDesktop = useMedia('(min-width: 64rem)');
  return isDesktop ? <TransactionTable items={items} /> : <TransactionRows items={items} />;
}

/** W6: every change of the wallet as CSV. */
function StatementDialog({ onClose }: { onClose: () => void }) {
  const [periods] = useState(() => statementPeriods(serverNow()));
  const [chosen, setChosen] = useState(0);
  const downloading = useMutation({
    mutationFn: async () => {
      const { from, to } = periods[chosen] ?? { from: '', to: '' };
      const text = await readStatement(from, to);
      saveFile(new Blob([text], { type: 'text/csv' }), `copup-${from}-to-${to}.csv`);
    },
    onSuccess: onClose,
  });
  return (
    <Modal title="Download statement" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">Every change to your coins, as a CSV file for a spreadsheet.</p>
        <Failure error={downloading.error} text="An error occurred" />
        <ChoiceList
          label="Period"
          choices={periods.map(({ name, from, to }, nth) => ({
            value: nth,
            title: name,
            sub: `${from} to ${to}`,
          }))}
          chosen={chosen}
          onChoose={setChosen}
        />
        <Button
          look="ink"
          busy={downloading.isPending}
          busyText="Processing..."
          onClick={() => downloading.mutate()}
        >
          <Download size={20} aria-hidden />
          Download CSV
        </Button>
      </div>
    </Modal>
  );
}
