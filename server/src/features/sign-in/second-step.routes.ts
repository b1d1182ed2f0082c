import { SecondStepBody, SignedIn } from '@copup/shared/auth.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { clientFactsOf } from '../../client-facts.ts';
import type { Deps } from '../../deps.ts';
import { finishSecondStep } from './second-step.ts';

/** POST /auth/second-step (S8a). */
export const secondStepRoutes =
  (deps: Pick<Deps, 'db' | 'config' | 'log' | 'sessions' | 'tokens' | 'mail'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/auth/second-step',
      {
        config: {
          access: 'public',
          limit: 'credentials',
          errors: ['WRONG_CODE', 'SECOND_STEP_EXPIRED', 'NO_SECOND_FACTOR'],
        },
        schema: {
          tags: ['sign-in'],
          summary: 'Signs in with the second factor, after the password or Google',
          body: SecondStepBody,
          response: { 200: SignedIn },
        },
      },
      (request) => finishSecondStep(deps, request.body, clientFactsOf(request, request.body.device_token)),
    );
  };
