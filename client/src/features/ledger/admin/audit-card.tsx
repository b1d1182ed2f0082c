import { formatNumber } from '@copup/shared/coins.ts';
import { showMoment } from '../../../console/local-time.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Note } from '../../../ui/note.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useAudit } from './use-ledger.ts';

/** The result of the last audit, and the command that runs the next one. */
export function AuditCard() {
  const { data: audit, error, refetch } = useAudit();
  if (error && !audit)
    return (
      <ErrorState message={messageOf(error, 'The audit could not be read.')} onRetry={() => void refetch()} />
    );
  if (!audit) return null;
  const command = (
    <p className="mt-1 text-ink-2">
      Run <code className="rounded-sm bg-sunken px-1.5 py-0.5 wrap-anywhere">{audit.command}</code> on a
      server.
    </p>
  );
  if (audit.ended_at === null) {
    return (
      <Note look="warn" title="No audit of the whole ledger has been stored yet">
        {command}
      </Note>
    );
  }
  const checked = Object.entries(audit.checked)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${formatNumber(count)} ${what}`)
    .join(', ');
  return (
    <Note look={audit.ok ? 'ok' : 'error'} title={audit.ok ? 'The books balance' : 'The audit found errors'}>
      <p className="text-ink-2">
        {showMoment(audit.ended_at)}, {audit.is_full ? 'all postings' : 'since the audit before'}: {checked}.{' '}
        {formatNumber(audit.covered_postings)} postings are covered
        {audit.correct_at ? ` as of ${showMoment(audit.correct_at)}` : ''}.
      </p>
      {audit.unreachable > 0 ? <p>{formatNumber(audit.unreachable)} postings were not audited.</p> : null}
      {audit.errors.length > 0 ? (
        <ul className="mt-1 list-disc pl-5">
          {audit.errors.map(({ check, table, row, message }) => (
            <li key={check} className="wrap-anywhere">
              {table} {row} {message}
            </li>
          ))}
        </ul>
      ) : null}
      {command}
    </Note>
  );
}
