import { formatNumber } from '@copup/shared/coins.ts';
import type { AdminJob, AdminJobs } from '@copup/shared/jobs.ts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { inWords } from '../../../console/capitalized.ts';
import { actionColumn } from '../../../console/columns.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { type Command, CommandButton } from '../../../console/may-change.tsx';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { useOverview } from '../../../console/use-overview.ts';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { countColumn, DataTable, type TableColumn } from '../../../ui/data-table.tsx';
import { Note } from '../../../ui/note.tsx';
import { type JobDecision, JobDialog } from './job-dialog.tsx';
import { jobTitle } from './job-words.ts';

/** O1: what failed, with the reason and what can be done, and what runs next. */
export function Page() {
  const { query, reload } = useJobs();
  const { data } = query;
  const [decision, setDecision] = useState<JobDecision>();
  if (!data)
    return (
      <NotLoaded query={query} failed="The jobs could not be read." isWhole count={5} className="h-11" />
    );
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

const failure: TableColumn<{ reason: string | null; attempts: number }>[] = [
  { name: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? '–'}</span> },
  countColumn('Attempts', ({ attempts }) => attempts),
];

const button = (
  command: Command,
  name: string,
  label: string,
  onClick: () => void,
  look: 'line' | 'ghost' = 'line',
) => (
  <CommandButton command={command} look={look} size="sm" aria-label={label} onClick={onClick}>
    {name}
  </CommandButton>
);

function failedColumns(decide: Decide): TableColumn<AdminJob>[] {
  return [
    { name: 'Job', cell: jobTitle, isOnPhone: true },
    ...failure,
    {
      name: 'Failed',
      cell: ({ failed_at }) => (failed_at ? showMoment(failed_at) : '–'),
      isNumber: true,
    },
    actionColumn((job) => (
      <span className="inline-flex gap-2 py-1">
        {button('POST /admin/jobs/:id/retry', 'Retry', `Retry: ${jobTitle(job)}`, () =>
          decide({ kind: 'retry', job }),
        )}
        {button(
          'POST /admin/jobs/:id/remove',
          'Remove',
          `Remove: ${jobTitle(job)}`,
          () => decide({ kind: 'remove', job }),
          'ghost',
        )}
      </span>
    )),
  ];
}

type Mail = AdminJobs['mails'][number];

function mailColumns(decide: Decide): TableColumn<Mail>[] {
  return [
    { name: 'Mail', cell: ({ id }) => `Mail ${id}`, isOnPhone: true },
    ...failure,
    { name: 'Next attempt', cell: ({ next_at }) => showMoment(next_at), isNumber: true },
    actionColumn(({ id }) =>
      button('POST /admin/mails/:id/retry', 'Send now', `Send mail ${id} now`, () =>
        decide({ kind: 'mail', id }),
      ),
    ),
  ];
}

const nextColumns: TableColumn<AdminJob>[] = [
  { name: 'Job', cell: jobTitle, isOnPhone: true },
  { name: 'Runs', cell: ({ at }) => showMoment(at), isNumber: true },
];

const sweepColumns: TableColumn<AdminJobs['sweeps'][number]>[] = [
  { name: 'Sweep', cell: ({ name }) => inWords(name), isOnPhone: true },
  countColumn('Runs', ({ runs }) => runs),
  countColumn('Failed runs', ({ failures }) => failures, true),
  {
    name: 'Last run',
    cell: ({ last_run_ms }) => `${formatNumber(last_run_ms)} ms`,
    isNumber: true,
  },
];

const key = ['admin-jobs'];

/** Reads the jobs, and again when their counts in the overview change. */
function useJobs() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: key });
  const counts = JSON.stringify(useOverview()?.jobs ?? null);
  const seen = useRef(counts);
  useEffect(() => {
    if (seen.current === counts) return;
    seen.current = counts;
    void client.invalidateQueries({ queryKey: key });
  }, [counts, client]);
  const query = useFresh(key, (signal) => call('GET /admin/jobs', { signal }), {
    placeholderData: keepPreviousData,
  });
  return { query, reload };
}
