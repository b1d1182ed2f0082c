import { secondStepCalls } from '@copup/shared/calls/sign-in.ts';
import { clientFactsOf } from '../../client-facts.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { finishSecondStep } from './second-step.ts';

/** POST /auth/second-step (S8a). */
export const secondStepRoutes = (
  deps: Pick<Deps, 'db' | 'config' | 'log' | 'sessions' | 'tokens' | 'mail'>,
) =>
  routes(secondStepCalls, {
    'POST /auth/second-step': (request) =>
      finishSecondStep(deps, request.body, clientFactsOf(request, request.body.device_token)),
  });
