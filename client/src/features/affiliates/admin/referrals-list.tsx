import type { AdminReferral } from '@copup/shared/affiliates.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { capitalized } from '../../../console/capitalized.ts';
import { type Column, momentColumn, numberColumn } from '../../../console/columns.tsx';
import { type Filter, searchFilter } from '../../../console/filters.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { flagTexts, stateOf } from './flag-words.ts';
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

const subjectOf = ({ kind, subject_id, subject_name }: AdminReferral) =>
  `${capitalized(kind)} ${subject_id}: ${isolate(subject_name)}`;

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
  { name: 'Subject', cell: subjectOf },
  { ...numberColumn('Paid', (row) => row.paid), isOnPhones: true },
  { name: 'Flags', cell: (row) => <Flags flags={row.flags} /> },
  { name: 'State', cell: (row) => <Chip look={stateOf(row).look}>{stateOf(row).text}</Chip> },
  momentColumn('When', (row) => row.created_at, 'id'),
];

const filters: Filter[] = [
  searchFilter('Find a user'),
  { source: 'kind', label: 'Kind', options: ['auction', 'heist'].map((kind) => [kind, `${kind}s`] as const) },
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
          {subjectOf(row)}, {stateOf(row).text}
          {row.flags.length > 0 ? <Flags flags={row.flags} /> : null}
        </>
      )}
      isWarned={({ flags, refunded }) => flags.length > 0 && !refunded}
    />
  );
}
