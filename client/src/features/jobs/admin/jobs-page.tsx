import type { AdminJob, AdminJobs } from '@copup/shared/jobs.ts';
import { useState } from 'react';
import { capitalized } from '../../../console/capitalized.ts';
import { showMoment } from '../../../console/local-time.ts';

import { messageOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx';
import { Note } from '../../../ui/note.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { type JobDecision, JobDialog } from './job-dialog.tsx';
import { jobTitle } from './job-words.ts';
import { useJobs, useReloadJobs } from './use-jobs.ts';

const whole = new Intl.NumberFormat('en-NG');

/** O1: what failed, with the reason and what can be done, and what runs next. */
export function Page() {
  const { data, error, isPending, refetch } = useJobs();
  const reload = useReloadJobs();
  const [decision, setDecision] = useState<JobDecision>();
  if (error && !data)
    return (
      <ErrorState
        isWhole
        message={messageOf(error, 'The jobs could not be read.')}
        onRetry={() => void refetch()}
      />
    );
  if (isPending || !data) return <Skeletons text="Loading..." count={5} className="h-11" />;
  const { failed, next, mails, sweeps } = data;
  return (
    <>
      {failed === null ? (
        <Note look="offline" role="status" title="Jobs can’t be reached">
          Redis does not answer. Periodic sweeps do the work of scheduled jobs until it does.
        </Note>
      ) : null}
      {failed?.length === 0 && mails.length === 0 ? (
        <Note look="ok" role="status" title="No job and no mail has failed" />
      ) : null}
      {failed && failed.length > 0 ? (
        <DataTable
          title="Failed jobs"
          aside={<Chip look="bad">{failed.length} failed</Chip>}
          columns={failedColumns(setDecision)}
          rows={failed}
          keyOf={({ id }) => id}
          subLine={({ reason }) => reason ?? ''}
          emptyTitle="No job has failed"
        />
      ) : null}
      {mails.length > 0 ? (
        <DataTable
          title="Mails that failed"
          aside={<Chip look="bad">{mails.length} failed</Chip>}
          columns={mailColumns(setDecision)}
          rows={mails}
          keyOf={({ id }) => String(id)}
          subLine={({ reason }) => reason}
          emptyTitle="No mail has failed"
        />
      ) : null}
      <DataTable
        title="Next jobs"
        columns={nextColumns}
        rows={next ?? []}
        keyOf={({ id }) => id}
        subLine={({ at }) => showMoment(at)}
        emptyTitle="No job is scheduled"
      />
      <Sweeps sweeps={sweeps} />
      {decision ? (
        <JobDialog decision={decision} onDone={reload} onClose={() => setDecision(undefined)} />
      ) : null}
    </>
  );
}

/** The periodic sweeps, the failing ones first; folded while none fails. */
function Sweeps({ sweeps }: Pick<AdminJobs, 'sweeps'>) {
  const failing = sweeps.filter(({ error }) => error !== null).length;
  return (
    <details open={failing > 0}>
      <summary className="inline-flex min-h-tap cursor-pointer items-center gap-2 text-sm font-semibold text-brand">
        {sweeps.length} periodic sweeps, {failing === 0 ? 'none fails' : `${failing} failing`}
      </summary>
      <DataTable
        title="Periodic sweeps of this server"
        columns={sweepColumns}
        rows={[...sweeps].sort((a, b) => Number(b.error !== null) - Number(a.error !== null))}
        keyOf={({ name }) => name}
        subLine={({ error: reason }) => reason ?? ''}
        isWarning={({ error: reason }) => reason !== null}
        emptyTitle="This server runs no sweeps"
      />
    </details>
  );
}

type Decide = (decision: JobDecision) => void;

function failedColumns(decide: Decide): TableColumn<AdminJob>[] {
  return [
    { key: 'job', name: 'Job', cell: jobTitle, isOnPhone: true },
    {
      key: 'reason',
      name: 'Reason',
      cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? '–'}</span>,
    },
    { key: 'attempts', name: 'Attempts', cell: ({ attempts }) => whole.format(attempts), isNumber: true },
    {
      key: 'failed',
      name: 'Failed',
      cell: ({ failed_at }) => (failed_at ? showMoment(failed_at) : '–'),
      isNumber: true,
    },
    {
      key: 'actions',
      name: 'Actions',
      isOnPhone: true,
      isNumber: true,
      cell: (job) => (
        <span className="inline-flex gap-2 py-1">
          <Button
            look="line"
            size="sm"
            aria-label={`Retry: ${jobTitle(job)}`}
            onClick={() => decide({ kind: 'retry', job })}
          >
            Retry
          </Button>
          <Button
            look="ghost"
            size="sm"
            aria-label={`Remove: ${jobTitle(job)}`}
            onClick={() => decide({ kind: 'remove', job })}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ];
}

type Mail = AdminJobs['mails'][number];

function mailColumns(decide: Decide): TableColumn<Mail>[] {
  return [
    { key: 'mail', name: 'Mail', cell: ({ id }) => `Mail ${id}`, isOnPhone: true },
    { key: 'reason', name: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
    { key: 'attempts', name: 'Attempts', cell: ({ attempts }) => whole.format(attempts), isNumber: true },
    { key: 'next', name: 'Next attempt', cell: ({ next_at }) => showMoment(next_at), isNumber: true },
    {
      key: 'actions',
      name: 'Actions',
      isOnPhone: true,
      isNumber: true,
      cell: (mail) => (
        <Button
          look="line"
          size="sm"
          aria-label={`Send mail ${mail.id} now`}
          onClick={() => decide({ kind: 'mail', id: mail.id })}
        >
          Send now
        </Button>
      ),
    },
  ];
}

const nextColumns: TableColumn<AdminJob>[] = [
  { key: 'job', name: 'Job', cell: jobTitle, isOnPhone: true },
  { key: 'at', name: 'Runs', cell: ({ at }) => showMoment(at), isNumber: true },
];

const sweepColumns: TableColumn<AdminJobs['sweeps'][number]>[] = [
  { key: 'name', name: 'Sweep', cell: ({ name }) => capitalized(name.replaceAll('-', ' ')), isOnPhone: true },
  { key: 'runs', name: 'Runs', cell: ({ runs }) => whole.format(runs), isNumber: true },
  {
    key: 'failures',
    name: 'Failed runs',
    cell: ({ failures }) => whole.format(failures),
    isNumber: true,
    isOnPhone: true,
  },
  {
    key: 'ms',
    name: 'Last run',
    cell: ({ last_run_ms }) => `${whole.format(last_run_ms)} ms`,
    isNumber: true,
  },
];
