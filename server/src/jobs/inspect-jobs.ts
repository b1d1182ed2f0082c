import type { Job, Queue } from 'bullmq';
import type { FailedJob, ListedJob, ScheduledJobLists } from './jobs.ts';

/** Jobs of each list that operators see; more failures are not kept for long. */
const LISTED = 50;
const LONGEST_REASON = 500;
const LONGEST_PAYLOAD = 500;

/** The data of a job may be of another program: only what is shown is read. */
type AnyJob = Job<{ id?: unknown; atMs?: unknown }>;

/** Lists the latest failures and the next jobs. */
export async function listJobs(queue: Queue, most = LISTED): Promise<ScheduledJobLists> {
  const [failed, next] = await Promise.all([
    queue.getJobs('failed', 0, most - 1, false),
    queue.getJobs('delayed', 0, most - 1, true),
  ]);
  // A job that was removed meanwhile is undefined.
  return { failed: failed.filter(Boolean).map(toListed), next: next.filter(Boolean).map(toListed) };
}

/** Finds a failed job with what operators may do with it. */
export async function findFailedJob(queue: Queue, id: string): Promise<FailedJob | 'unknown' | 'not failed'> {
  const job: AnyJob | undefined = await queue.getJob(id);
  if (!job) return 'unknown';
  if (!(await job.isFailed())) return 'not failed';
  return {
    listed: toListed(job),
    retry: () => job.retry('failed'),
    remove: () => job.remove(),
  };
}

function toListed(job: AnyJob): ListedJob {
  const { id, atMs } = job.data ?? {};
  return {
    id: String(job.id),
    kind: job.name.slice(0, 64),
    about: typeof id === 'string' ? id.slice(0, 64) : '',
    payload: JSON.stringify(job.data ?? null).slice(0, LONGEST_PAYLOAD),
    attempts: job.attemptsMade,
    at: new Date(typeof atMs === 'number' ? atMs : job.timestamp + job.delay),
    failedAt: job.finishedOn === undefined ? null : new Date(job.finishedOn),
    reason: job.failedReason?.slice(0, LONGEST_REASON) ?? null,
  };
}
