import { paths } from '@copup/shared/page-paths.ts';
import type { SendDirection } from '@copup/shared/sends.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { listQuery } from '../../../lib/list-page.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useChoices } from '../../../lib/use-choices.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { listTransactions } from '../api.ts';
import { StatementDialog } from '../statement-dialog.tsx';
import { TransactionRows } from '../transaction-rows.tsx';
import { TransactionTable } from '../transaction-table.tsx';

const searchAfterMs = 300;
const all = 'all';
const tabs = [
  { value: all, name: 'All' },
  { value: 'sent', name: 'Sent' },
  { value: 'received', name: 'Received' },
] as const;

const isDirection = (text: string | null): text is SendDirection => text === 'sent' || text === 'received';

/** W11: sends in both directions. Search and filter are in the address. */
export function Page() {
  useTitle('Transactions');
  const { id } = useSignedInUser();
  const [search, setSearch] = useChoices();
  const q = search.get('q') ?? '';
  const chosen = search.get('direction');
  const direction = isDirection(chosen) ? chosen : undefined;
  const [isStatementOpen, setIsStatementOpen] = useState(false);
  const isDesktop = useMedia('(min-width: 64rem)');
  const query = useInfiniteQuery(
    listQuery(
      ['transactions', id, q, direction],
      (before, signal) => listTransactions({ q, direction }, before, signal),
      { staleTime: 0 },
    ),
  );
  const { data: items, isPending, isError, refetch } = query;

  /** Changes the address; empty values are left out. */
  const filter = (changed: { q?: string; direction?: string }) => {
    const next = { q, direction: direction ?? '', ...changed };
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')));
  };

  return (
    <>
      <PageHeader title="Transactions" backTo={paths.dashboard}>
        <IconButton
          label="Download statement"
          className="bg-surface shadow-1"
          onClick={() => setIsStatementOpen(true)}
        >
          <Download size={20} aria-hidden />
        </IconButton>
      </PageHeader>
      <PageBody>
        <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-end">
          <SearchField value={q} onSearch={(text) => filter({ q: text })} />
          <Tabs<(typeof tabs)[number]['value']>
            label="Direction"
            value={direction ?? all}
            onChange={(value) => filter({ direction: value === all ? '' : value })}
            tabs={tabs}
          />
        </div>
        {isError ? <ErrorState message="An error occurred" onRetry={() => void refetch()} /> : null}
        {isPending ? <Skeletons text="Loading transactions..." count={4} className="h-15" /> : null}
        {items?.length === 0 ? (
          <EmptyState title={q || direction ? 'No transaction matches' : 'No transactions yet'}>
            {q || direction ? 'Try another name or filter.' : 'Coins that you send or receive appear here.'}
          </EmptyState>
        ) : null}
        {items && items.length > 0 ? (
          isDesktop ? (
            <TransactionTable items={items} />
          ) : (
            <TransactionRows items={items} />
          )
        ) : null}
        <ShowMore query={query} className="justify-self-center" />
      </PageBody>
      {isStatementOpen ? <StatementDialog onClose={() => setIsStatementOpen(false)} /> : null}
    </>
  );
}

/** Searches 300 ms after the last key. */
function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => onSearch(wanted), searchAfterMs);
    return () => clearTimeout(timer);
  });
  return (
    <Field
      label="Search"
      type="search"
      value={text}
      maxLength={50}
      autoComplete="off"
      autoCapitalize="off"
      placeholder="Username"
      onChange={(event) => setText(event.target.value)}
      icon={<Search size={20} aria-hidden />}
    />
  );
}
