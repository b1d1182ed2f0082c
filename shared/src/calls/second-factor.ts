import { ApprovalPending } from '../admin.ts';
import { defineCalls } from '../call.ts';
import { FactorCodeBody, FactorState, NewFactor, RecoveryCodes, ResetFactorBody } from '../second-factor.ts';
import { UuidParams } from '../wire.ts';

/** The configuration of routes for an operator who must enrol first. */
const whileEnrolling = { isForEnrolment: true } as const;

/** /api/admin/second-factor: the operator's own factor, and requests to reset another operator's (S8a). */
export const secondFactorAdminCalls = defineCalls('operators: second factor', {
  'GET /admin/second-factor': {
    summary: 'Your own second factor',
    ...whileEnrolling,
    reply: FactorState,
  },
  'POST /admin/second-factor/enrol': {
    right: 'own',
    summary: 'Starts an enrolment with a new secret',
    ...whileEnrolling,
    errors: ['SECOND_FACTOR_EXISTS'],
    reply: NewFactor,
  },
  'POST /admin/second-factor/confirm': {
    right: 'own',
    summary: 'Confirms the enrolment with a code; the recovery codes are shown once',
    ...whileEnrolling,
    limit: 'confirm',
    errors: ['WRONG_CODE', 'SECOND_FACTOR_EXISTS', 'NO_SECOND_FACTOR'],
    body: FactorCodeBody,
    reply: RecoveryCodes,
  },
  'POST /admin/second-factor/recovery-codes': {
    right: 'own',
    summary: 'Replaces the recovery codes; the new ones are shown once',
    ...whileEnrolling,
    limit: 'confirm',
    errors: ['WRONG_CODE', 'NO_SECOND_FACTOR'],
    body: FactorCodeBody,
    reply: RecoveryCodes,
  },
  'POST /admin/second-factor/disable': {
    right: 'own',
    summary: 'Removes your own second factor, with one of its codes',
    ...whileEnrolling,
    limit: 'confirm',
    errors: ['WRONG_CODE', 'NO_SECOND_FACTOR'],
    body: FactorCodeBody,
    reply: FactorState,
  },
  'POST /admin/users/:id/reset-second-factor': {
    right: 'operators',
    summary: "Requests the reset of another operator's lost factor, which a second operator has to approve",
    errors: ['USER_NOT_FOUND', 'OWN_BENEFIT', 'NO_SECOND_FACTOR', 'ALREADY_REQUESTED'],
    params: UuidParams,
    body: ResetFactorBody,
    reply: ApprovalPending,
    status: 202,
  },
});
