import { welcomeCalls } from '@copup/shared/calls/welcome.ts';
import type { WelcomeOffer } from '@copup/shared/welcome.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { SharedReads } from '../../shared-reads.ts';
import { grantWelcome, type WelcomeDeps } from './grant-welcome.ts';
import { dismissFirstSteps, readFirstSteps, readGiven, readOffer } from './read-first-steps.ts';

const OFFER_SHARED_MS = 5_000;

/** Welcome coins and first steps of new players (X15). */
export const welcomeRoutes = (deps: WelcomeDeps & Pick<Deps, 'clock'>) => {
  const offer = new SharedReads<WelcomeOffer>(OFFER_SHARED_MS, () => deps.clock.monotonicMs());
  return routes(welcomeCalls, {
    'GET /welcome': () => offer.get('', () => readOffer(deps)),

    'GET /user/first-steps': ({ viewer }) => readFirstSteps(deps, viewer),

    'POST /user/first-steps/dismiss': async ({ viewer }) => {
      await dismissFirstSteps(deps, viewer.userId);
      return { message: 'The first steps are closed.' };
    },

    'POST /user/welcome': ({ viewer, key }) => grantWelcome(deps, { viewer, key }),

    'GET /admin/welcome': () => readGiven(deps),
  });
};
