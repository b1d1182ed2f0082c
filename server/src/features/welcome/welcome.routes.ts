import { welcomeCalls } from '@copup/shared/calls/welcome.ts';
import { routes } from '../../routes.ts';
import { grantWelcome, type WelcomeDeps } from './grant-welcome.ts';
import { dismissFirstSteps, readFirstSteps, readGiven } from './read-first-steps.ts';

/** Welcome coins and first steps of new players (X15). */
export const welcomeRoutes = (deps: WelcomeDeps) =>
  routes(welcomeCalls, {
    'GET /user/first-steps': ({ viewer }) => readFirstSteps(deps, viewer),

    'POST /user/first-steps/dismiss': async ({ viewer }) => {
      await dismissFirstSteps(deps, viewer.userId);
      return { message: 'The first steps are closed.' };
    },

    'POST /user/welcome': ({ viewer, key }) => grantWelcome(deps, { viewer, key }),

    'GET /admin/welcome': () => readGiven(deps),
  });
