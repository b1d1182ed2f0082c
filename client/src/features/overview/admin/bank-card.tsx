import { operatorPaths } from '@copup/shared/page-paths.ts';
import { showDay } from '../../../console/local-time.ts';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { useLiveList } from '../../../console/use-live-list.ts';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Rows } from '../../../ui/rows.tsx';
import { OverviewCard } from './overview-card.tsx';

/** W20: the last day on which bank, payments and ledger agree, and what is open since. */
export function BankCard() {
  const query = useFresh(['reconciliation', 'facts'], (signal) =>
    call('GET /admin/reconciliation', { signal }),
  );
  useLiveList('statement-lines', () => void query.refetch());
  const { data } = query;
  const open = data ? data.open_lines + data.proposed_lines + data.open_records : 0;
  return (
    <OverviewCard
      id="bank"
      title="Bank"
      chip={
        data ? (
          <Chip look={open === 0 ? 'ok' : 'warn'}>{open === 0 ? 'Explained' : `${open} open`}</Chip>
        ) : null
      }
      link={{ to: operatorPaths.reconciliation, name: 'Reconciliation' }}
    >
      <div className="border-t border-line px-4 py-1 text-sm">
        {data ? (
          <Rows
            isPlain
            rows={[
              ['Last closed day', data.last_closed_day ? showDay(data.last_closed_day) : 'None yet'],
              ['Oldest open', data.oldest_day ? showDay(data.oldest_day) : 'None'],
              ['To confirm', data.proposed_lines],
              ['Without the other side', data.open_lines + data.open_records],
            ]}
          />
        ) : (
          <NotLoaded query={query} failed="The bank could not be read." count={2} className="my-2 h-11" />
        )}
      </div>
    </OverviewCard>
  );
}
