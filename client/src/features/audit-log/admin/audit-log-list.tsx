import type { AuditLogEntry } from '@copup/shared/admin.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { subjectKinds } from '@copup/shared/live-subjects.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { actionChoices, actionWords } from '../../../console/action-words.ts';
import { type Column, momentColumn } from '../../../console/columns.tsx';
import { choiceFilter, type Filter, realmFilter } from '../../../console/filters.ts';
import { ItemFacts } from '../../../console/items/item-page.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';

const columns: Column<AuditLogEntry>[] = [
  { name: 'Action', cell: (row) => actionWords(row.action), isName: true },
  { name: 'Operator', cell: (row) => row.operator, isOnPhones: true },
  { name: 'Subject', cell: (row) => <SubjectLink {...row} /> },
  momentColumn('When', (row) => row.at, 'id'),
];

const subjectOf = ({ subject_kind, subject_id }: AuditLogEntry) => `${subject_kind} ${subject_id}`;
const subLine = (row: AuditLogEntry) => `${showMoment(row.at)}, ${subjectOf(row)}`;
const filters: Filter[] = [
  { source: 'operator', label: 'Operator' },
  { source: 'subject_id', label: 'Subject’s id' },
  realmFilter,
  { source: 'from', label: 'From', type: 'date' },
  { source: 'to', label: 'To', type: 'date' },
  { source: 'action', label: 'Action', options: actionChoices },
  choiceFilter('subject_kind', 'Subject', [
    'user',
    ...subjectKinds,
    'order',
    'heist-order',
    'bet',
    'fixture',
    'payment',
    'payout',
    'trade',
    'trader',
    'statement',
    'statement-line',
    'bank-record',
    'bank-day',
    'package',
    'bank',
    'team',
    'task',
    'referral-task',
    'task-upload',
    'post',
    'instagram-post',
    'notify-me',
    'setting',
    'list',
    'room',
    'job',
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
      details={(row) => <Details {...row} />}
    />
  );
}

/** Leads to what was changed, if it has a page. */
function SubjectLink(row: Pick<AuditLogEntry, 'subject_kind' | 'subject_id'>) {
  const path = recordPath(row.subject_kind, row.subject_id);
  const text = <span className="wrap-anywhere">{`${row.subject_kind} ${row.subject_id}`}</span>;
  if (path === null) return text;
  return (
    <Link to={path} className="-my-2 inline-flex min-h-tap items-center text-brand hover:underline">
      {text}
    </Link>
  );
}

function Details(row: AuditLogEntry) {
  const facts = Object.entries(row.details).map(([name, value]) => [name, inWords(value)] as const);
  return (
    <ItemFacts facts={[['subject', <SubjectLink key="subject" {...row} />], ...facts]} gap="gap-y-1.5" />
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
