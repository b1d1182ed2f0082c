import { formatNumber } from '@copup/shared/coins.ts';
import type { AdminContest, ContestStatus } from '@copup/shared/contests.ts';
import { useState } from 'react';
import type { Column } from '../../../console/columns.ts';
import { act } from '../../../console/data-provider.ts';
import { FilterBar, namedByValue, SelectFilter } from '../../../console/filter-bar.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { RecordsList } from '../../../console/records-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip, type ChipLook } from '../../../ui/chip.tsx';
import { ContestForm } from './contest-form.tsx';

const looks: Record<ContestStatus, ChipLook> = {
  pending: 'brand',
  active: 'ok',
  ended: 'plain',
  void: 'warn',
};

const columns: Column<AdminContest>[] = [
  { name: 'Title', cell: (row) => row.title, sort: 'title', isName: true },
  { name: 'Id', cell: (row) => row.id, sort: 'id', isNumber: true },
  { name: 'Game', cell: (row) => row.kind, sort: 'kind' },
  {
    name: 'Status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1">
        <Chip look={looks[row.status]}>{row.status}</Chip>
        {row.flagged ? <Chip look="bad">check the winner</Chip> : null}
      </span>
    ),
    sort: 'status',
    isOnPhones: true,
  },
  { name: 'Fee', cell: (row) => formatNumber(row.entry_fee), isNumber: true },
  { name: 'Prize', cell: (row) => formatNumber(row.prize), isNumber: true },
  { name: 'Subsidy', cell: (row) => formatNumber(row.subsidy), isNumber: true },
  { name: 'Pot', cell: (row) => formatNumber(row.pot), isNumber: true },
  {
    name: 'Players',
    cell: (row) => `${formatNumber(row.players)} of ${formatNumber(row.minimum_users)}`,
    isNumber: true,
  },
  { name: 'Winner', cell: (row) => row.winner ?? '–' },
  {
    name: 'Ends',
    cell: (row) => <span className="whitespace-nowrap">{showMoment(row.end_date)}</span>,
    sort: 'end_date',
  },
];

const subLine = (row: AdminContest) =>
  `${row.id}, ${row.kind}, prize ${formatNumber(row.prize)}, ${formatNumber(row.players)} players, ends ${showMoment(row.end_date)}`;
const isOpen = ({ status }: AdminContest) => status === 'pending' || status === 'active';
const sort = { field: 'id', order: 'DESC' } as const;
const realWorld = { realm: '0' };

type Shown = { kind: 'nothing' | 'new' } | { kind: 'edit' | 'cancel'; contest: AdminContest };

/** O3: contests of all kinds. */
export function ContestsList() {
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  const close = () => setShown({ kind: 'nothing' });
  return (
    <>
      <RecordsList<AdminContest>
        resource="contests"
        label="Contests"
        sort={sort}
        filters={realWorld}
        filterBar={
          <FilterBar
            texts={[
              { source: 'q', label: 'Find a contest' },
              { source: 'realm', label: 'Realm', inputMode: 'numeric', hint: '0: real' },
            ]}
          >
            <SelectFilter source="kind" label="Game" options={namedByValue(['tap', 'card', 'math'])} />
            <SelectFilter source="status" label="Status" options={namedByValue(Object.keys(looks))} />
          </FilterBar>
        }
        create={
          <Button
            look="ink"
            onClick={() => setShown({ kind: 'new' })}
            className="flex-1 px-3.5 whitespace-nowrap"
          >
            New contest
          </Button>
        }
        columns={columns}
        nameOf={(row) => row.title}
        subLine={subLine}
        actions={(contest) =>
          isOpen(contest)
            ? [
                {
                  name: 'Edit',
                  label: `Edit ${contest.title}`,
                  onPress: () => setShown({ kind: 'edit', contest }),
                },
                {
                  name: 'Cancel',
                  label: `Cancel ${contest.title}`,
                  onPress: () => setShown({ kind: 'cancel', contest }),
                },
              ]
            : []
        }
      />
      {shown.kind === 'new' ? <ContestForm onClose={close} /> : null}
      {shown.kind === 'edit' ? <ContestForm contest={shown.contest} onClose={close} /> : null}
      {shown.kind === 'cancel' ? <CancelForm contest={shown.contest} onClose={close} /> : null}
    </>
  );
}

function CancelForm({ contest, onClose }: { contest: AdminContest; onClose: () => void }) {
  const cancel = async (reason: string) => {
    await act<AdminContest>('contests', contest.id, 'cancel', { reason });
    return 'Contest cancelled';
  };
  return (
    <ReasonForm
      title={`Cancel ${contest.title}`}
      actionName="Cancel contest"
      onSubmit={cancel}
      onClose={onClose}
    >
      <p>
        {contest.players === 1 ? 'One entry fee is' : `${formatNumber(contest.players)} entry fees are`}{' '}
        returned, and the subsidy goes back to rewards. The players read the reason. This cannot be undone.
      </p>
    </ReasonForm>
  );
}
