import { AdminJobs, JobParams } from '@copup/shared/jobs.ts';
import { IdParams, Message } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { decideJob, listForOperators, sendMailAgain } from './decide-job.ts';

const tags = ['operators: jobs'];
const config = { access: 'operator', limit: 'admin' } as const;
const ofFailed = { ...config, errors: ['JOB_NOT_FOUND', 'JOB_NOT_FAILED'] } as const;

/** /api/admin/jobs: scheduled jobs, mails and sweeps, and what failed (O1). */
export const jobsAdminRoutes =
  (deps: Pick<Deps, 'db' | 'jobs'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/jobs',
      {
        config,
        schema: {
          tags,
          summary: 'Failed jobs with the reason, the next jobs, failing mails, and the sweeps of this server',
          response: { 200: AdminJobs },
        },
      },
      () => listForOperators(deps),
    );

    app.post(
      '/admin/jobs/:id/retry',
      {
        config: { ...ofFailed },
        schema: {
          tags,
          summary: 'Runs a failed job again; audited',
          params: JobParams,
          response: { 200: Message },
        },
      },
      ({ viewer, params }) => decideJob(deps, { id: params.id, operatorId: viewer.userId, action: 'retry' }),
    );

    app.post(
      '/admin/jobs/:id/remove',
      {
        config: { ...ofFailed },
        schema: {
          tags,
          summary: 'Removes the record of a failed job; the periodic sweep still does its work; audited',
          params: JobParams,
          response: { 200: Message },
        },
      },
      ({ viewer, params }) => decideJob(deps, { id: params.id, operatorId: viewer.userId, action: 'remove' }),
    );

    app.post(
      '/admin/mails/:id/retry',
      {
        config: { ...config, errors: ['JOB_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Sends a mail that failed at once; audited',
          params: IdParams,
          response: { 200: Message },
        },
      },
      ({ viewer, params }) => sendMailAgain(deps, { id: params.id, operatorId: viewer.userId }),
    );
  };
