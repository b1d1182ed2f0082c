import type { OpsQueue } from '@copup/shared/ops.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mail } from '../mail/mail.ts';

/** Reads the waiting work: scheduled jobs in Redis, mails in the outbox, and this server's sweeps. */
export async function readQueues(deps: {
  jobs: Pick<Jobs, 'countScheduledJobs' | 'stats'>;
  mail: Pick<Mail, 'countUnsent'>;
}): Promise<OpsQueue[]> {
  const [jobs, mails] = await Promise.all([deps.jobs.countScheduledJobs(), deps.mail.countUnsent()]);
  const { sweeps } = deps.jobs.stats();
  return [
    ...(jobs ? [{ name: 'scheduled jobs', ...jobs }] : []),
    { name: 'mail', waiting: mails.due, active: 0, later: mails.later, failed: mails.failed },
    {
      name: 'sweeps',
      waiting: 0,
      active: 0,
      later: sweeps.length,
      // Sweeps whose latest run failed.
      failed: sweeps.filter(({ lastError }) => lastError !== undefined).length,
    },
  ];
}
