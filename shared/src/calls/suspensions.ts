import { callsBelow, defineCalls } from '../call.ts';
import { AnswerSuspensionBody, OwnSuspension, SuspendBody, UserSuspensions } from '../suspensions.ts';
import { UuidParams } from '../wire.ts';

/** What a suspended player reads, and the answer (S10). */
export const suspensionCalls = defineCalls('users', {
  'GET /user/suspension': { summary: 'Why and until when the account is suspended', reply: OwnSuspension },
  'POST /user/suspension/answer': {
    summary: 'Answers the suspension; operators read it',
    isForSuspended: true,
    errors: ['NOT_SUSPENDED', 'TOO_MANY_ANSWERS'],
    body: AnswerSuspensionBody,
    reply: OwnSuspension,
  },
});

const decided = { right: 'players', params: UuidParams, body: SuspendBody, reply: UserSuspensions } as const;

/** Suspension of players by operators (S10). */
export const suspensionsAdminCalls = callsBelow('/admin/users', 'operators: users', {
  'GET /:id/suspensions': {
    summary: 'Suspensions of a user and what the user answered',
    params: UuidParams,
    reply: UserSuspensions,
  },
  'POST /:id/suspend': {
    summary:
      'Suspends a player for 14 days; 202 for a renewal, which a second operator must approve (S10, O3a)',
    errors: ['USER_NOT_FOUND', 'ALREADY_REQUESTED'],
    ...decided,
    mayWait: true,
  },
  'POST /:id/end-suspension': {
    summary: 'Ends the suspension of a player early (S10)',
    errors: ['USER_NOT_FOUND', 'NOT_SUSPENDED'],
    ...decided,
  },
});
