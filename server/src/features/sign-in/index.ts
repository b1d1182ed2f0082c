import type { Feature } from '../../feature.ts';
import { sessionsRoutes } from './sessions.routes.ts';
import { signInJobs } from './sign-in.jobs.ts';
import { secondStepRoutes, signInRoutes } from './sign-in.routes.ts';

export const signIn: Feature = {
  name: 'sign-in',
  build: (deps) => ({
    routes: [signInRoutes(deps), sessionsRoutes(deps), secondStepRoutes(deps)],
    jobs: signInJobs(deps),
  }),
};
