import { SpinBody, SpinDay, SpinReply, SpinState, UnlockSpinBody } from '@copup/shared/spins.ts';
import { IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { readOperatorsDay, readSpinState } from './read-spin.ts';
import { type SpinDeps, spinWheel } from './spin-wheel.ts';
import { unlockSpin } from './unlock-spin.ts';

const tags = ['spin'];

/** The wheel of a player (B1, B5). */
export const spinsRoutes =
  (deps: SpinDeps & Pick<Deps, 'randomBytes'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/spin',
      {
        config: { access: 'player', limit: 'read' },
        schema: {
          tags,
          summary: 'Whether the caller may spin, the commitment of the spin, and the spin once it was made',
          response: { 200: SpinState },
        },
      },
      ({ viewer }) => readSpinState(deps, viewer),
    );

    app.post(
      '/user/spin/unlock',
      {
        config: { access: 'player', limit: 'spinUnlock', errors: ['WRONG_PASSCODE'] },
        schema: {
          tags,
          summary: 'Unlocks the wheel for the caller, until operators change the passcode (B1)',
          body: UnlockSpinBody,
          response: { 200: SpinState },
        },
      },
      async ({ viewer, body }) => {
        await unlockSpin(deps, { userId: viewer.userId, passcode: body.passcode });
        return readSpinState(deps, viewer);
      },
    );

    app.post(
      '/user/spin',
      {
        config: {
          access: 'player',
          limit: 'write',
          errors: ['ALREADY_SPUN', 'TAKING_A_BREAK', 'SPIN_LOCKED', 'COME_BACK_TOMORROW', 'REWARD_UNFUNDED'],
        },
        schema: {
          tags,
          summary: 'Spins the wheel, once ever: the server draws one of six segments (B1, B5, F1)',
          headers: IdempotencyHeaders,
          body: SpinBody,
          response: { 200: SpinReply },
        },
      },
      ({ viewer, headers }) => spinWheel(deps, { viewer, key: headers['idempotency-key'] }),
    );

    app.get(
      '/admin/spins/today',
      {
        schema: {
          tags: ['operators: settings'],
          summary: 'What the wheel has cost today, of which budget, and what rewards can still pay',
          response: { 200: SpinDay },
        },
      },
      () => readOperatorsDay(deps),
    );
  };
