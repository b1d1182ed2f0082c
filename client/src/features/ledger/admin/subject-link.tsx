import type { LedgerTransfer } from '@copup/shared/ledger.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { Link } from 'react-router-dom';

export const subjectOf = ({ subject_name, subject_kind, subject_id }: LedgerTransfer) =>
  subject_name ?? `${subject_kind} ${subject_id}`;

/** Leads to what a transfer belongs to, if it has a page. */
export function SubjectLink({ transfer }: { transfer: LedgerTransfer }) {
  const path = recordPath(transfer.subject_kind, transfer.subject_id);
  if (path === null) return null;
  return (
    <Link to={path} className="mt-1 inline-flex min-h-tap items-center text-sm font-semibold text-brand">
      Open {subjectOf(transfer)}
    </Link>
  );
}
