import type { AdminReferral } from '@copup/shared/affiliates.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { type Column, momentColumn, numberColumn } from '../../../console/columns.tsx';
import { type Filter, searchFilter } from '../../../console/filters.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { flagTexts, kindTexts, stateOf } from './flag-words.ts';
import { UserLink } from './user-link.tsx';

function Flags({ flags }: Pick<AdminReferral, 'flags'>) {
  if (flags.length === 0) return '–';
  return (
    <span className="flex flex-wrap gap-1">
      {flags.map((flag) => (
        <Chip key={flag} look="warn">
          {flagTexts[flag]}
        </Chip>
      ))}
    </span>
  );
}

function State({ row }: { row: AdminReferral }) {
  const { text, look } = stateOf(row);
  return <Chip look={look}>{text}</Chip>;
}

const columns: Column<AdminReferral>[] = [
  {
    name: 'Referrer and user',
    cell: ({ referrer, username }) => (
      <>
        <UserLink username={referrer} /> referred <UserLink username={username} />
      </>
    ),
    isName: true,
  },
  {
    name: 'Subject',
    cell: (row) => `${kindTexts[row.kind]} ${row.subject_id}: ${isolate(row.subject_name)}`,
  },
  { ...numberColumn('Paid', (row) => row.paid), isOnPhones: true },
  { name: 'Flags', cell: (row) => <Flags flags={row.flags} /> },
  { name: 'State', cell: (row) => <State row={row} /> },
  momentColumn('When', (row) => row.created_at, 'id'),
];

const filters: Filter[] = [
  searchFilter('Find a user'),
  {
    source: 'kind',
    label: 'Kind',
    options: [
      ['auction', 'auctions'],
      ['heist', 'heists'],
    ],
  },
  { source: 'flagged', label: 'Flags', options: [['true', 'flagged only']] },
];

/** T2: who referred whom, with the flags. */
export function ReferralsList() {
  return (
    <RecordsList<AdminReferral>
      resource="affiliates"
      label="Referrals"
      filters={filters}
      columns={columns}
      nameOf={({ referrer, username }) => `${referrer} and ${username}`}
      subLine={(row) => (
        <>
          {kindTexts[row.kind]} {row.subject_id}: {isolate(row.subject_name)}, {stateOf(row).text}
          {row.flags.length > 0 ? <Flags flags={row.flags} /> : null}
        </>
      )}
      isWarned={({ flags, refunded }) => flags.length > 0 && !refunded}
    />
  );
}
