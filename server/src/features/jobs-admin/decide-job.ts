import type { AdminJob, AdminJobs } from '@copup/shared/jobs.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { ListedJob } from '../../jobs/jobs.ts';
import { listFailingMails, retryMail } from '../../mail/outbox.queries.ts';
import { writeAudit } from '../../operators/write-audit.ts';

const LISTED_MAILS = 50;
const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g;

/** Lists what failed and what runs next. Reasons of mail servers are shown without addresses. */
export async function listForOperators({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<AdminJobs> {
  const [lists, mails] = await Promise.all([jobs.listScheduledJobs(), listFailingMails(db, LISTED_MAILS)]);
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

const toJob = ({ failedAt, at, ...job }: ListedJob): AdminJob => ({
  ...job,
  at: at.toISOString(),
  failed_at: failedAt?.toISOString() ?? null,
});

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
