import type {
  GoogleBody,
  LoginBody,
  OperatorLinkBody,
  PublicConfig,
  RegisterBody,
  ResetPasswordBody,
  SignedIn,
  SignInReply,
} from '@copup/shared/auth.ts';
import type { Challenge } from '@copup/shared/proof-of-work.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { deviceToken } from '../../lib/device-token.ts';

/** S2a: adds the device token. */
const known = <Body extends object>(body: Body) => ({ ...body, device_token: deviceToken() });
const post = <Reply>(path: string, body?: unknown) => request<Reply>(path, { method: 'POST', body });

/** Settings that are needed before the sign-in. The timeout is short, because the forms also work without them. */
export const getPublicConfig = () => request<PublicConfig>('/config', { timeoutMs: 2_500 });
export async function logIn(body: LoginBody): Promise<SignInReply> {
  try {
    return await post('/auth/login', known(body));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_NEEDED') throw error;
    const { solve } = await import('./solve-challenge.ts');
    return post('/auth/login', known({ ...body, proof: await solve(error.details as Challenge) }));
  }
}
export const logInWithGoogle = (body: GoogleBody) => post<SignInReply>('/auth/google', known(body));
export const sendOtp = (email: string) => post<Message>('/auth/send-otp', { email });
export const register = (body: RegisterBody) => post<SignedIn>('/auth/register', known(body));
export const forgetPassword = (email: string) => post<Message>('/auth/forget-password', known({ email }));
export const resetPassword = (body: ResetPasswordBody) => post<Message>('/auth/reset-password', known(body));
export const chooseOperatorPassword = (body: OperatorLinkBody) => post<Message>('/auth/operator-link', body);
