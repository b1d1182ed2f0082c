import type { AdminJob, AdminJobs } from '@copup/shared/jobs.ts';
import { liveSubjects, subjectKinds } from '@copup/shared/live-subjects.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import type { ListedJob } from '../../jobs/jobs.ts';
import { KEPT_FAILURES } from '../../jobs/scheduled-jobs.ts';
import { listFailingMails, retryMail } from '../../mail/outbox.queries.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import type { RoomDescription } from '../../ops/descriptions.ts';
import { type Subject, subjectKey } from '../../subject.ts';

const LISTED_MAILS = 50;
/** Redis is shared with other programs: a job may name anything. */
const SUBJECT_ID = /^[1-9]\d{0,8}$/;
const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g;

type Described = Pick<AllFeatures, 'jobSubjects' | 'describeSubjects' | 'describeRooms'>;

/** Lists what failed and what runs next. Reasons of mail servers are shown without addresses. */
export async function listForOperators(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  all: Described,
): Promise<AdminJobs> {
  const [lists, mails] = await Promise.all([jobs.listScheduledJobs(), listFailingMails(db, LISTED_MAILS)]);
  const subjectOf = await describeJobs([...(lists?.failed ?? []), ...(lists?.next ?? [])], all);
  const toJob = ({ failedAt, at, ...job }: ListedJob): AdminJob => ({
    ...job,
    subject: subjectOf(job),
    at: at.toISOString(),
    failed_at: failedAt?.toISOString() ?? null,
  });
  return {
    failed: lists?.failed.map(toJob) ?? null,
    next: lists?.next.map(toJob) ?? null,
    mails: mails.map((mail) => ({
      id: mail.id,
      created_at: mail.createdAt.toISOString(),
      attempts: mail.attempts,
      next_at: mail.nextAt.toISOString(),
      reason: mail.reason.replace(ADDRESS, '…'),
    })),
    sweeps: jobs.stats().sweeps.map((sweep) => ({
      name: sweep.name,
      runs: sweep.runs,
      failures: sweep.failures,
      last_run_ms: Math.round(sweep.lastRunMs),
      error: sweep.lastError?.slice(0, 500) ?? null,
    })),
  };
}

type Named = Pick<ListedJob, 'kind' | 'about'>;

/** Reads what jobs are about: one query for the names of each kind of subject, and one for the statuses of live ones. */
async function describeJobs(
  listed: readonly Named[],
  all: Described,
): Promise<(job: Named) => AdminJob['subject']> {
  const toSubject = ({ kind, about }: Named): Subject | null => {
    const subjectKind = all.jobSubjects[kind];
    return subjectKind === undefined || !SUBJECT_ID.test(about) ? null : { kind: subjectKind, id: about };
  };
  const subjects = listed.flatMap((job) => toSubject(job) ?? []);
  const names = await all.describeSubjects(subjects);
  const live = new Map<string, RoomDescription>();
  for (const kind of subjectKinds) {
    const ids = subjects.filter((subject) => subject.kind === kind).map(({ id }) => id);
    const [room = ''] = Object.keys(liveSubjects[kind].rooms);
    const described = ids.length === 0 ? [] : await all.describeRooms(room, [...new Set(ids)]);
    for (const [id, description] of described) live.set(subjectKey({ kind, id }), description);
  }
  return (job) => {
    const subject = toSubject(job);
    if (!subject) return null;
    const key = subjectKey(subject);
    const { status = null, isOver = false } = live.get(key) ?? {};
    return { ...subject, name: names.get(key)?.name ?? null, status, is_over: isOver };
  };
}

interface JobDecision {
  id: string;
  operatorId: string;
  action: 'retry' | 'remove';
}

/** Retries or removes a failed job. The audit log is written first: Redis has no transaction with the database. */
export async function decideJob(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { id, operatorId, action }: JobDecision,
): Promise<{ message: string }> {
  const job = await jobs.findFailedJob(id);
  if (job === undefined)
    throw new Refusal('UNAVAILABLE', 'Jobs can’t be reached right now. Try again.', { retryAfterS: 5 });
  if (job === 'unknown') throw new Refusal('JOB_NOT_FOUND', 'This job is no longer there');
  if (job === 'not failed') throw new Refusal('JOB_NOT_FAILED', 'This job has not failed');
  const { kind, about, attempts, reason } = job.listed;
  await inTransaction(db, (tx) =>
    writeAudit(tx, {
      operatorId,
      action: `job.${action}`,
      subject: { kind: 'job', id },
      details: { kind, about, attempts, reason },
    }),
  );
  try {
    await job[action]();
  } catch {
    // Another operator was faster, or Redis is gone.
    throw new Refusal('JOB_NOT_FAILED', 'This job has changed meanwhile');
  }
  return { message: action === 'retry' ? 'The job runs again' : 'The job was removed' };
}

/** Retries these failed jobs, or all that are kept; one that changed meanwhile is left out. */
export async function retryJobs(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { ids, operatorId }: { ids: readonly string[] | undefined; operatorId: string },
): Promise<{ message: string }> {
  const lists = ids ? undefined : await deps.jobs.listScheduledJobs(KEPT_FAILURES);
  const wanted = ids ?? lists?.failed.map(({ id }) => id);
  if (!wanted)
    throw new Refusal('UNAVAILABLE', 'Jobs can’t be reached right now. Try again.', { retryAfterS: 5 });
  let retried = 0;
  for (const id of wanted) {
    try {
      await decideJob(deps, { id, operatorId, action: 'retry' });
      retried += 1;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'UNAVAILABLE') throw error;
    }
  }
  const changed = wanted.length - retried;
  return {
    message: `${retried} ${retried === 1 ? 'job runs' : 'jobs run'} again${changed > 0 ? `, ${changed} changed meanwhile` : ''}`,
  };
}

/** Makes a mail that failed due at once. */
export async function sendMailAgain(
  { db }: Pick<Deps, 'db'>,
  { id, operatorId }: { id: number; operatorId: string },
): Promise<{ message: string }> {
  await inTransaction(db, async (tx) => {
    if (!(await retryMail(tx, id))) throw new Refusal('JOB_NOT_FOUND', 'This mail is no longer waiting');
    await writeAudit(tx, { operatorId, action: 'mail.retry', subject: { kind: 'mail', id: String(id) } });
  });
  return { message: 'The mail is sent again' };
}
