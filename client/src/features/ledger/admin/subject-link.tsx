import type { LedgerTransfer } from '@copup/shared/ledger.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { Link } from 'react-router-dom';

/** Returns the name of what a transfer belongs to: an auction, a payment, the user of an adjustment. */
export function subjectOf({ subject_name, subject_kind, subject_id, postings }: LedgerTransfer): string {
  if (subject_name !== null) return subject_name;
  const user = postings
    .flatMap(({ source, destination }) => [source, destination])
    .find(({ id, username }) => id === subject_id && username !== null);
  return user?.username ?? `${subject_kind} ${subject_id}`;
}

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
