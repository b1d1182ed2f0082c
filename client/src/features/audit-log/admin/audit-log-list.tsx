import type { AuditLogEntry } from '@copup/shared/admin.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import type { Column } from '../../../console/columns.ts';
import { FilterBar, namedByValue, SelectFilter } from '../../../console/filter-bar.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';

const columns: Column<AuditLogEntry>[] = [
  { name: 'Action', cell: (row) => row.action, isName: true },
  { name: 'Operator', cell: (row) => row.operator, isOnPhones: true },
  { name: 'Subject', cell: (row) => <span className="wrap-anywhere">{subjectOf(row)}</span> },
  {
    name: 'When',
    cell: (row) => <span className="whitespace-nowrap">{showMoment(row.at)}</span>,
    sort: 'id',
  },
];

const subjectOf = ({ subject_kind, subject_id }: AuditLogEntry) => `${subject_kind} ${subject_id}`;
const subLine = (row: AuditLogEntry) => `${showMoment(row.at)}, ${subjectOf(row)}`;
const sort = { field: 'id', order: 'DESC' } as const;
const subjects = ['user', 'auction', 'order', 'setting', 'load-test'];

/** S8: everything operators did. */
export function AuditLogList() {
  return (
    <RecordsList<AuditLogEntry>
      resource="audit-log"
      label="Audit log"
      sort={sort}
      filterBar={
        <FilterBar
          texts={[
            { source: 'action', label: 'Action' },
            { source: 'subject_id', label: 'Subject’s id' },
          ]}
        >
          <SelectFilter source="subject_kind" label="Subject" options={namedByValue(subjects)} />
        </FilterBar>
      }
      columns={columns}
      nameOf={(row) => `${row.action} of ${subjectOf(row)}`}
      subLine={subLine}
      details={(row) => <Details details={row.details} />}
    />
  );
}

function Details({ details }: Pick<AuditLogEntry, 'details'>) {
  const entries = Object.entries(details);
  if (entries.length === 0) return <p className="text-ink-2">Nothing more was noted.</p>;
  return (
    <dl className="grid max-w-3xl grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-5 gap-y-1.5">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{inWords(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function inWords(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
