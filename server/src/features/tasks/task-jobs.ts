import { purgeOld } from '../../db/purge.ts';
import type { Deps } from '../../deps.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';

const HOUR_MS = 3_600_000;

/** Defines the purge of old pictures. */
export const taskJobs = ({ db }: Pick<Deps, 'db'>): DefinedJobs => ({
  sweeps: [
    {
      name: 'purge-task-screenshots',
      everyMs: HOUR_MS,
      run: async () => {
        await purgeOld(db, {
          table: 'task_screenshots',
          age: 'created_at',
          before: "statement_timestamp() - interval '180 days'",
        });
      },
    },
  ],
});
