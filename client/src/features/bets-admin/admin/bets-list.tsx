import type { AdminBet, BetCancelCause, BetStatus, MatchResult } from '@copup/shared/bets.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { type Column, numberColumn, statusColumn } from '../../../console/columns.tsx';
import { choiceFilter, type Filter, realmFilter, searchFilter } from '../../../console/filters.ts';
import { showTime } from '../../../console/local-time.ts';
import { isPending, waitsText } from '../../../console/pending.ts';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { RecordsList } from '../../../console/records-list.tsx';
import { opening, type RowAction } from '../../../console/row-actions.tsx';
import type { Show } from '../../../console/use-dialog.ts';
import { call, callOnce } from '../../../lib/calls.ts';
import { Chip, type ChipLook } from '../../../ui/chip.tsx';
import { WaitsForApproval } from './waits-for-approval.tsx';

const looks: Record<BetStatus, ChipLook> = {
  pending: 'warn',
  active: 'brand',
  settled: 'ok',
  cancelled: 'plain',
};

const columns: Column<AdminBet>[] = [
  {
    name: 'Title',
    cell: (row) => (
      <span className="wrap-anywhere">
        {row.full_title} {row.is_title_hidden ? <Chip look="bad">hidden</Chip> : null}
      </span>
    ),
    isName: true,
  },
  { name: 'Id', cell: (row) => row.id, sort: 'id', isNumber: true },
  {
    name: 'Match',
    cell: (row) => (
      <>
        {isolate(row.team_a)} v {isolate(row.team_b)}
        <span className="block text-xs text-ink-2">{showTime(row.kickoff)}</span>
      </>
    ),
  },
  { name: 'Players', cell: (row) => `${row.creator}, ${row.opponent ?? '–'}` },
  numberColumn('Stake', (row) => row.stake_points),
  numberColumn('Escrow', (row) => row.escrow_points),
  statusColumn('Status', (row) => row.status, looks, 'status'),
  { name: 'Notes', cell: (row) => betNotes(row) || '–' },
];
const filters: Filter[] = [
  searchFilter('Title, player or number'),
  { source: 'fixture_id', label: 'Fixture’s id', inputMode: 'numeric' },
  realmFilter,
  choiceFilter('status', 'Status', Object.keys(looks)),
  { source: 'flagged', label: 'Flagged', options: [['true', 'No result in time']] },
];

function actionsOf(bet: AdminBet, show: Show): RowAction[] {
  const name = bet.full_title;
  const hide = opening(
    show,
    'Hide title',
    `Hide title of ${name}`,
    (onClose) => <HideForm bet={bet} onClose={onClose} />,
    'POST /admin/bets/:id/hide-title',
  );
  const cancel = opening(
    show,
    'Cancel',
    `Cancel ${name}`,
    (onClose) => <CancelForm bet={bet} onClose={onClose} />,
    'POST /admin/bets/:id/cancel',
  );
  const isOpen = bet.status === 'pending' || bet.status === 'active';
  return [...(bet.is_title_hidden ? [] : [hide]), ...(isOpen ? [cancel] : [])];
}

const subLine = (row: AdminBet): string => {
  const match = `${isolate(row.team_a)} v ${isolate(row.team_b)}`;
  const players = `${row.creator}, ${row.opponent ?? 'no second player'}`;
  const notes = betNotes(row);
  return `${row.id}, ${match}, ${players}, ${inCoins(row.stake_points)} each${notes && `, ${notes}`}`;
};

/** O3, X13: the bets of all players. */
export const Page = () => (
  <RecordsList<AdminBet>
    resource="bets"
    filters={filters}
    columns={columns}
    nameOf={(row) => row.full_title}
    subLine={subLine}
    isWarned={(row) => row.is_flagged}
    insteadOfActions={(row) => (row.approval_id === null ? undefined : <WaitsForApproval />)}
    actions={actionsOf}
  />
);

function CancelForm({ bet, onClose }: { bet: AdminBet; onClose: () => void }) {
  const cancel = async (reason: string) => {
    const reply = await callOnce(`bets:${bet.id}:cancel`, 'POST /admin/bets/:id/cancel', {
      params: { id: bet.id },
      body: { reason },
    });
    return isPending(reply) ? waitsText('The cancellation') : 'Bet cancelled';
  };
  return (
    <ReasonForm
      title={`Cancel ${bet.full_title}`}
      actionName="Cancel bet"
      onSubmit={cancel}
      onClose={onClose}
    >
      {bet.opponent === null
        ? `${bet.creator} gets the stake of ${inCoins(bet.stake_points)} back and reads the reason.`
        : `${bet.creator} and ${bet.opponent} each get their stake of ${inCoins(bet.stake_points)} back and read the reason.`}{' '}
      This can’t be undone.
    </ReasonForm>
  );
}

function HideForm({ bet, onClose }: { bet: AdminBet; onClose: () => void }) {
  const hide = async (reason: string) => {
    await call('POST /admin/bets/:id/hide-title', { params: { id: bet.id }, body: { reason } });
    return 'Title hidden';
  };
  return (
    <ReasonForm
      title={`Hide the title of ${bet.full_title}`}
      actionName="Hide title"
      onSubmit={hide}
      onClose={onClose}
    >
      Players see “Title hidden” instead. {bet.creator} reads the reason. The bet itself goes on.
    </ReasonForm>
  );
}

const causes: Record<BetCancelCause, string> = {
  creator: 'by its creator',
  operator: 'by an operator',
  kickoff: 'no second player at kickoff',
  abandoned: 'match abandoned',
  no_result: 'no result in time',
  load_test: 'load test ended',
};
const results: Record<MatchResult, string> = {
  team_a: 'creator won',
  team_b: 'second player won',
  draw: 'draw',
  abandoned: 'match abandoned',
};

/** Returns how a bet ended, and what operators must know about it. */
function betNotes(bet: AdminBet): string {
  const { result, fee_points, cancel_cause, cancel_reason, is_flagged, is_corrected } = bet;
  return [
    result && results[result],
    fee_points > 0 && `fee ${formatNumber(fee_points)}`,
    cancel_cause && causes[cancel_cause],
    cancel_reason,
    is_flagged && 'flagged',
    is_corrected && 'corrected',
  ]
    .filter(Boolean)
    .join(', ');
}
