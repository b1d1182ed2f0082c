import type { Jobs } from './jobs.ts';
import { createScheduledJobs, type ScheduledJobsOptions } from './scheduled-jobs.ts';
import { createSweeps } from './sweeps.ts';

/**
 * Creates scheduled jobs (with Redis only) and periodic sweeps. Nothing runs before `start`; jobs can be scheduled
 * without it.
 */
export function createJobs(options: ScheduledJobsOptions): Jobs {
  const scheduledJobs = createScheduledJobs(options);
  const sweeps = createSweeps(options.log);
  return {
    defineScheduledJob: scheduledJobs.define,
    scheduleJob: scheduledJobs.schedule,
    defineSweep: sweeps.define,
    start: async () => {
      scheduledJobs.start();
      sweeps.start();
    },
    close: async () => {
      await Promise.all([scheduledJobs.close(), sweeps.close()]);
    },
    countScheduledJobs: scheduledJobs.count,
    listScheduledJobs: scheduledJobs.list,
    findFailedJob: scheduledJobs.findFailed,
    stats: () => ({ scheduled: scheduledJobs.stats(), sweeps: sweeps.stats() }),
  };
}
