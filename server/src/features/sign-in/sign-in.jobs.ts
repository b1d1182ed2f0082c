import type { Deps } from '../../deps.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import { purgeCodes } from '../../one-time-codes/one-time-codes.ts';

const MINUTE_MS = 60_000;

export function signInJobs({ db }: Pick<Deps, 'db'>): DefinedJobs {
  return {
    sweeps: [
      {
        name: 'purge-codes',
        everyMs: MINUTE_MS,
        run: async () => {
          await purgeCodes(db);
        },
      },
    ],
  };
}
