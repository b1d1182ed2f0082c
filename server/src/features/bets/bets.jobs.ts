import { outageOf } from '../../db/pg-errors.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import { type EndDeps, endBets } from './end-bets.ts';
import { listDueFixtures } from './fixtures.queries.ts';

/** The scheduled job of one fixture, due at kickoff, at its result and when stakes are returned. Its id is the fixture's. */
export const END_JOB = 'bets-end';
const BATCH = 100;
const SECOND_MS = 1_000;
const FIXTURE_ID = /^[1-9]\d{0,8}$/;

/** Takes the due steps of all fixtures. A fixture that fails does not keep the others. */
export async function endDueBets(deps: EndDeps): Promise<void> {
  for (const id of await listDueFixtures(deps.db, deps.settings.get('betReturnHours'), BATCH)) {
    try {
      await endBets(deps, id);
    } catch (error) {
      const outage = outageOf(error);
      if (outage === 'unavailable') throw error;
      if (outage === undefined)
        deps.log.error({ err: error, fixture: id }, 'the bets of a fixture could not be ended');
    }
  }
}

/** Defines the scheduled job of each fixture and the periodic sweep that guarantees it (P1, P3). */
export const betJobs = (deps: EndDeps): DefinedJobs => ({
  scheduled: { [END_JOB]: async (id) => (FIXTURE_ID.test(id) ? endBets(deps, Number(id)) : undefined) },
  about: { [END_JOB]: 'fixture' },
  sweeps: [{ name: 'bets-end', everyMs: SECOND_MS, run: () => endDueBets(deps) }],
});
