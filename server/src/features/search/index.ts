import type { Feature } from '../../feature.ts';
import { searchRoutes } from './search.admin.routes.ts';

/** One search over the records of all features. */
export const search: Feature = {
  name: 'search',
  build: (_deps, all) => ({ routes: [searchRoutes(all)] }),
};
