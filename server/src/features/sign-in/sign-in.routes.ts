import {
  ForgetPasswordBody,
  GoogleBody,
  LoginBody,
  OperatorLinkBody,
  PublicConfig,
  RegisterBody,
  RenewReply,
  ResetPasswordBody,
  SendOtpBody,
  SignedIn,
  SignInReply,
} from '@copup/shared/auth.ts';
import { Message } from '@copup/shared/wire.ts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { clientFactsOf } from '../../client-facts.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { sendCode } from '../../one-time-codes/send-code.ts';
import { mailOf, type SignInPurpose } from './code-mails.ts';
import { signInWithGoogle } from './google-sign-in.ts';
import { logIn } from './log-in.ts';
import { register } from './register.ts';
import { chooseOperatorPassword, resetPassword } from './reset-password.ts';
import { toTokenReply } from './signed-in.ts';

type SignInDeps = Pick<
  Deps,
  | 'db'
  | 'config'
  | 'clock'
  | 'settings'
  | 'sessions'
  | 'tokens'
  | 'passwords'
  | 'google'
  | 'limits'
  | 'mail'
  | 'newId'
  | 'randomBytes'
>;

const tags = ['sign-in'];
const OTP_SENT = { message: 'OTP sent to your email' };

/** Registration, sign-in and sign-out (S1 to S4, S9). */
export const signInRoutes =
  (deps: SignInDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const mailCode = (
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

    app.get(
      '/config',
      {
        config: { access: 'public', limit: 'read' },
        schema: {
          tags,
          summary: 'Public configuration of the client',
          response: { 200: PublicConfig },
        },
      },
      () => ({
        google_client_id: deps.google?.clientId ?? null,
        support_email: deps.config.supportEmail,
        otp_resend_s: deps.settings.get('oneTimeCodeResendSeconds'),
      }),
    );

    app.post(
      '/auth/send-otp',
      {
        config: { access: 'public', limit: 'code' },
        schema: {
          tags,
          summary: 'Mails a code for a registration',
          body: SendOtpBody,
          response: { 200: Message },
        },
      },
      async (request) => {
        await mailCode('register', request.body, request);
        return OTP_SENT;
      },
    );

    app.post(
      '/auth/register',
      {
        config: {
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
        },
        schema: {
          tags,
          summary: 'Registers with the mailed code, and signs in (X10)',
          body: RegisterBody,
          response: { 201: SignedIn },
        },
      },
      async (request, reply) => {
        const client = clientFactsOf(request, request.body.device_token);
        return reply.code(201).send(await register(deps, request.body, client));
      },
    );

    app.post(
      '/auth/login',
      {
        config: { access: 'public', limit: 'credentials', errors: ['WRONG_CREDENTIALS', 'PROOF_NEEDED'] },
        schema: {
          tags,
          summary: 'Signs in; returns a ticket for the second step when a factor is needed (S8a)',
          body: LoginBody,
          response: { 200: SignInReply },
        },
      },
      (request) => logIn(deps, request.body, clientFactsOf(request, request.body.device_token)),
    );

    app.post(
      '/auth/google',
      {
        config: {
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
        },
        schema: {
          tags,
          summary: 'Signs in with Google (S4)',
          body: GoogleBody,
          response: { 200: SignInReply },
        },
      },
      (request) => signInWithGoogle(deps, request.body, clientFactsOf(request, request.body.device_token)),
    );

    app.post(
      '/auth/forget-password',
      {
        config: { access: 'public', limit: 'code' },
        schema: {
          tags,
          summary: 'Mails a code for a new password',
          body: ForgetPasswordBody,
          response: { 200: Message },
        },
      },
      async (request) => {
        await mailCode('reset_password', request.body, request);
        return OTP_SENT;
      },
    );

    app.post(
      '/auth/reset-password',
      {
        config: {
          access: 'public',
          limit: 'credentials',
          errors: ['WRONG_CODE', 'WEAK_PASSWORD', 'PASSWORDS_DIFFER'],
        },
        schema: {
          tags,
          summary: 'Sets a new password with the mailed code and ends every session',
          body: ResetPasswordBody,
          response: { 200: Message },
        },
      },
      async (request) => {
        await resetPassword(deps, request.body, clientFactsOf(request, request.body.device_token));
        return { message: 'Password reset successfully' };
      },
    );

    app.post(
      '/auth/operator-link',
      {
        config: {
          access: 'public',
          limit: 'credentials',
          errors: ['WRONG_CODE', 'WEAK_PASSWORD', 'PASSWORDS_DIFFER'],
        },
        schema: {
          tags,
          summary: 'Sets the first password of an operator, with the link that a start mailed (O3a)',
          body: OperatorLinkBody,
          response: { 200: Message },
        },
      },
      async (request) => {
        await chooseOperatorPassword(deps, request.body, clientFactsOf(request));
        return { message: 'Password set. Please sign in.' };
      },
    );

    app.post(
      '/auth/renew',
      {
        config: { access: 'user', limit: 'write' },
        schema: { tags, summary: 'Renews the session with a new token', response: { 200: RenewReply } },
      },
      async ({ viewer }) => toTokenReply(await deps.sessions.renew(viewer)),
    );

    app.post(
      '/auth/logout',
      {
        config: { access: 'user', limit: 'write' },
        schema: { tags, summary: 'Ends this session, including its sockets', response: { 200: Message } },
      },
      async ({ viewer: { userId, sessionId } }) => {
        await inTransaction(deps.db, (tx) => deps.sessions.end(tx, { userId, sessionId, reason: 'logout' }));
        await deps.sessions.readChanges();
        return { message: 'Logged out' };
      },
    );
  };
