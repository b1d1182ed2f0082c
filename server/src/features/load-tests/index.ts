import type { Feature } from '../../feature.ts';
import { loadTestsRoutes } from './load-tests.routes.ts';

export const loadTests: Feature = {
  name: 'load-tests',
  build: (deps, all) => ({ routes: [loadTestsRoutes(deps, all.cancelRealm)] }),
};
