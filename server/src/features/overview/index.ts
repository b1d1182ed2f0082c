import type { Feature } from '../../feature.ts';
import { overviewRoutes } from './overview.admin.routes.ts';

export const overview: Feature = {
  name: 'overview',
  build: (deps, all) => ({ routes: [overviewRoutes(deps, all)] }),
};
