import { type AlarmsOptions, createAlarms } from './alarms.ts';
import type { Jobs } from './jobs.ts';
import { createSweeps } from './sweeps.ts';

/** Alarms over Redis where it is there, sweeps always. Nothing runs before `start`; alarms can be set without it. */
export function createJobs(options: AlarmsOptions): Jobs {
  const alarms = createAlarms(options);
  const sweeps = createSweeps(options.log);
  return {
    defineAlarm: alarms.define,
    setAlarm: alarms.set,
    defineSweep: sweeps.define,
    start: async () => {
      alarms.start();
      sweeps.start();
    },
    close: async () => {
      await Promise.all([alarms.close(), sweeps.close()]);
    },
    countAlarms: alarms.count,
    stats: () => ({ alarms: alarms.stats(), sweeps: sweeps.stats() }),
  };
}
