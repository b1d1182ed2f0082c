import type { Jobs } from './jobs.ts';
import { ScheduledJobs, type ScheduledJobsOptions } from './scheduled-jobs.ts';
import { createSweeps } from './sweeps.ts';

/**
 * Creates scheduled jobs (with Redis only) and periodic sweeps. Nothing runs before `start`; jobs can be scheduled
 * without it.
 */
export function createJobs(options: ScheduledJobsOptions): Jobs {
  const scheduledJobs = new ScheduledJobs(options);
  const sweeps = createSweeps(options.log);
  return {
    defineScheduledJob: (kind, run) => scheduledJobs.define(kind, run),
    scheduleJob: (kind, id, at) => scheduledJobs.schedule(kind, id, at),
    defineSweep: sweeps.define,
    start: async () => {
      scheduledJobs.start();
      sweeps.start();
    },
    close: async () => {
      await Promise.all([scheduledJobs.close(), sweeps.close()]);
    },
    countScheduledJobs: () => scheduledJobs.count(),
    listScheduledJobs: (most) => scheduledJobs.list(most),
    findFailedJob: (id) => scheduledJobs.findFailed(id),
    stats: () => ({ scheduled: scheduledJobs.stats(), sweeps: sweeps.stats() }),
  };
}
