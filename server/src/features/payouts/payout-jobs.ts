import { purgeOld } from '../../db/purge.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import { sendPayouts } from './send-payouts.ts';
import { askForOutcomes, type SettleDeps } from './settle-sending.ts';
import { synchroniseBanks } from './synchronise-banks.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** W19: sends what was approved, asks for outcomes, and keeps the list of banks; enquiries are purged after 90 days. */
export const payoutJobs = (deps: SettleDeps): DefinedJobs => ({
  sweeps: [
    { name: 'payouts-send', everyMs: 5 * SECOND_MS, run: () => sendPayouts(deps) },
    { name: 'payouts-outcomes', everyMs: 10 * SECOND_MS, run: () => askForOutcomes(deps) },
    {
      ...{ name: 'banks', everyMs: 10 * MINUTE_MS, firstWithinMs: 2 * SECOND_MS },
      run: () => synchroniseBanks(deps),
    },
    {
      name: 'purge-account-enquiries',
      everyMs: 10 * MINUTE_MS,
      run: async () => {
        await purgeOld(deps.db, {
          table: 'account_enquiries',
          age: 'asked_at',
          before: "statement_timestamp() - interval '90 days'",
        });
      },
    },
  ],
});
