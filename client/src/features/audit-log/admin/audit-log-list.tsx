import type { AuditLogEntry } from '@copup/shared/admin.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { subjectKinds } from '@copup/shared/live-subjects.ts';
import type { ReactNode } from 'react';
import { actionWords } from '../../../console/action-words.ts';
import { type Column, momentColumn } from '../../../console/columns.tsx';
import { choiceFilter, type Filter } from '../../../console/filters.ts';
import { ItemFacts } from '../../../console/items/item-page.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';

const columns: Column<AuditLogEntry>[] = [
  { name: 'Action', cell: (row) => actionWords(row.action), isName: true },
  { name: 'Operator', cell: (row) => row.operator, isOnPhones: true },
  { name: 'Subject', cell: (row) => <span className="wrap-anywhere">{subjectOf(row)}</span> },
  momentColumn('When', (row) => row.at, 'id'),
];

const subjectOf = ({ subject_kind, subject_id }: AuditLogEntry) => `${subject_kind} ${subject_id}`;
const subLine = (row: AuditLogEntry) => `${showMoment(row.at)}, ${subjectOf(row)}`;
const filters: Filter[] = [
  { source: 'action', label: 'Action' },
  { source: 'subject_id', label: 'Subject’s id' },
  choiceFilter('subject_kind', 'Subject', [
    'user',
    ...subjectKinds,
    'order',
    'heist-order',
    'payment',
    'payout',
    'trade',
    'trader',
    'package',
    'bank',
    'post',
    'instagram-post',
    'notify-me',
    'setting',
    'load-test',
  ]),
];

/** S8: the operators' actions. */
export function Page() {
  return (
    <RecordsList<AuditLogEntry>
      resource="audit-log"
      filters={filters}
      columns={columns}
      nameOf={(row) => `${actionWords(row.action)}, ${subjectOf(row)}`}
      subLine={subLine}
      details={(row) => <Details details={row.details} />}
    />
  );
}

function Details({ details }: Pick<AuditLogEntry, 'details'>) {
  const entries = Object.entries(details);
  if (entries.length === 0) return <p className="text-ink-2">No more details.</p>;
  return (
    <ItemFacts facts={entries.map(([name, value]) => [name, inWords(value)] as const)} gap="gap-y-1.5" />
  );
}

function inWords(value: unknown): ReactNode {
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'string' ? (
    value
  ) : (
    <span className="whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</span>
  );
}
