import { defineCalls } from '../call.ts';
import { PinStatus, RecoverPinBody, SetPinBody } from '../pins.ts';
import { Message } from '../wire.ts';

/** The PIN that sends and payouts require (S6, W7). */
export const pinCalls = defineCalls('wallet', {
  'GET /user/pin': {
    summary: 'Whether the PIN is set or locked',
    reply: PinStatus,
  },
  'POST /user/set-pin': {
    summary: 'Sets the PIN: the first after a recent sign-in, later ones with the old PIN or a mailed code',
    limit: 'pin',
    errors: ['REAUTH_NEEDED', 'PIN_NEEDED', 'WRONG_PIN', 'PIN_LOCKED', 'WRONG_CODE'],
    body: SetPinBody,
    reply: Message,
  },
  'POST /user/recover-pin': {
    summary: 'Mails a code that set-pin accepts once as oldPin',
    access: 'public',
    limit: 'code',
    body: RecoverPinBody,
    reply: Message,
  },
});
