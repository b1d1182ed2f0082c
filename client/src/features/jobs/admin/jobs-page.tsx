import { formatNumber } from '@copup/shared/coins.ts';
import type { AdminJob, AdminJobs } from '@copup/shared/jobs.ts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { inWords } from '../../../console/capitalized.ts';
import { actionColumn } from '../../../console/columns.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { type Command, CommandButton } from '../../../console/may-change.tsx';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { type Selection, useSelection } from '../../../console/queue/use-selection.ts';
import { useOverview } from '../../../console/use-overview.ts';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { countColumn, DataTable, type TableColumn } from '../../../ui/data-table.tsx';
import { Note } from '../../../ui/note.tsx';
import { Data, JobSubject } from './job-cells.tsx';
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
      {failed && failed.length > 0 ? <FailedJobs failed={failed} decide={setDecision} /> : null}
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
      <NextJobs title="Next jobs" jobs={(next ?? []).filter((job) => !isOver(job))} />
      <OverJobs jobs={(next ?? []).filter(isOver)} />
      <Sweeps sweeps={sweeps} />
      {decision ? (
        <JobDialog decision={decision} onDone={reload} onClose={() => setDecision(undefined)} />
      ) : null}
    </>
  );
}

const isOver = ({ subject }: AdminJob) => subject?.is_over === true;

function FailedJobs({ failed, decide }: { failed: readonly AdminJob[]; decide: Decide }) {
  const selection = useSelection(failed);
  const { items } = selection;
  const retry = (ids?: string[]) => decide({ kind: 'retry-many', ...(ids && { ids }) });
  return (
    <DataTable
      title="Failed jobs"
      aside={
        <>
          <Chip look="bad">{failed.length} failed</Chip>
          {items.length > 0
            ? button(
                'POST /admin/jobs/retry',
                `Retry ${items.length} selected`,
                `Retry ${items.length} selected`,
                () => retry(items.map(({ id }) => id)),
              )
            : button('POST /admin/jobs/retry', 'Retry all', 'Retry all failed jobs', () => retry())}
        </>
      }
      columns={failedColumns(decide, selection)}
      rows={failed}
      keyOf={({ id }) => id}
      subLine={({ subject, reason }) => [subject?.name, reason].filter(Boolean).join(', ')}
      emptyTitle="No job has failed"
    />
  );
}

function NextJobs({ title, jobs }: { title: string; jobs: readonly AdminJob[] }) {
  return (
    <DataTable
      title={title}
      columns={nextColumns}
      rows={jobs}
      keyOf={({ id }) => id}
      subLine={({ at, subject }) => [subject?.name, showMoment(at)].filter(Boolean).join(', ')}
      emptyTitle="No job is scheduled"
    />
  );
}

/** Scheduled jobs of subjects that have ended or were cancelled: they find nothing to do. */
function OverJobs({ jobs }: { jobs: readonly AdminJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <details>
      <summary className="inline-flex min-h-tap cursor-pointer items-center gap-2 text-sm font-semibold text-brand">
        {jobs.length === 1 ? '1 job' : `${jobs.length} jobs`} of what has ended or was cancelled
      </summary>
      <NextJobs title="Jobs with nothing left to do" jobs={jobs} />
    </details>
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

/** What a job is, and the page of what it is about. */
const jobColumns: TableColumn<AdminJob>[] = [
  { name: 'Job', cell: jobTitle, isOnPhone: true },
  { name: 'About', cell: ({ subject }) => (subject ? <JobSubject {...subject} /> : '–') },
];

function failedColumns(decide: Decide, { ids, toggle }: Selection<AdminJob>): TableColumn<AdminJob>[] {
  return [
    ...jobColumns,
    {
      name: 'Reason',
      cell: (job) => (
        <span className="block py-1">
          <span className="block w-72 wrap-anywhere">{job.reason ?? '–'}</span>
          <span className="block text-xs text-ink-2">
            {job.attempts} {job.attempts === 1 ? 'attempt' : 'attempts'}
            {job.failed_at ? `, the last ${showMoment(job.failed_at)}` : ''}
          </span>
          <Data of={job} />
        </span>
      ),
    },
    actionColumn((job) => (
      <span className="inline-flex items-center gap-2 py-1">
        <label className="grid size-tap shrink-0 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`Select: ${jobTitle(job)}`}
            checked={ids.has(job.id)}
            onChange={() => toggle(job.id)}
            className="size-5 accent-brand"
          />
        </label>
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
    { name: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
    countColumn('Attempts', ({ attempts }) => attempts),
    { name: 'Next attempt', cell: ({ next_at }) => showMoment(next_at), isNumber: true },
    actionColumn(({ id }) =>
      button('POST /admin/mails/:id/retry', 'Send now', `Send mail ${id} now`, () =>
        decide({ kind: 'mail', id }),
      ),
    ),
  ];
}

const nextColumns: TableColumn<AdminJob>[] = [
  ...jobColumns,
  { name: 'Data', cell: (job) => <Data of={job} /> },
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
