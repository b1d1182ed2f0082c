import { pinCalls } from '@copup/shared/calls/pin.ts';
import { clientFactsOf } from '../../client-facts.ts';
import type { Deps } from '../../deps.ts';
import { sendCode } from '../../one-time-codes/send-code.ts';
import { routes } from '../../routes.ts';
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

/** The PIN that sends and payouts require (S6, W7). */
export const pinRoutes = (deps: PinDeps) =>
  routes(pinCalls, {
    'GET /user/pin': ({ viewer }) => readPinStatus(deps, viewer.userId),

    'POST /user/set-pin': async (request) => {
      const isFirst = await setPin(deps, request.viewer, request.body, clientFactsOf(request));
      return { message: isFirst ? 'PIN set successfully' : 'PIN changed successfully' };
    },

    'POST /user/recover-pin': async (request) => {
      const owner = { purpose: 'recover_pin', email: request.body.email } as const;
      await sendCode(
        deps,
        owner,
        clientFactsOf(request, request.body.device_token),
        recoveryMail(deps.config.publicUrl),
      );
      return { message: 'Recovery code sent to your email' };
    },
  });
