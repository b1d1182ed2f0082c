import type {
  GoogleBody,
  LoginBody,
  PublicConfig,
  RegisterBody,
  ResetPasswordBody,
  SignInReply,
} from '@copup/shared/auth.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';
import { deviceToken } from '../../lib/device-token.ts';

/** S2a: adds the device token. */
const known = <Body extends object>(body: Body) => ({ ...body, device_token: deviceToken() });
const post = <Reply>(path: string, body?: unknown) => request<Reply>(path, { method: 'POST', body });

/** Settings that are needed before the sign-in. The timeout is short, because the forms also work without them. */
export const getPublicConfig = () => request<PublicConfig>('/config', { timeoutMs: 2_500 });
export const logIn = (body: LoginBody) => post<SignInReply>('/auth/login', known(body));
export const logInWithGoogle = (body: GoogleBody) => post<SignInReply>('/auth/google', known(body));
export const sendOtp = (email: string) => post<Message>('/auth/send-otp', { email });
export const register = (body: RegisterBody) => post<Message>('/auth/register', body);
export const forgetPassword = (email: string) => post<Message>('/auth/forget-password', { email });
export const resetPassword = (body: ResetPasswordBody) => post<Message>('/auth/reset-password', known(body));
