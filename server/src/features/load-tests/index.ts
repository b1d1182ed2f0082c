import type { Feature } from '../../feature.ts';
import { endExpired } from './end-load-test.ts';
import { loadTestsRoutes } from './load-tests.routes.ts';

const MINUTE_MS = 60_000;

export const loadTests: Feature = {
  name: 'load-tests',
  build: (deps, all) => ({
    routes: [loadTestsRoutes(deps, all.cancelRealm)],
    jobs: {
      sweeps: [
        { name: 'load-tests-expired', everyMs: MINUTE_MS, run: () => endExpired(deps, all.cancelRealm) },
      ],
    },
  }),
};
