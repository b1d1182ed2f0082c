import {
  CheckOtpBody,
  CheckOtpReply,
  EndSessionsBody,
  ForgetPasswordBody,
  GoogleBody,
  LoginBody,
  OperatorLinkBody,
  OwnSessions,
  PublicConfig,
  RegisterBody,
  RenewReply,
  ResetPasswordBody,
  SecondStepBody,
  SendOtpBody,
  SignedIn,
  SignInReply,
  UsernameParams,
  UsernameReply,
} from '../auth.ts';
import { defineCalls } from '../call.ts';
import { Message, UuidParams } from '../wire.ts';

/** POST /auth/second-step (S8a). */
export const secondStepCalls = defineCalls('sign-in', {
  'POST /auth/second-step': {
    summary: 'Signs in with the second factor, after the password or Google',
    access: 'public',
    limit: 'credentials',
    errors: ['WRONG_CODE', 'SECOND_STEP_EXPIRED', 'NO_SECOND_FACTOR'],
    body: SecondStepBody,
    reply: SignedIn,
  },
});

/** A user's own sessions: lists them, and ends one, the others or all (S8a). */
export const sessionsCalls = defineCalls('sign-in', {
  'GET /auth/sessions': {
    summary: 'The user’s own sessions (S8a)',
    reply: OwnSessions,
  },
  'DELETE /auth/sessions/:id': {
    summary: 'Ends one of the user’s sessions, including its sockets',
    isForSuspended: true,
    errors: ['NOT_FOUND'],
    params: UuidParams,
    reply: Message,
  },
  'POST /auth/sessions/end': {
    summary: 'Ends the user’s other sessions, or all',
    isForSuspended: true,
    body: EndSessionsBody,
    reply: Message,
  },
});

/** Registration, sign-in and sign-out (S1 to S4, S9). */
export const signInCalls = defineCalls('sign-in', {
  'GET /config': {
    summary: 'Public configuration of the client',
    access: 'public',
    reply: PublicConfig,
  },
  'POST /auth/send-otp': {
    summary: 'Mails a code for a registration',
    access: 'public',
    limit: 'code',
    body: SendOtpBody,
    reply: Message,
  },
  'POST /auth/check-otp': {
    summary: 'Checks the code of a registration, which counts as an attempt and does not use it up (X2)',
    access: 'public',
    limit: 'credentials',
    errors: ['WRONG_CODE'],
    body: CheckOtpBody,
    reply: CheckOtpReply,
  },
  'GET /auth/username/:username': {
    summary: 'Whether a username is free',
    access: 'public',
    limit: 'usernameCheck',
    params: UsernameParams,
    reply: UsernameReply,
  },
  'POST /auth/register': {
    summary: 'Registers with the mailed code, and signs in (X10)',
    access: 'public',
    limit: 'credentials',
    errors: [
      'WRONG_CODE',
      'WEAK_PASSWORD',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'UNKNOWN_REFERRAL_CODE',
      'TERMS_NOT_ACCEPTED',
    ],
    body: RegisterBody,
    reply: SignedIn,
    status: 201,
  },
  'POST /auth/login': {
    summary: 'Signs in; returns a ticket for the second step when a factor is needed (S8a)',
    access: 'public',
    limit: 'credentials',
    errors: ['WRONG_CREDENTIALS', 'PROOF_NEEDED'],
    body: LoginBody,
    reply: SignInReply,
  },
  'POST /auth/google': {
    summary: 'Signs in with Google (S4)',
    access: 'public',
    limit: 'login',
    errors: [
      'GOOGLE_NOT_CONFIGURED',
      'WRONG_GOOGLE_CREDENTIAL',
      'GOOGLE_SIGN_UP_NEEDED',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'UNKNOWN_REFERRAL_CODE',
    ],
    body: GoogleBody,
    reply: SignInReply,
  },
  'POST /auth/forget-password': {
    summary: 'Mails a code for a new password',
    access: 'public',
    limit: 'code',
    body: ForgetPasswordBody,
    reply: Message,
  },
  'POST /auth/reset-password': {
    summary: 'Sets a new password with the mailed code and ends every session',
    access: 'public',
    limit: 'credentials',
    errors: ['WRONG_CODE', 'WEAK_PASSWORD', 'PASSWORDS_DIFFER'],
    body: ResetPasswordBody,
    reply: Message,
  },
  'POST /auth/operator-link': {
    summary: 'Sets the first password of an operator, with the link that a start mailed (O3a)',
    access: 'public',
    limit: 'credentials',
    errors: ['WRONG_CODE', 'WEAK_PASSWORD', 'PASSWORDS_DIFFER'],
    body: OperatorLinkBody,
    reply: Message,
  },
  'POST /auth/renew': {
    summary: 'Renews the session with a new token',
    isForSuspended: true,
    reply: RenewReply,
  },
  'POST /auth/logout': {
    summary: 'Ends this session, including its sockets',
    isForSuspended: true,
    reply: Message,
  },
});
