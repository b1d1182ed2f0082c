import type { Feature } from '../../feature.ts';
import { dryRunsRoutes } from './dry-runs.routes.ts';
import { DryRuns } from './dry-runs.ts';
import { endExpired } from './end-load-test.ts';
import { loadTestsRoutes } from './load-tests.routes.ts';

const MINUTE_MS = 60_000;

export const loadTests: Feature = {
  name: 'load-tests',
  build(deps, all) {
    const dryRuns = new DryRuns(deps, all);
    return {
      routes: [loadTestsRoutes(deps, all.cancelRealm), dryRunsRoutes(deps, dryRuns)],
      jobs: {
        sweeps: [
          { name: 'load-tests-expired', everyMs: MINUTE_MS, run: () => endExpired(deps, all.cancelRealm) },
          { name: 'dry-runs-lost', everyMs: MINUTE_MS, run: () => dryRuns.endLost() },
        ],
      },
      stop: () => dryRuns.stop(),
    };
  },
};
