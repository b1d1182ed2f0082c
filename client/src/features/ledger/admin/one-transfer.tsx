import { transferTitle } from '../../../balance/entry-words.ts';
import { showMoment } from '../../../console/local-time.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { Postings } from './postings.tsx';
import { SubjectLink } from './subject-link.tsx';
import { useTransfer } from './use-ledger.ts';

/** One transfer, as the search and other pages lead to it. */
export function OneTransfer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: transfer, error, refetch } = useTransfer(id);
  if (error && !transfer)
    return (
      <ErrorState
        message={messageOf(error, 'The transfer could not be read.')}
        onRetry={() => void refetch()}
        isWhole
      />
    );
  if (!transfer) return <Skeletons text="Loading..." count={3} className="h-11" />;
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
