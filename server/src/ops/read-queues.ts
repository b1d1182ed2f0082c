import type { OpsQueue } from '@copup/shared/ops.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mail } from '../mail/mail.ts';

/** The work that waits: alarms in Redis, mails in the outbox, and this server's sweeps. */
export async function readQueues(deps: {
  jobs: Pick<Jobs, 'countAlarms' | 'stats'>;
  mail: Pick<Mail, 'countUnsent'>;
}): Promise<OpsQueue[]> {
  const [alarms, mails] = await Promise.all([deps.jobs.countAlarms(), deps.mail.countUnsent()]);
  const { sweeps } = deps.jobs.stats();
  return [
    ...(alarms ? [{ name: 'alarms', ...alarms }] : []),
    { name: 'mail', waiting: mails.due, active: 0, later: mails.later, failed: mails.failed },
    {
      name: 'sweeps',
      waiting: 0,
      active: 0,
      later: sweeps.length,
      // Those whose latest run failed.
      failed: sweeps.filter(({ lastError }) => lastError !== undefined).length,
    },
  ];
}
