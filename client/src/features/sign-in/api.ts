import type {
  GoogleBody,
  LoginBody,
  RegisterBody,
  ResetPasswordBody,
  SignInReply,
} from '@copup/shared/auth.ts';
import type { Challenge } from '@copup/shared/proof-of-work.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { deviceToken } from '../../lib/device-token.ts';

/** S2a: adds the device token. */
const known = <Body extends object>(body: Body) => ({ ...body, device_token: deviceToken() });
export async function logIn(body: LoginBody): Promise<SignInReply> {
  try {
    return await call('POST /auth/login', { body: known(body) });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_NEEDED') throw error;
    const { solve } = await import('./solve-challenge.ts');
    const proof = await solve(error.details as Challenge);
    return call('POST /auth/login', { body: known({ ...body, proof }) });
  }
}
export const logInWithGoogle = (body: GoogleBody) => call('POST /auth/google', { body: known(body) });
export const sendOtp = (email: string) => call('POST /auth/send-otp', { body: { email } });
export const checkOtp = (email: string, otp: string) =>
  call('POST /auth/check-otp', { body: known({ email, otp }) });
export const register = (body: RegisterBody) => call('POST /auth/register', { body: known(body) });
export const forgetPassword = (email: string) =>
  call('POST /auth/forget-password', { body: known({ email }) });
export const resetPassword = (body: ResetPasswordBody) =>
  call('POST /auth/reset-password', { body: known(body) });
