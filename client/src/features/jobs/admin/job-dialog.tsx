import type { AdminJob } from '@copup/shared/jobs.ts';
import { CommandDialog } from '../../../console/command-dialog.tsx';
import { call } from '../../../lib/calls.ts';
import { jobTitle } from './job-words.ts';

export type JobDecision =
  | { kind: 'retry' | 'remove'; job: AdminJob }
  /** Without ids all that failed, which may be more than are listed. */
  | { kind: 'retry-many'; ids?: string[] }
  | { kind: 'mail'; id: number };

function send(decision: JobDecision): Promise<{ message: string }> {
  if (decision.kind === 'mail') return call('POST /admin/mails/:id/retry', { params: { id: decision.id } });
  if (decision.kind === 'retry-many') {
    const { ids } = decision;
    return call('POST /admin/jobs/retry', { body: ids ? { ids } : { all: true } });
  }
  return call(`POST /admin/jobs/:id/${decision.kind}`, { params: { id: decision.job.id } });
}

interface JobDialogProps {
  decision: JobDecision;
  onDone: () => void;
  onClose: () => void;
}

/** States what happens before a job is run again or its record is removed. */
export function JobDialog({ decision, onDone, onClose }: JobDialogProps) {
  const { title, actionName, consequences } = wordsOf(decision);
  return (
    <CommandDialog<{ message: string }>
      title={title}
      actionName={actionName}
      look={decision.kind === 'remove' ? 'danger' : 'ink'}
      send={() => send(decision)}
      done={({ message }) => message}
      onDone={() => {
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      <ul className="list-disc pl-5">
        {consequences.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </CommandDialog>
  );
}

function wordsOf(decision: JobDecision): { title: string; actionName: string; consequences: string[] } {
  switch (decision.kind) {
    case 'retry':
      return {
        title: `Retry “${jobTitle(decision.job)}”?`,
        actionName: 'Retry the job',
        consequences: [
          'The job runs again within seconds. It only does what is still due, so nothing happens twice.',
          decision.job.reason ? `Last time it failed with: ${decision.job.reason}` : 'It failed before.',
        ],
      };
    case 'retry-many': {
      const { ids } = decision;
      return {
        title: ids ? `Retry ${ids.length === 1 ? '1 job' : `${ids.length} jobs`}?` : 'Retry all failed jobs?',
        actionName: 'Retry',
        consequences: [
          'The jobs run again within seconds. They only do what is still due, so nothing happens twice.',
          'One that changes meanwhile is left out. The audit log has an entry for each.',
        ],
      };
    }
    case 'remove':
      return {
        title: `Remove “${jobTitle(decision.job)}”?`,
        actionName: 'Remove the job',
        consequences: [
          'The record and its reason are gone from this list. The audit log keeps both.',
          'The work is not cancelled: the periodic sweep does what is still due, usually within a second.',
        ],
      };
    case 'mail':
      return {
        title: `Send mail ${decision.id} now?`,
        actionName: 'Send now',
        consequences: [
          'The mail is due at once. If it fails again, it waits for its next attempt as before.',
        ],
      };
  }
}
