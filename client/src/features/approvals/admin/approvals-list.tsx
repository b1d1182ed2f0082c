import type { Approval } from '@copup/shared/admin.ts';
import { coinWord, inCoins } from '@copup/shared/coins.ts';
import { dueAfterMsOf } from '@copup/shared/queues.ts';
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'ra-core';
import { statusWord } from '../../../console/capitalized.ts';
import type { Column } from '../../../console/columns.tsx';
import { CommandDialog } from '../../../console/command-dialog.tsx';
import { coinsIn, errorsOfCoins } from '../../../console/draft.ts';
import { choiceFilter } from '../../../console/filters.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, TextInput } from '../../../console/inputs.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { ClaimNote } from '../../../console/queue/claim-note.tsx';
import { useClaim } from '../../../console/queue/use-claims.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { opening, type RowAction } from '../../../console/row-actions.tsx';
import type { Show } from '../../../console/use-dialog.ts';
import { call, callOnce } from '../../../lib/calls.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { serverNow } from '../../../realtime/index.ts';
import { Chip, type ChipLook } from '../../../ui/chip.tsx';
import { Note } from '../../../ui/note.tsx';
import {
  blockText,
  coinsOf,
  decidedText,
  fundingText,
  reasonOf,
  signed,
  waitsForOf,
  whatOf,
  whyOf,
} from './approval-words.ts';

const looks: Record<Approval['status'], ChipLook> = { pending: 'warn', approved: 'ok', rejected: 'bad' };
const ageMs = ({ requested_at }: Approval) => serverNow() - Date.parse(requested_at);
function ageOf(approval: Approval): string {
  const age = formatAge(ageMs(approval));
  return age === 'now' ? 'just now' : `${age} ago`;
}

const columns: Column<Approval>[] = [
  { name: 'Request', cell: whatOf, isName: true },
  { name: 'Coins', cell: (row) => signed(coinsOf(row)), isNumber: true, isOnPhones: true },
  { name: 'Reason', cell: reasonOf },
  {
    name: 'Why it waits',
    cell: (row) => (
      <span className="block min-w-52 py-1.5 text-sm">
        {whyOf(row)}
        <span className="block text-ink-2">{waitsForOf(row)}</span>
      </span>
    ),
  },
  { name: 'Requested by', cell: (row) => row.requested_by },
  {
    name: 'Requested',
    cell: (row) => (
      <span title={showMoment(row.requested_at)} className="whitespace-nowrap">
        {ageOf(row)}
      </span>
    ),
    sort: 'id',
  },
  { name: 'Status', cell: (row) => <Chip look={looks[row.status]}>{statusWord(row.status)}</Chip> },
  { name: 'Decided by', cell: (row) => row.decided_by ?? '–' },
];

const subLine = (row: Approval) =>
  [
    `${row.status}, requested by ${row.requested_by} ${ageOf(row)}.`,
    reasonOf(row),
    `${whyOf(row)}.`,
    waitsForOf(row),
  ]
    .filter(Boolean)
    .join(' ');
/** Oldest first, the order in which requests are decided. */
const sort = { field: 'id', order: 'ASC' } as const;
const filters = [{ ...choiceFilter('status', 'Status', Object.keys(looks)), initial: 'pending' }];

interface Decision {
  approval: Approval;
  decision: 'approve' | 'reject';
}

function actionsOf(approval: Approval, show: Show): RowAction[] {
  const { waits_for: waits } = approval;
  const action = (decision: Decision['decision'], name: string, look: 'line' | 'ink'): RowAction => ({
    ...opening(show, name, `${name}: ${whatOf(approval)}`, (onClose) => (
      <DecisionDialog {...{ approval, decision, onClose }} />
    )),
    look,
  });
  return [
    ...(waits?.may_reject ? [action('reject', 'Reject', 'line')] : []),
    ...(waits && !waits.block ? [action('approve', 'Approve', 'ink')] : []),
  ];
}

/** O3a: the requests that a second operator decides. */
export const Page = () => (
  <>
    <OnlyOperator />
    <RecordsList<Approval>
      resource="approvals"
      sort={sort}
      filters={filters}
      create={{
        name: 'Fund rewards',
        dialog: (onClose) => <FundRewardsForm onClose={onClose} />,
        look: 'line',
        command: 'POST /admin/rewards/fund',
      }}
      columns={columns}
      nameOf={whatOf}
      subLine={subLine}
      isWarned={(approval) => approval.status === 'pending' && ageMs(approval) > dueAfterMsOf('approvals')}
      actions={actionsOf}
      insteadOfActions={({ waits_for: waits, right }) => {
        if (!waits) return <span className="sr-only">Decided</span>;
        if (!waits.block || waits.may_reject) return undefined;
        return <span className="text-xs text-ink-2">{blockText(waits.block, right)}</span>;
      }}
    />
  </>
);

/** O3a: explains to a single operator why requests wait. */
function OnlyOperator() {
  const { total } = useGetList('users', {
    filter: { role: '1', realm: '0' },
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'created_at', order: 'ASC' },
  });
  if (total !== 1) return null;
  return (
    <Note look="warn" role="status" title="You are the only operator">
      Requests wait until there is a second one. Name at least two in ADMIN_EMAIL before the first start.
    </Note>
  );
}

function DecisionDialog({ approval, decision, onClose }: Decision & { onClose: () => void }) {
  const { id } = approval;
  const isYes = decision === 'approve';
  const points = coinsOf(approval);
  const amount = points === undefined ? '' : ` ${signed(points)} ${coinWord(points)}`;
  const reason = reasonOf(approval);
  const block = approval.waits_for?.block;
  const holder = useClaim('approvals', id);
  return (
    <CommandDialog<Approval>
      title={isYes ? 'Approve?' : 'Reject?'}
      actionName={`${isYes ? 'Approve' : 'Reject'}${amount}`}
      look={isYes ? 'ink' : 'danger'}
      send={() => callOnce(`${decision}:${id}`, `POST /admin/approvals/:id/${decision}`, { params: { id } })}
      done={({ status }) => decidedText({ ...approval, status })}
      onClose={onClose}
    >
      <ClaimNote queue="approvals" holder={holder} />
      <p className="font-display text-lg font-bold text-ink">{whatOf(approval)}</p>
      <p className="mt-1 text-sm">
        Requested by {approval.requested_by}, {showMoment(approval.requested_at)}
        {reason ? `: “${reason}”` : ''}. {whyOf(approval)}.{' '}
        {isYes
          ? 'It takes effect at once.'
          : `Nothing changes.${block ? ` ${blockText(block, approval.right)}.` : ''}`}
      </p>
    </CommandDialog>
  );
}

/** O3a: requests coins for the rewards fund; a second operator must approve any amount. */
function FundRewardsForm({ onClose }: { onClose: () => void }) {
  const { data } = useQuery({ queryKey: ['rewards'], queryFn: () => call('GET /admin/rewards') });
  return (
    <FormDialog
      title="Fund rewards"
      onClose={onClose}
      defaultValues={{ bid_points: '', reason: '' }}
      validate={errorsOfCoins}
      submitName="Request"
      onSubmit={async ({ bid_points, reason }) => {
        const points = coinsIn(bid_points);
        const body = { bid_points: points, reason: reason.trim() };
        await callOnce('fund-rewards', 'POST /admin/rewards/fund', { body });
        return fundingText(points);
      }}
    >
      <p className="text-sm text-ink-2">
        The fund holds {data ? inCoins(data.balance) : '…'}. A second operator has to approve the request.
      </p>
      <NumberInput source="bid_points" label="Coins" required />
      <TextInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}
