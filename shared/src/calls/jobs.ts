import { defineCalls } from '../call.ts';
import { AdminJobs, JobParams, RetryJobsBody } from '../jobs.ts';
import { IdParams, Message } from '../wire.ts';

const right = 'jobs';
const decided = {
  right,
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_FAILED'],
  params: JobParams,
  reply: Message,
} as const;

/** /api/admin/jobs: scheduled jobs, mails and sweeps, and what failed (O1). */
export const jobsAdminCalls = defineCalls('operators: jobs', {
  'GET /admin/jobs': {
    summary: 'Failed jobs with the reason, the next jobs, failing mails, and the sweeps of this server',
    reply: AdminJobs,
  },
  'POST /admin/jobs/retry': {
    right,
    summary: 'Runs several failed jobs again, or all; those that changed meanwhile are left out; audited',
    body: RetryJobsBody,
    reply: Message,
  },
  'POST /admin/jobs/:id/retry': { summary: 'Runs a failed job again; audited', ...decided },
  'POST /admin/jobs/:id/remove': {
    summary: 'Removes the record of a failed job; the periodic sweep still does its work; audited',
    ...decided,
  },
  'POST /admin/mails/:id/retry': {
    right,
    summary: 'Sends a mail that failed at once; audited',
    errors: ['JOB_NOT_FOUND'],
    params: IdParams,
    reply: Message,
  },
});
