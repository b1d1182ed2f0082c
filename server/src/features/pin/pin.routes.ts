import { PinStatus, RecoverPinBody, SetPinBody } from '@copup/shared/pins.ts';
import { Message } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { clientFactsOf } from '../../client-facts.ts';
import type { Deps } from '../../deps.ts';
import { sendCode } from '../../one-time-codes/send-code.ts';
import { recoveryMail } from './pin-mails.ts';
import { readPinStatus } from './read-pin-status.ts';
import { setPin } from './set-pin.ts';

type PinDeps = Pick<
  Deps,
  | 'db'
  | 'config'
  | 'settings'
  | 'google'
  | 'passwords'
  | 'limits'
  | 'mail'
  | 'notices'
  | 'newId'
  | 'randomBytes'
>;

const tags = ['wallet'];

/** The PIN that sends and payouts require (S6, W7). */
export const pinRoutes =
  (deps: PinDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/pin',
      {
        config: { access: 'user', limit: 'read' },
        schema: { tags, summary: 'Whether the PIN is set or locked', response: { 200: PinStatus } },
      },
      ({ viewer }) => readPinStatus(deps, viewer.userId),
    );

    app.post(
      '/user/set-pin',
      {
        config: {
          access: 'user',
          limit: 'pin',
          errors: ['REAUTH_NEEDED', 'PIN_NEEDED', 'WRONG_PIN', 'PIN_LOCKED', 'WRONG_CODE'],
        },
        schema: {
          tags,
          summary:
            'Sets the PIN: the first after a recent sign-in, later ones with the old PIN or a mailed code',
          body: SetPinBody,
          response: { 200: Message },
        },
      },
      async (request) => {
        const isFirst = await setPin(deps, request.viewer, request.body, clientFactsOf(request));
        return { message: isFirst ? 'PIN set successfully' : 'PIN changed successfully' };
      },
    );

    app.post(
      '/user/recover-pin',
      {
        config: { access: 'public', limit: 'code' },
        schema: {
          tags,
          summary: 'Mails a code that set-pin accepts once as oldPin',
          body: RecoverPinBody,
          response: { 200: Message },
        },
      },
      async (request) => {
        const owner = { purpose: 'recover_pin', email: request.body.email } as const;
        await sendCode(
          deps,
          owner,
          clientFactsOf(request, request.body.device_token),
          recoveryMail(deps.config.publicUrl),
        );
        return { message: 'Recovery code sent to your email' };
      },
    );
  };
