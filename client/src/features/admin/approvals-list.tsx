import type { Approval } from '@copup/shared/admin.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { useState } from 'react';
import { formatAge } from '../../lib/format-time.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { serverNow } from '../../realtime/index.ts';
import { Chip, type ChipLook } from '../../ui/chip.tsx';
import { inCoins } from './coin-words.ts';
import type { Column } from './columns.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { act } from './data-provider.ts';
import { FilterBar, namedByValue, SelectFilter } from './filter-bar.tsx';
import { showMoment } from './local-time.ts';
import { RecordsList } from './records-list.tsx';
import { useCommand } from './use-command.ts';

const looks: Record<Approval['status'], ChipLook> = { pending: 'warn', approved: 'ok', rejected: 'bad' };
/** A request that waits longer than this stands out. */
const longWaitMs = 3_600_000;

const coinsOf = ({ details: { bid_points: points } }: Approval) =>
  typeof points === 'number' ? points : undefined;
const ageMs = ({ requested_at }: Approval) => serverNow() - Date.parse(requested_at);
function ageOf(approval: Approval): string {
  const age = formatAge(ageMs(approval));
  return age === 'now' ? 'just now' : `${age} ago`;
}
const nameOf = ({ subject_name, subject_username, subject_kind, subject_id }: Approval) =>
  subject_username ? `${subject_name} (${subject_username})` : `${subject_kind} ${subject_id}`;
const reasonOf = ({ details: { reason } }: Approval) => (typeof reason === 'string' ? reason : '');

/** What is asked for, in words: how many coins, for whom. */
function whatOf(approval: Approval): string {
  const points = coinsOf(approval);
  if (points === undefined) return `${approval.action}: ${nameOf(approval)}`;
  const coins = inCoins(Math.abs(points));
  return points < 0 ? `Take ${coins} from ${nameOf(approval)}` : `Give ${coins} to ${nameOf(approval)}`;
}

const columns: Column<Approval>[] = [
  { name: 'For', cell: nameOf, isName: true },
  { name: 'Coins', cell: (row) => signed(coinsOf(row)), isNumber: true, isOnPhones: true },
  { name: 'Reason', cell: reasonOf },
  { name: 'Asked by', cell: (row) => row.requested_by },
  {
    name: 'Asked',
    cell: (row) => (
      <span title={showMoment(row.requested_at)} className="whitespace-nowrap">
        {ageOf(row)}
      </span>
    ),
    sort: 'id',
  },
  { name: 'Status', cell: (row) => <Chip look={looks[row.status]}>{row.status}</Chip> },
  { name: 'Decided by', cell: (row) => row.decided_by ?? '–' },
];

const signed = (points: number | undefined) =>
  points === undefined ? '–' : `${points < 0 ? '−' : '+'}${formatNumber(Math.abs(points))}`;
const subLine = (row: Approval) =>
  `${row.status}, asked by ${row.requested_by} ${ageOf(row)}. ${reasonOf(row)}`;
/** The oldest first: a queue is worked through in order. */
const sort = { field: 'id', order: 'ASC' } as const;
const waiting = { status: 'pending' };

interface Decision {
  approval: Approval;
  decision: 'approve' | 'reject';
}

/** O3: a second operator confirms; one by one, never one's own. */
export function ApprovalsList() {
  const me = useSignedInUser();
  const [asked, setAsked] = useState<Decision | null>(null);
  return (
    <>
      <RecordsList<Approval>
        resource="approvals"
        label="Approvals"
        sort={sort}
        filters={waiting}
        filterBar={
          <FilterBar texts={[]}>
            <SelectFilter source="status" label="Status" options={namedByValue(Object.keys(looks))} />
          </FilterBar>
        }
        columns={columns}
        nameOf={whatOf}
        subLine={subLine}
        isWarned={(approval) => approval.status === 'pending' && ageMs(approval) > longWaitMs}
        actions={(approval) => [
          {
            name: 'Reject',
            label: `Reject: ${whatOf(approval)}`,
            look: 'line',
            onPress: () => setAsked({ approval, decision: 'reject' }),
          },
          {
            name: 'Approve',
            label: `Approve: ${whatOf(approval)}`,
            look: 'ink',
            onPress: () => setAsked({ approval, decision: 'approve' }),
          },
        ]}
        insteadOfActions={(approval) => {
          if (approval.status !== 'pending') return <span className="sr-only">Decided</span>;
          if (approval.requested_by !== me.username) return undefined;
          return <span className="text-xs text-ink-2">Yours: another operator decides</span>;
        }}
      />
      {asked ? <DecisionDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function DecisionDialog({ approval, decision, onClose }: Decision & { onClose: () => void }) {
  const { run, isBusy, fault } = useCommand<undefined, Approval>(
    () => act('approvals', approval.id, decision),
    {
      done: (decided) => `${decided.status === 'approved' ? 'Approved' : 'Rejected'}: ${whatOf(approval)}`,
      onDone: onClose,
    },
  );
  const isYes = decision === 'approve';
  const points = coinsOf(approval);
  const amount = points === undefined ? '' : ` ${signed(points)} coins`;
  return (
    <ConfirmDialog
      title={isYes ? 'Approve?' : 'Reject?'}
      actionName={`${isYes ? 'Approve' : 'Reject'}${amount}`}
      look={isYes ? 'ink' : 'danger'}
      isBusy={isBusy}
      fault={fault}
      onConfirm={() => run(undefined)}
      onClose={onClose}
    >
      <p className="font-display text-lg font-bold text-ink">{whatOf(approval)}</p>
      <p className="mt-1 text-sm">
        Asked by {approval.requested_by}, {showMoment(approval.requested_at)}: “{reasonOf(approval)}”.{' '}
        {isYes ? 'The coins move at once.' : 'No coins move.'}
      </p>
    </ConfirmDialog>
  );
}
