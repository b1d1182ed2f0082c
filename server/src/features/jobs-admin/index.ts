import type { Feature } from '../../feature.ts';
import { jobsAdminRoutes } from './jobs.admin.routes.ts';

/** Jobs that failed, and those that run next. */
export const jobsAdmin: Feature = {
  name: 'jobs-admin',
  build: (deps, all) => ({ routes: [jobsAdminRoutes(deps, all)] }),
};
