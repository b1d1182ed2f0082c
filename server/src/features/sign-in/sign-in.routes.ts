import type { ForgetPasswordBody } from '@copup/shared/auth.ts';
import { secondStepCalls, signInCalls } from '@copup/shared/calls/sign-in.ts';
import type { FastifyRequest } from 'fastify';
import { clientFactsOf } from '../../client-facts.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { findPushKey } from '../../notifications/push-key.ts';
import { tryCode } from '../../one-time-codes/one-time-codes.ts';
import { sendCode } from '../../one-time-codes/send-code.ts';
import { routes } from '../../routes.ts';
import { mailOf, type SignInPurpose } from './code-mails.ts';
import { isUsernameFree, proposeUsername } from './free-usernames.ts';
import { signInWithGoogle } from './google-sign-in.ts';
import { logIn } from './log-in.ts';
import { register } from './register.ts';
import { chooseOperatorPassword, resetPassword } from './reset-password.ts';
import { finishSecondStep } from './second-step.ts';
import { toTokenReply } from './signed-in.ts';

type SignInDeps = Pick<
  Deps,
  | 'db'
  | 'config'
  | 'clock'
  | 'settings'
  | 'notices'
  | 'sessions'
  | 'tokens'
  | 'passwords'
  | 'google'
  | 'limits'
  | 'mail'
  | 'newId'
  | 'randomBytes'
>;

const OTP_SENT = { message: 'OTP sent to your email' };

/** Registration, sign-in and sign-out (S1 to S4, S9). */
export const signInRoutes = (deps: SignInDeps) =>
  routes(signInCalls, {
    'GET /config': () => ({
      google_client_id: deps.google?.clientId ?? null,
      support_email: deps.config.supportEmail,
      otp_resend_s: deps.settings.get('oneTimeCodeResendSeconds'),
      push_key: findPushKey(deps),
    }),

    'POST /auth/send-otp': async (request) => {
      await mailCode(deps, 'register', request.body, request);
      return OTP_SENT;
    },

    'POST /auth/check-otp': async (request) => {
      const { email, otp, device_token } = request.body;
      await tryCode(deps, { purpose: 'register', email }, otp, clientFactsOf(request, device_token));
      return { message: 'This code is right.', username: await proposeUsername(deps, email) };
    },

    'GET /auth/username/:username': async ({ params }) => ({
      is_free: await isUsernameFree(deps, params.username),
    }),

    'POST /auth/register': async (request, reply) => {
      const client = clientFactsOf(request, request.body.device_token);
      return reply.code(201).send(await register(deps, request.body, client));
    },

    'POST /auth/login': (request) =>
      logIn(deps, request.body, clientFactsOf(request, request.body.device_token)),

    'POST /auth/google': (request) =>
      signInWithGoogle(deps, request.body, clientFactsOf(request, request.body.device_token)),

    'POST /auth/forget-password': async (request) => {
      await mailCode(deps, 'reset_password', request.body, request);
      return OTP_SENT;
    },

    'POST /auth/reset-password': async (request) => {
      await resetPassword(deps, request.body, clientFactsOf(request, request.body.device_token));
      return { message: 'Password reset successfully' };
    },

    'POST /auth/operator-link': async (request) => {
      await chooseOperatorPassword(deps, request.body, clientFactsOf(request));
      return { message: 'Password set. Please sign in.' };
    },

    'POST /auth/renew': async ({ viewer }) => toTokenReply(await deps.sessions.renew(viewer)),

    'POST /auth/logout': async ({ viewer: { userId, sessionId } }) => {
      await inTransaction(deps.db, (tx) => deps.sessions.end(tx, { userId, sessionId, reason: 'logout' }));
      await deps.sessions.readChanges();
      return { message: 'Logged out' };
    },
  });

const mailCode = (
  deps: SignInDeps,
  purpose: SignInPurpose,
  { email, device_token }: ForgetPasswordBody,
  request: FastifyRequest,
) =>
  sendCode(
    deps,
    { purpose, email },
    clientFactsOf(request, device_token),
    mailOf(purpose, deps.config.publicUrl),
  );

/** POST /auth/second-step (S8a). */
export const secondStepRoutes = (
  deps: Pick<Deps, 'db' | 'config' | 'log' | 'notices' | 'sessions' | 'tokens' | 'mail'>,
) =>
  routes(secondStepCalls, {
    'POST /auth/second-step': (request) =>
      finishSecondStep(deps, request.body, clientFactsOf(request, request.body.device_token)),
  });
