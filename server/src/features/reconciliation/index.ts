import type { Feature } from '../../feature.ts';
import { countListChanges } from '../../operators/list-changes.queries.ts';
import { singleFlight } from '../../single-flight.ts';
import { reconciliationRoutes, statementLinesRoutes } from './reconciliation.routes.ts';
import { lineQueue } from './reconciliation-facts.ts';
import { matchOpenLines } from './run-matching.ts';

const SWEEP_MS = 30_000;
/** Lists whose changes may lead to other proposals. */
const MATCHED_LISTS = ['statement-lines', 'payments', 'payouts', 'trades'];

/** Statements of our banks, what explains their lines, and closed days (W20). */
export const reconciliation: Feature = {
  name: 'reconciliation',
  build(deps, all) {
    const { db } = deps;
    const matching = singleFlight(async () => {
      await matchOpenLines(db);
    });
    let matched = '';
    return {
      routes: [statementLinesRoutes(deps, all), reconciliationRoutes(deps, matching.fresh)],
      queues: { 'statement-lines': lineQueue(db) },
      jobs: {
        sweeps: [
          {
            name: 'match-statement-lines',
            everyMs: SWEEP_MS,
            async run() {
              const changes = JSON.stringify([...(await countListChanges(db, MATCHED_LISTS))]);
              if (changes === matched) return;
              await matching.fresh();
              matched = changes;
            },
          },
        ],
      },
    };
  },
};
