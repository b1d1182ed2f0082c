import { FirstSteps, WelcomeGiven, WelcomeReply } from '@copup/shared/welcome.ts';
import { IdempotencyHeaders, Message } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { grantWelcome, type WelcomeDeps } from './grant-welcome.ts';
import { dismissFirstSteps, readFirstSteps, readGiven } from './read-first-steps.ts';

const tags = ['welcome'];

/** Welcome coins and first steps of new players (X15). */
export const welcomeRoutes =
  (deps: WelcomeDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/first-steps',
      {
        config: { access: 'user', limit: 'read' },
        schema: { tags, summary: 'What a new player has done yet', response: { 200: FirstSteps } },
      },
      ({ viewer }) => readFirstSteps(deps, viewer),
    );

    app.post(
      '/user/first-steps/dismiss',
      {
        config: { access: 'player', limit: 'write' },
        schema: {
          tags,
          summary: 'Closes the card with the first steps, for good',
          response: { 200: Message },
        },
      },
      async ({ viewer }) => {
        await dismissFirstSteps(deps, viewer.userId);
        return { message: 'The first steps are closed.' };
      },
    );

    app.post(
      '/user/welcome',
      {
        config: {
          access: 'player',
          limit: 'write',
          errors: [
            'ALREADY_WELCOMED',
            'WELCOMED_BEFORE',
            'NO_WELCOME_COINS',
            'REWARD_UNFUNDED',
            'TAKING_A_BREAK',
          ],
        },
        schema: {
          tags,
          summary: 'Gives a new player the welcome coins, once (X15)',
          headers: IdempotencyHeaders,
          response: { 200: WelcomeReply },
        },
      },
      ({ viewer, headers }) => grantWelcome(deps, { viewer, key: headers['idempotency-key'] }),
    );

    app.get(
      '/admin/welcome',
      {
        schema: {
          tags: ['operators: settings'],
          summary: 'What was given of the budget of welcome coins, and to whom last',
          response: { 200: WelcomeGiven },
        },
      },
      () => readGiven(deps),
    );
  };
