import { ConfirmBody } from '../auth.ts';
import { defineCalls } from '../call.ts';
import { Message } from '../wire.ts';

/** POST /auth/confirm (S8a): confirms the identity before operations that need a recent sign-in. */
export const confirmIdentityCalls = defineCalls('sign-in', {
  'POST /auth/confirm': {
    summary: 'Confirms the identity of the session’s user, after REAUTH_NEEDED',
    limit: 'confirm',
    isForSuspended: true,
    errors: [
      'WRONG_CODE',
      'WRONG_PASSWORD',
      'NO_SECOND_FACTOR',
      'GOOGLE_NOT_CONFIGURED',
      'WRONG_GOOGLE_CREDENTIAL',
    ],
    body: ConfirmBody,
    reply: Message,
  },
});
